"""Writes the averaged network of a checkpoint as ONNX, also while training goes on.

python -m models.training.export finder finder.pt models/finder.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from models.training import finder, reader
from models.training.networks import Finder, Reader

NETWORKS = {"finder": (Finder, finder.export), "reader": (Reader, reader.export)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("onnx", type=Path)
    arguments = parser.parse_args()
    make, export = NETWORKS[arguments.network]
    net = make()
    net.load_state_dict(torch.load(arguments.checkpoint, weights_only=True)["average"])
    export(net, arguments.onnx)


if __name__ == "__main__":
    main()
