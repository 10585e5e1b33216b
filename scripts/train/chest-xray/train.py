"""Trains the network, with a checkpoint per epoch."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

import negatives
from adversary import Adversary
from augment import Painter, reframe, restyle, standardise
from cells import CellLoss, cell_targets, reach
from data import SOURCES, UNKNOWN, Films
from net import ChestNet

SHARES = {
    ("kermany_ped", 0): 0.11,
    ("kermany_ped", 1): 0.13,
    ("mendeley_pk", 0): 0.09,
    ("mendeley_pk", 1): 0.13,
    ("rsna_nih_adult", 0): 0.16,
    ("cxr_nih", 0): 0.03,
    ("cxr_nih", 1): 0.21,
    ("bimcv_padchest", 1): 0.14,
}


@dataclass
class Plan:
    """What a run does."""

    name: str
    epochs: int = 6
    films: int = 6000
    batch: int = 48
    strangers: int = 10
    rate: float = 2e-3
    decay: float = 0.05
    paint: float = 0.25
    smooth: float = 0.04
    average: float = 0.995
    adverse: float = 0.3
    cells: float = 0.3
    without: str | None = None
    everything: bool = False
    seed: int = 7


class Batch(NamedTuple):
    """Pictures, labels (-1 unknown), gate targets, homes, shares of contrast, cell targets."""

    films: Tensor
    labels: Tensor
    wanted: Tensor
    homes: Tensor
    share: Tensor
    cells: Tensor


class Batches:
    """Draws source-balanced batches with negatives for the gate."""

    def __init__(self, films: Films, plan: Plan) -> None:
        self.films, self.plan = films, plan
        self.random = np.random.default_rng(plan.seed)
        self.painter = Painter(films.lung_prior, plan.seed + 1)
        self.place = reach(films.lung_prior)
        self.cells, self.weights = self.split_cells()
        split = films.others["split"] == "train"
        self.foreign = {
            kind: np.flatnonzero((split & (films.others["source"] == kind)).to_numpy())
            for kind in negatives.FOREIGN
        }

    def skip(self, epochs: int) -> None:
        """Other draws after a resumption than those of the epochs that are done."""
        if epochs:
            torch.manual_seed(self.plan.seed + epochs)
            self.random = np.random.default_rng(self.plan.seed + epochs)

    def split_cells(self) -> tuple[list[np.ndarray], np.ndarray]:
        """Rows of every (source, abnormal) cell and its share of a batch."""
        rows = self.films.rows("train", self.plan.without)
        if self.plan.everything:
            rows = np.concatenate([rows, self.films.rows("test", self.plan.without)])
        table = self.films.table.iloc[rows]
        cells, weights = [], []
        for (source, abnormal), share in SHARES.items():
            chosen = ((table["source"] == source) & (table["abnormal"] == abnormal)).to_numpy()
            if chosen.any():
                cells.append(rows[chosen])
                weights.append(share)
        return cells, np.asarray(weights) / np.sum(weights)

    def pictures(self, rows: np.ndarray) -> Tensor:
        """Films of rows as floats of 0..1."""
        return torch.from_numpy(self.films.pixels[rows].astype(np.float32) / 255.0)[:, None]

    def paint(self, films: Tensor, labels: Tensor) -> Tensor:
        """Paints opacities into some normal films, in place; what was added."""
        change = torch.zeros_like(films)
        for row in range(len(films)):
            if labels[row, 0] == 0 and self.random.random() < self.plan.paint:
                change[row] = self.painter.paint(films[row])
                labels[row, 0] = labels[row, 1] = 1
        films += change
        return change

    def stranger(self) -> Tensor:
        """One picture that the gate must refuse."""
        kind = str(self.random.choice(negatives.KINDS))
        if kind in negatives.PROCEDURAL:
            return negatives.procedural(kind, self.random)
        if kind in negatives.FOREIGN:
            row = int(self.random.choice(self.foreign[kind]))
            return torch.from_numpy(self.films.other_pixels[row].astype(np.float32) / 255)[None]
        cell = self.cells[int(self.random.choice(len(self.cells), p=self.weights))]
        film = self.pictures(self.random.choice(cell, 1))
        return negatives.turned(film[0], kind, self.random)

    def homes(self, rows: np.ndarray, labels: Tensor) -> Tensor:
        """Number of the source of unpainted normal films, -1 for all other pictures."""
        numbers = [SOURCES.index(name) for name in self.films.table["source"].to_numpy()[rows]]
        homes = torch.where(labels[:, 0] == 0, torch.tensor(numbers), UNKNOWN)
        return torch.cat([homes, torch.full((self.plan.strangers,), UNKNOWN)])

    def draw(self) -> Batch:
        """One batch."""
        plan = self.plan
        chosen = self.random.choice(len(self.cells), plan.batch, p=self.weights)
        rows = np.array([self.random.choice(self.cells[cell]) for cell in chosen])
        labels = torch.from_numpy(self.films.labels[rows].copy())
        films = self.pictures(rows)
        change = self.paint(films, labels)
        place = self.place.expand(plan.batch, 1, -1, -1)
        moved = reframe(torch.cat([films, change, place], 1))
        strange = torch.stack([self.stranger() for _ in range(plan.strangers)])
        pictures = standardise(restyle(torch.cat([moved[:, :1], reframe(strange, 0.08)])))
        unknown = torch.full((plan.strangers, labels.shape[1]), UNKNOWN)
        gate = torch.cat([torch.ones(plan.batch), torch.zeros(plan.strangers)])
        return Batch(
            pictures, torch.cat([labels, unknown]), gate, self.homes(rows, labels),
            torch.rand(len(pictures), 1, 1, 1), cell_targets(moved[:, 1:2], moved[:, 2:], labels),
        )


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


def follow(mean: ChestNet, net: ChestNet, decay: float) -> None:
    """Moves the averaged weights towards the current ones."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - decay)
            else:
                old.copy_(new)


