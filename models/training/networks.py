"""The two networks: a small U-Net that finds tiles, a small CNN that reads their corners."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


def deeper(width: int, from_width: int) -> list[nn.Module]:
    """One more block where pictures are small enough for it to cost little."""
    return [Residual(width)] if width >= from_width else []


class Finder(nn.Module):
    """(N, 3, H, W) picture in 0…1 → (N, 2, H, W) logits: inside of a face-up, a face-down tile.

    H and W are multiples of 32. The stem halves the picture; the head's pixel shuffle restores it,
    so that seams of two pixels survive at a quarter of the cost.
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64, 96, 128)) -> None:
        super().__init__()
        self.stem = conv(3, widths[0], stride=2, kernel=5)
        self.down = nn.ModuleList(
            nn.Sequential(conv(a, b, stride=2), Residual(b), *deeper(b, from_width=64))
            for a, b in pairwise(widths)
        )
        self.lateral = nn.ModuleList(nn.Conv2d(b, a, 1) for a, b in pairwise(widths))
        self.up = nn.ModuleList(conv(a, a) for a in widths[:-1])
        self.refine = conv(widths[0], widths[0])
        self.head = nn.Sequential(nn.Conv2d(widths[0], 8, 3, 1, 1), nn.PixelShuffle(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stem(x * 2 - 1)
        skips = []
        for stage in self.down:
            skips.append(x)
            x = stage(x)
        for skip, lateral, up in zip(
            reversed(skips), reversed(self.lateral), reversed(self.up), strict=True
        ):
            x = nn.functional.interpolate(lateral(x), scale_factor=2.0, mode="nearest")
            x = up(x + skip)
        return self.head(self.refine(x))


class Reader(nn.Module):
    """(N, 3, 40, 40) corner patches in 0…1 → (N, 13) logits over `vision.glyphs.CLASSES`."""

    def __init__(self, classes: int = 13, widths: tuple[int, ...] = (16, 32, 64, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            conv(3, a, stride=2, kernel=5),
            Residual(a),
            conv(a, b, stride=2),
            Residual(b),
            conv(b, c, stride=2),
            Residual(c),
            conv(c, d),
        )
        self.out = nn.Sequential(nn.Dropout(0.2), nn.Linear(d * 25, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.mean((2, 3), keepdim=True)
        spread = x.std((1, 2, 3), keepdim=True) + 0.03
        return self.out(self.features((x - mean) / spread).flatten(1))
