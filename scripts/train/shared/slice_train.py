"""The training loop of the slice models, with a checkpoint per epoch."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from shared.adversary import UNKNOWN, Adversary
from shared.slice_net import GRID, SliceNet
from shared.steps import CellLoss, mean_loss, rate_at, set_rate, update

OUTSIDE = 0.15
CLIP = 2.0
PAINTED, FAINT = 0.03, 0.008


@dataclass
class Plan:
    """What a run does."""

    name: str
    epochs: int
    films: int
    labels: int
    homes: int = 0
    rate: float = 2e-3
    decay: float = 0.05
    smooth: float = 0.04
    average: float = 0.99
    adverse: float = 0.3
    cells: float = 0.3
    widths: tuple[int, int, int] = (32, 64, 128)
    seed: int = 7


class Batch(NamedTuple):
    """Pictures, labels (-1 unknown), gate targets, homes, shares of contrast, cell targets.

    Labels, homes and cells are of the first pictures; the rest are strangers for the gate.
    """

    films: Tensor
    labels: Tensor
    wanted: Tensor
    homes: Tensor
    share: Tensor
    cells: Tensor


class Source(Protocol):
    """Draws batches."""

    batch: int

    def draw(self) -> Batch: ...

    def reseed(self, epochs: int) -> None: ...


def cell_targets(change: Tensor, mask: Tensor, labels: Tensor) -> Tensor:
    """Per label and cell: 1 evidence, 0 none, -1 unknown.

    `change` is what was painted (for the first label), `mask` where the head lies, both moved
    with the picture.
    """
    painted = F.adaptive_avg_pool2d(change.abs(), GRID)[:, 0]
    possible = F.adaptive_avg_pool2d(mask, GRID)[:, 0]
    targets = torch.full((*labels.shape, GRID, GRID), UNKNOWN)
    targets.masked_fill_((possible < OUTSIDE)[:, None], 0)
    targets[labels == 0] = 0
    made = painted.amax((1, 2)) > FAINT
    shown = torch.where(painted > PAINTED, 1, torch.where(painted > FAINT, UNKNOWN, 0))
    targets[made, 0] = shown[made]
    return targets


def loss_of(
    logits: Tensor, gate: Tensor, labels: Tensor, wanted: Tensor, smooth: float
) -> Tensor:
    """Masked cross-entropy of the labels plus that of the gate."""
    known = labels != UNKNOWN
    target = labels.clamp(min=0).float() * (1 - 2 * smooth) + smooth
    each = F.binary_cross_entropy_with_logits(logits.float(), target, reduction="none")
    of_labels = (each * known).sum(0) / known.sum(0).clamp(min=1)
    of_gate = F.binary_cross_entropy_with_logits(gate.float()[:, 0], wanted)
    return of_labels.mean() + 0.3 * of_gate


class Run:
    """State of a training run that can be stopped and taken up."""

    def __init__(self, source: Source, folder: Path, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.plan, self.path, self.source = plan, folder / f"{plan.name}.pt", source
        self.net = SliceNet(plan.labels, plan.widths).to(memory_format=torch.channels_last)
        self.mean = deepcopy(self.net).eval()
        self.adversary = Adversary(self.net.width, max(plan.homes, 1))
        self.cell_loss = CellLoss(plan.labels)
        parts = (self.net, self.adversary, self.cell_loss)
        learned = [weight for part in parts for weight in part.parameters()]
        self.optimiser = torch.optim.AdamW(learned, plan.rate, weight_decay=plan.decay)
        self.epoch = 0
        self.steps = max(1, plan.films // source.batch)

    def parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        """What a checkpoint keeps."""
        return {"net": self.net, "mean": self.mean, "adversary": self.adversary,
                "cells": self.cell_loss, "optimiser": self.optimiser}

    def resume(self) -> None:
        """Takes up the last checkpoint, if there is one."""
        if self.path.exists():
            state = torch.load(self.path, weights_only=True)
            for name, part in self.parts().items():
                part.load_state_dict(state[name])
            self.epoch = state["epoch"]

    def save(self) -> None:
        """Writes the checkpoint."""
        state = {name: part.state_dict() for name, part in self.parts().items()}
        torch.save(state | {"epoch": self.epoch}, self.path.with_suffix(".part"))
        self.path.with_suffix(".part").replace(self.path)

    def loss(self, batch: Batch, warm: float) -> Tensor:
        """Labels, gate, cells and the adversary, the last growing with `warm`."""
        plan, own = self.plan, len(batch.labels)
        with torch.autocast("cpu", torch.bfloat16):
            features = self.net.features(batch.films, batch.share)
        features = features.float()
        logits, maps, gate = self.net.heads(features)
        loss = loss_of(logits[:own], gate, batch.labels, batch.wanted, plan.smooth)
        loss = loss + plan.cells * self.cell_loss(maps[:own], batch.cells)
        if plan.homes > 1 and plan.adverse:
            pooled = features[:own].mean((2, 3))
            loss = loss + self.adversary.loss(pooled, batch.homes, plan.adverse * warm)
        return loss

    def step(self, number: int, batch: Batch) -> float:
        """One update."""
        total = self.plan.epochs * self.steps
        set_rate(self.optimiser, rate_at(number, total, self.plan.rate))
        loss = self.loss(batch, min(1.0, 2.0 * number / total))
        return update(self.net, self.mean, self.optimiser, loss, CLIP, self.plan.average, number)

    def one_epoch(self, pool: ThreadPoolExecutor) -> float:
        """Updates of an epoch; the mean loss."""
        self.net.train()
        before = self.epoch * self.steps
        return mean_loss(pool, self.steps, self.source.draw,
                         lambda step, batch: self.step(before + step, batch))

    def run(self, deadline: float = math.inf) -> bool:
        """The epochs that are left, or as many as end by a time; whether all are done."""
        self.resume()
        self.source.reseed(self.epoch)
        longest = 0.0
        with ThreadPoolExecutor(1) as pool:
            while self.epoch < self.plan.epochs:
                started = time.time()
                if started + longest > deadline:
                    return False
                loss = self.one_epoch(pool)
                self.epoch += 1
                self.save()
                longest = max(longest, time.time() - started)
                print(f"{self.plan.name} {self.epoch} {loss:.4f} {longest:.0f}s", flush=True)
        return True