def rate_at(step: int, steps: int, peak: float) -> float:
    """Warm-up, then a cosine."""
    warm = max(1, steps // 20)
    if step < warm:
        return peak * (step + 1) / warm
    return peak * 0.5 * (1 + math.cos(math.pi * (step - warm) / (steps - warm)))


class Run:
    """State of a training run that can be stopped and taken up."""

    def __init__(self, films: Films, folder: Path, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.path = plan, folder / f"{plan.name}.pt"
        self.batches = Batches(films, plan)
        self.net = ChestNet().to(memory_format=torch.channels_last)
        self.mean = deepcopy(self.net).eval()
        self.adversary = Adversary(self.net.maps.in_channels, len(SOURCES))
        self.cell_loss = CellLoss()
        parts = (self.net, self.adversary, self.cell_loss)
        learned = [weight for part in parts for weight in part.parameters()]
        self.optimiser = torch.optim.AdamW(learned, plan.rate, weight_decay=plan.decay)
        self.epoch = 0
        self.steps = max(1, plan.films // plan.batch)

    def resume(self) -> None:
        """Takes up the last checkpoint, if there is one."""
        if self.path.exists():
            state = torch.load(self.path, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self.adversary.load_state_dict(state["adversary"])
            self.cell_loss.load_state_dict(state["cells"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.epoch = state["epoch"]

    def save(self) -> None:
        """Writes the checkpoint."""
        state = {"net": self.net.state_dict(), "mean": self.mean.state_dict()}
        state |= {"adversary": self.adversary.state_dict(), "cells": self.cell_loss.state_dict()}
        state |= {"optimiser": self.optimiser.state_dict(), "epoch": self.epoch}
        torch.save(state, self.path.with_suffix(".part"))
        self.path.with_suffix(".part").replace(self.path)

    def loss(self, batch: Batch, warm: float) -> Tensor:
        """Labels, gate, cells and the adversary, the last growing with `warm`."""
        plan = self.plan
        with torch.autocast("cpu", torch.bfloat16):
            features = self.net.features(batch.films, batch.share)
            logits, maps, gate = self.net.heads(features)
        loss = loss_of(logits, gate, batch.labels, batch.wanted, plan.smooth)
        if plan.cells:
            loss = loss + plan.cells * self.cell_loss(maps[: plan.batch], batch.cells)
        if plan.adverse:
            pooled = features.float().mean((2, 3))
            loss = loss + self.adversary.loss(pooled, batch.homes, plan.adverse * warm)
        return loss

    def step(self, number: int, batch: Batch) -> float:
        """One update."""
        total = self.plan.epochs * self.steps
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(number, total, self.plan.rate)
        loss = self.loss(batch, min(1.0, 2.0 * number / total))
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        follow(self.mean, self.net, min(self.plan.average, (number + 1) / (number + 10)))
        return float(loss.detach())

    def one_epoch(self, pool: ThreadPoolExecutor) -> float:
        """Updates of an epoch, the next batch being drawn beside; the mean loss."""
        losses = []
        self.net.train()
        coming = pool.submit(self.batches.draw)
        for step in range(self.steps):
            batch = coming.result()
            if step + 1 < self.steps:
                coming = pool.submit(self.batches.draw)
            losses.append(self.step(self.epoch * self.steps + step, batch))
        return float(np.mean(losses))

    def run(self) -> ChestNet:
        """All epochs that are left; the averaged network."""
        self.resume()
        self.batches.skip(self.epoch)
        with ThreadPoolExecutor(1) as pool:
            while self.epoch < self.plan.epochs:
                started = time.time()
                loss = self.one_epoch(pool)
                self.epoch += 1
                self.save()
                taken = time.time() - started
                print(f"{self.plan.name} {self.epoch} {loss:.4f} {taken:.0f}s", flush=True)
        return self.mean.eval()


def train(cache: Path, plan: Plan) -> ChestNet:
    """Trains a plan on the cached films."""
    folder = cache / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    return Run(Films(cache / "pixels"), folder, plan).run()
