"""One training loop for both networks: averaged weights, warm-up and cosine, checkpoint, resume."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

AVERAGE = 0.998
CHECKPOINT_EVERY_S = 120.0
REPORT_EVERY_S = 30.0

Batch = tuple[tuple[torch.Tensor, ...], *tuple[torch.Tensor, ...]]  # what goes in, then labels


@dataclass(frozen=True)
class Run:
    minutes: float
    steps: int
    checkpoint: Path
    batch: int
    rate: float
    seed: int
    threads: int

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser, batch: int, rate: float) -> None:
        parser.add_argument("--minutes", type=float, default=60, help="training time in all")
        parser.add_argument("--steps", type=int, default=10**9, help="… or this many steps")
        parser.add_argument("--checkpoint", type=Path, required=True, help="resumed if it exists")
        parser.add_argument("--export", type=Path, help="write the ONNX model here at the end")
        parser.add_argument("--batch", type=int, default=batch)
        parser.add_argument("--rate", type=float, default=rate)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--threads", type=int, default=1)

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Run:
        return cls(**{name: getattr(arguments, name) for name in cls.__dataclass_fields__})


def train(
    net: torch.nn.Module,
    batch: Callable[[], Batch],
    loss_of: Callable[..., torch.Tensor],
    run: Run,
) -> torch.nn.Module:
    """Trains until `run.minutes` or `run.steps` are spent; returns the averaged network."""
    torch.manual_seed(run.seed)
    torch.set_num_threads(run.threads)
    net = net.to(memory_format=torch.channels_last)
    average = copy.deepcopy(net).requires_grad_(False)
    optimiser = torch.optim.AdamW(net.parameters(), lr=run.rate, weight_decay=1e-3)
    state = resume(run.checkpoint, net, average, optimiser)
    report = Report(state["step"])
    while (spent := state["seconds"] / 60) < run.minutes and state["step"] < run.steps:
        began = time.monotonic()
        for group in optimiser.param_groups:
            group["lr"] = run.rate * schedule(spent / run.minutes, state["step"])
        (pictures, *others), *labels = batch()
        net.train()
        with torch.autocast("cpu", torch.bfloat16):
            output = net(pictures.contiguous(memory_format=torch.channels_last), *others)
        loss = loss_of(output.float(), *labels)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(average, net, state["step"])
        state["step"] += 1
        state["seconds"] += time.monotonic() - began
        report.add(loss.item(), state, len(pictures))
        if report.checkpoint_due():
            save(run.checkpoint, net, average, optimiser, state)
    save(run.checkpoint, net, average, optimiser, state)
    return average.eval()


def schedule(progress: float, step: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))


def follow(average: torch.nn.Module, net: torch.nn.Module, step: int) -> None:
    keep = min(AVERAGE, (step + 1) / (step + 20))
    with torch.no_grad():
        for slow, fast in zip(
            average.state_dict().values(), net.state_dict().values(), strict=True
        ):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def resume(
    path: Path, net: torch.nn.Module, average: torch.nn.Module, optimiser: torch.optim.Optimizer
) -> dict[str, Any]:
    if not path.exists():
        return {"step": 0, "seconds": 0.0}
    saved = torch.load(path, weights_only=True)
    net.load_state_dict(saved["net"])
    average.load_state_dict(saved["average"])
    optimiser.load_state_dict(saved["optimiser"])
    return dict(saved["state"])


def save(
    path: Path,
    net: torch.nn.Module,
    average: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    state: dict[str, Any],
) -> None:
    unfinished = path.with_suffix(".part")
    torch.save(
        {
            "net": net.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "state": state,
        },
        unfinished,
    )
    unfinished.replace(path)


class Report:
    """Prints a line now and then, and knows when a checkpoint is due."""

    def __init__(self, step: int) -> None:
        self.losses: list[float] = []
        self.samples = 0
        self.printed = self.saved = time.monotonic()

    def add(self, loss: float, state: dict[str, Any], samples: int) -> None:
        self.losses.append(loss)
        self.samples += samples
        elapsed = time.monotonic() - self.printed
        if elapsed < REPORT_EVERY_S:
            return
        mean = sum(self.losses) / len(self.losses)
        pace = self.samples / elapsed
        print(
            f"{state['seconds'] / 60:6.1f} min  step {state['step']:7d}  loss {mean:.4f}"
            f"  {pace:.0f} samples/s",
            flush=True,
        )
        self.losses, self.samples, self.printed = [], 0, time.monotonic()

    def checkpoint_due(self) -> bool:
        due = time.monotonic() - self.saved > CHECKPOINT_EVERY_S
        if due:
            self.saved = time.monotonic()
        return due
