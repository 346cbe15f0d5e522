"""The reader half-way between two checkpoints: what the second learnt, less of what it forgot.

python -m models.training.blend BEFORE.pt AFTER.pt --export models/reader.onnx
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from models.training import reader
from models.training.networks import Reader


def blend(before: Path, after: Path) -> Reader:
    """A reader with the mean of both averaged networks' weights; counters are the second's."""
    one, two = (torch.load(path, weights_only=True)["average"] for path in (before, after))
    net = Reader()
    net.load_state_dict(
        {k: (one[k] + two[k]) / 2 if two[k].dtype.is_floating_point else two[k] for k in two}
    )
    return net


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--export", type=Path, required=True)
    arguments = parser.parse_args(argv)
    reader.export(blend(arguments.before, arguments.after), arguments.export)


if __name__ == "__main__":
    main()
