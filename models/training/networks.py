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


class Comparing(nn.Module):
    """Lets every corner of a picture look at the others: one set has one style of numbers."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask = nn.Linear(width, 3 * width)
        self.answer = nn.Linear(width, width)
        self.think = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(approximate="tanh"), nn.Linear(2 * width, width)
        )

    def forward(self, x: torch.Tensor, apart: torch.Tensor | None) -> torch.Tensor:
        """x (n, width); apart (n, n) is 0 within a picture and very low between two."""
        split = self.ask(self.before(x)).unflatten(1, (3, self.heads, -1))
        query, key, value = split.permute(1, 2, 0, 3).unbind(0)  # (heads, n, width / heads) each
        likeness = query @ key.transpose(1, 2) * key.shape[2] ** -0.5
        if apart is not None:
            likeness = likeness + apart
        heard = likeness.softmax(dim=2) @ value
        x = x + self.answer(heard.transpose(0, 1).flatten(1))
        return x + self.think(self.between(x))


class Reader(nn.Module):
    """(N, 3, 40, 40) corner patches in 0…1 → (N, 13) logits over `vision.glyphs.CLASSES`.

    Three patches a tile, one tile after the other. All are of one picture, unless `picture` (N,)
    numbers the picture of each: corners of one picture are read in each other's light.
    """

    def __init__(
        self,
        classes: int = 13,
        widths: tuple[int, ...] = (16, 32, 64, 128),
        style: int = 96,
    ) -> None:
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
        self.style = nn.Linear(d * 25, style)
        self.tile = nn.Linear(style, style)
        self.compare = nn.ModuleList([Comparing(style), Comparing(style)])
        self.decide = nn.Sequential(nn.LayerNorm(style), nn.Linear(style, classes))
        nn.init.zeros_(self.decide[-1].weight)  # at first without effect
        nn.init.zeros_(self.decide[-1].bias)

    def forward(self, x: torch.Tensor, picture: torch.Tensor | None = None) -> torch.Tensor:
        mean = x.mean((2, 3), keepdim=True)
        spread = x.std((1, 2, 3), keepdim=True) + 0.03
        seen = self.features((x - mean) / spread).flatten(1)
        return self.out(seen) + self.decide(self.in_context(self.style(seen), picture))

    def in_context(self, style: torch.Tensor, picture: torch.Tensor | None) -> torch.Tensor:
        tiles = style.unflatten(0, (-1, 3)).mean(1, keepdim=True).expand(-1, 3, -1)
        x = style + self.tile(tiles.flatten(0, 1))
        apart = None if picture is None else (picture[:, None] != picture[None]) * -1e4
        for layer in self.compare:
            x = layer(x, apart)
        return x
