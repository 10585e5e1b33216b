"""Trains the network, with a checkpoint per epoch."""

from __future__ import annotations

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

from augment import WHOLE_SHARE, Painter, look, reframe
from cells import cell_targets, reach
from data import LUNG_SIZE, Films
from labels import LABELS, MAIN, MINED, UNKNOWN
from net import ChestNet
from shared.adversary import Adversary
from shared.chest_films import SOURCES
from shared.look import standardise
from shared.steps import CellLoss, mean_loss, rate_at, set_rate, update

SHARES = {
    ("kermany_ped", 0): 0.11,
    ("kermany_ped", 1): 0.13,
    ("mendeley_pk", 0): 0.09,
    ("mendeley_pk", 1): 0.12,
    ("rsna_nih_adult", 0): 0.15,
    ("cxr_nih", 0): 0.03,
    ("cxr_nih", 1): 0.25,
    ("bimcv_padchest", 1): 0.12,
}
FLUID = 0.25
CLIP = 2.0
SAYS_NOTHING = {
    True: ("pneumonia", "tuberculosis", "covid19", "atelectasis", "consolidation"),
    False: ("tuberculosis", "covid19", "atelectasis", "consolidation", "edema", "nodule"),
}
ELSEWHERE = 0.35
WEIGHTS = [1.0] * len(MAIN) + [0.5] * len(MINED)


@dataclass
class Plan:
    """What a run does."""

    name: str
    epochs: int = 6
    films: int = 4800
    batch: int = 48
    rate: float = 2e-3
    decay: float = 0.05
    paint: float = 0.25
    smooth: float = 0.04
    average: float = 0.997
    adverse: float = 0.3
    cells: float = 0.3
    sharpness: float = 0.0
    without: str | None = None
    everything: bool = False
    seed: int = 7


class Batch(NamedTuple):
    """Pictures, labels (-1 unknown), homes, weights of labels, shares of contrast, cell targets."""

    films: Tensor
    labels: Tensor
    homes: Tensor
    weights: Tensor
    share: Tensor
    cells: Tensor


