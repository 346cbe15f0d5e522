"""A checkpoint from an exported model, so that training goes on where none was kept.

python -m models.training.revive finder models/finder.onnx SCENES --checkpoint finder.pt

An exported model has its normalisations folded into its convolutions. They are unfolded so that
each does what it did, with the spread that real batches have: training needs both.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.training import loop
from models.training.finder import CropSource
from models.training.networks import Finder, Reader
from models.training.reader import PatchSource

KINDS = {"finder": (Finder, CropSource, 32), "reader": (Reader, PatchSource, 512)}
Pair = tuple[nn.Conv2d, nn.BatchNorm2d]


def revive(net: nn.Module, path: Path, inputs: torch.Tensor) -> nn.Module:
    """Gives `net` the weights of an exported model; inputs (n, 3, h, w) show its usual spread."""
    graph = onnx.load(str(path)).graph
    arrays = {one.name: torch.from_numpy(_copy(one)) for one in graph.initializer}
    named = {name: array for name, array in arrays.items() if name in net.state_dict()}
    net.load_state_dict(named, strict=False)
    folded = [node.input[1:3] for node in graph.node if node.op_type == "Conv"]
    folded = [names for names in folded if names[0] not in named]
    pairs = pairs_in_order(net, inputs[:3])  # a reader wants whole tiles
    for (conv, norm), (weight, bias) in zip(pairs, folded, strict=True):
        conv.weight.data.copy_(arrays[weight])
        unfold(norm, arrays[bias], torch.zeros_like(arrays[bias]), torch.ones_like(arrays[bias]))
    for (_, norm), (mean, spread) in zip(pairs, spreads(net, pairs, inputs), strict=True):
        unfold(norm, norm.bias.data.clone(), mean, spread)
    return net


def _copy(one: onnx.TensorProto) -> np.ndarray:
    return np.array(numpy_helper.to_array(one))


def unfold(norm: nn.BatchNorm2d, bias: torch.Tensor, mean: torch.Tensor, var: torch.Tensor) -> None:
    """Makes a normalisation add `bias` and nothing else, given its inputs' mean and variance."""
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(var)
    norm.weight.data.copy_(torch.sqrt(var + norm.eps))
    norm.bias.data.copy_(bias + mean)


def pairs_in_order(net: nn.Module, inputs: torch.Tensor) -> list[Pair]:
    """Convolutions with their normalisations, in the order in which they run."""
    ran: list[nn.Module] = []
    modules = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    hooks = [m.register_forward_hook(lambda m, *_: ran.append(m)) for m in modules]
    with torch.no_grad():
        net.eval()(inputs)
    for hook in hooks:
        hook.remove()
    follows = pairwise(ran)
    return [
        (a, b) for a, b in follows if isinstance(a, nn.Conv2d) and isinstance(b, nn.BatchNorm2d)
    ]


def spreads(
    net: nn.Module, pairs: list[Pair], inputs: torch.Tensor
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Mean and variance of what comes out of each convolution."""
    found: list[tuple[torch.Tensor, torch.Tensor]] = []

    def note(_module: nn.Module, _inputs: object, output: torch.Tensor) -> None:
        found.append((output.mean((0, 2, 3)), output.var((0, 2, 3))))

    hooks = [conv.register_forward_hook(note) for conv, _ in pairs]
    with torch.no_grad():
        net.eval()(inputs)
    for hook in hooks:
        hook.remove()
    return found


def save(net: nn.Module, path: Path) -> None:
    """As a checkpoint that has not taken a step yet."""
    optimiser = torch.optim.AdamW(net.parameters())
    loop.save(path, net, net, optimiser, {"step": 0, "seconds": 0.0})


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(KINDS))
    parser.add_argument("model", type=Path)
    parser.add_argument("scenes", type=Path, help="rendered ahead by models.training.store")
    parser.add_argument("--checkpoint", type=Path, required=True)
    arguments = parser.parse_args(argv)
    network, source, size = KINDS[arguments.kind]
    inputs = source(arguments.scenes, seed=1).batch(size)[0][0]
    save(revive(network(), arguments.model, inputs), arguments.checkpoint)


if __name__ == "__main__":
    main()