class Batches:
    """Draws source-balanced batches."""

    def __init__(self, films: Films, plan: Plan) -> None:
        self.films, self.plan = films, plan
        self.sources = films.table["source"].to_numpy()
        self.reseed(plan.seed)
        self.cells, self.weights = self.split_cells()

    def reseed(self, seed: int) -> None:
        """Starts the draws anew: those of a resumed run differ from those of the epochs done."""
        torch.manual_seed(seed)
        self.random = np.random.default_rng(seed)
        self.painter = Painter(seed + 1)

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

    def pictures(self, rows: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Films (wider cut or, sometimes, whole), where lungs are in them, the service's cut."""
        bare = self.random.random(len(rows)) < WHOLE_SHARE
        pixels = np.where(bare[:, None, None], self.films.whole[rows], self.films.kept[rows])
        lungs = self.films.lungs[rows].astype(np.float32) / 255.0
        # Where the lungs lie on a whole film is not kept: nothing is painted or ruled out there.
        lungs[bare | (lungs.max((1, 2)) == 0)] = -1.0
        inner = self.films.inner[rows].copy()
        inner[bare] = (0, 0, 1, 1)
        films = torch.from_numpy(pixels.astype(np.float32) / 255.0)[:, None]
        return films, torch.from_numpy(lungs)[:, None], torch.from_numpy(inner)

    def paint(self, films: Tensor, lungs: Tensor, labels: Tensor) -> Tensor:
        """Paints lesions into some normal films, in place; what was added."""
        change = torch.zeros_like(films)
        for row in range(len(films)):
            wanted = labels[row, 0] == 0 and self.random.random() < self.plan.paint
            if not wanted or float((lungs[row] > 0.5).sum()) < LUNG_SIZE:
                continue
            fluid = bool(self.random.random() < FLUID)
            change[row] = self.painter.paint(films[row], lungs[row], fluid)
            for label in SAYS_NOTHING[fluid]:
                labels[row, LABELS.index(label)] = UNKNOWN
            shown = "effusion" if fluid else "pneumonia"
            labels[row, 0] = labels[row, LABELS.index(shown)] = 1
        films += change
        return change

    def weights_of(self, rows: np.ndarray) -> Tensor:
        """How much each label of each film counts: mined labels less where all are absent."""
        made = torch.ones(len(rows), len(LABELS))
        away = torch.from_numpy(self.sources[rows] != "cxr_nih")
        made[away, len(MAIN) :] = ELSEWHERE
        return made

    def homes(self, rows: np.ndarray, labels: Tensor) -> Tensor:
        """Number of the source of unpainted normal films, -1 for all other pictures."""
        numbers = torch.tensor([SOURCES.index(name) for name in self.sources[rows]])
        return torch.where(labels[:, 0] == 0, numbers, UNKNOWN)

    def draw(self) -> Batch:
        """One batch."""
        chosen = self.random.choice(len(self.cells), self.plan.batch, p=self.weights)
        rows = np.array([self.random.choice(self.cells[cell]) for cell in chosen])
        labels = torch.from_numpy(self.films.labels[rows].copy())
        films, lungs, inner = self.pictures(rows)
        change = self.paint(films, lungs, labels)
        place = reach(lungs.abs())
        coarse = F.interpolate(change, place.shape[-2:], mode="area")
        cuts, beside = reframe(films, torch.cat([coarse, place], 1), inner)
        cells = cell_targets(beside[:, :1], beside[:, 1:], labels)
        return Batch(standardise(look(cuts)), labels, self.homes(rows, labels),
                     self.weights_of(rows), torch.rand(len(films), 1, 1, 1), cells)


def loss_of(logits: Tensor, labels: Tensor, weights: Tensor, smooth: float) -> Tensor:
    """Masked cross-entropy of the labels."""
    known = (labels != UNKNOWN) * weights
    target = labels.clamp(min=0).float() * (1 - 2 * smooth) + smooth
    each = F.binary_cross_entropy_with_logits(logits.float(), target, reduction="none")
    of_labels = (each * known).sum(0) / known.sum(0).clamp(min=1)
    counted = torch.tensor(WEIGHTS)
    return (of_labels * counted).sum() / counted.sum()


class Run:
    """State of a training run that can be stopped and taken up."""

    def __init__(self, films: Films, folder: Path, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.path = plan, folder / f"{plan.name}.pt"
        self.batches = Batches(films, plan)
        self.net = ChestNet(sharpness=plan.sharpness).to(memory_format=torch.channels_last)
        self.mean = deepcopy(self.net).eval()
        self.adversary = Adversary(self.net.maps.in_channels, len(SOURCES))
        self.cell_loss = CellLoss(len(LABELS))
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
        state["sharpness"] = self.plan.sharpness
        torch.save(state, self.path.with_suffix(".part"))
        self.path.with_suffix(".part").replace(self.path)

    def loss(self, batch: Batch, warm: float) -> Tensor:
        """Labels, cells and the adversary, the last growing with `warm`."""
        plan = self.plan
        with torch.autocast("cpu", torch.bfloat16):
            features = self.net.features(batch.films, batch.share)
            logits, maps = self.net.heads(features)
        loss = loss_of(logits, batch.labels, batch.weights, plan.smooth)
        loss = loss + plan.cells * self.cell_loss(maps, batch.cells)
        pooled = features.float().mean((2, 3))
        return loss + self.adversary.loss(pooled, batch.homes, plan.adverse * warm)

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
        return mean_loss(pool, self.steps, self.batches.draw,
                         lambda step, batch: self.step(before + step, batch))

    def run(self) -> ChestNet:
        """All epochs that are left; the averaged network."""
        self.resume()
        self.batches.reseed(self.plan.seed + self.epoch)
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
