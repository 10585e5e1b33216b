"""Trains the network, with a checkpoint per epoch of steps."""

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

import negatives
from augment import disease, reframe, reshape, restyle
from data import Pictures
from net import AnatomyNet
from shared.chest_films import SOURCES
from shared.look import restyle as restyle_fully
from shared.look import standardise
from shared.steps import rate_at, set_rate, update

UNCHANGED = 0.08
GATE_WEIGHT = 0.25
CLIP = 1.0


@dataclass
class Plan:
    """What a run does.

    `fold` leaves out one part of the outlined films, `gate` trains the gate, `start` takes the
    weights of another run, `believed` films join the outlined ones (a share of every batch).
    """

    name: str
    steps: int = 500
    batch: int = 16
    films: int = 10
    strangers: int = 10
    rate: float = 2e-3
    decay: float = 0.02
    average: float = 0.99
    fold: int | None = None
    folds: int = 4
    gate: bool = False
    start: str | None = None
    believed: tuple[np.ndarray, np.ndarray] | None = None
    share: float = 0.45
    seed: int = 7
    save_every: int = 50


class Batch(NamedTuple):
    """Outlined films with masks at half size, and pictures with gate targets."""

    films: Tensor
    masks: Tensor
    others: Tensor
    wanted: Tensor


class Batches:
    """Draws batches."""

    def __init__(self, pictures: Pictures, plan: Plan, seed: int) -> None:
        self.pictures, self.plan = pictures, plan
        self.random = np.random.default_rng(seed)
        torch.manual_seed(seed)
        folds = pictures.folds(plan.folds)
        self.outlined = np.flatnonzero(folds != plan.fold)
        table = pictures.film_table
        train = (table["split"] == "train").to_numpy()
        self.by_source = [np.flatnonzero(train & (table["source"] == name).to_numpy())
                          for name in SOURCES]
        other = pictures.other_table
        self.foreign = {
            kind: np.flatnonzero(((other["source"] == kind) & (other["split"] == "train")).to_numpy())
            for kind in negatives.FOREIGN
        }
        self.photographs = negatives.Photographs()
        if plan.believed is not None:
            sources = table["source"].to_numpy()[plan.believed[0]]
            names, place, counts = np.unique(sources, return_inverse=True, return_counts=True)
            self.believed_weights = 1.0 / counts[place] / len(names)

    @staticmethod
    def floats(pixels: np.ndarray) -> Tensor:
        """Bytes as N x 1 x S x S of 0..1."""
        return torch.from_numpy(pixels.astype(np.float32) / 255.0)[:, None]

    def some_films(self, count: int) -> Tensor:
        """Films of all sources, each source as likely."""
        rows = [int(self.random.choice(self.by_source[int(self.random.integers(len(SOURCES)))]))
                for _ in range(count)]
        return self.floats(self.pictures.films[rows])

    def stranger(self) -> Tensor:
        """One picture that the gate must refuse."""
        kind = str(self.random.choice(negatives.KINDS))
        if kind in negatives.PROCEDURAL:
            return negatives.procedural(kind, self.random)
        if kind == negatives.PHOTO:
            return self.photographs.piece(True, self.random)
        if kind in negatives.FOREIGN:
            row = int(self.random.choice(self.foreign[kind]))
            return self.floats(self.pictures.others[[row]])[0]
        return negatives.turned(self.some_films(1)[0], kind, self.random)

    def outlined_films(self) -> tuple[Tensor, Tensor]:
        """Films with their masks, believed ones among them, each source as likely."""
        plan, count = self.plan, self.plan.batch
        taught = 0 if plan.believed is None else round(count * plan.share)
        rows = self.random.choice(self.outlined, count - taught)
        films, masks = self.pictures.jsrt[rows], self.pictures.masks[rows]
        if taught and plan.believed is not None:
            chosen = self.random.choice(len(plan.believed[0]), taught, p=self.believed_weights)
            films = np.concatenate([films, self.pictures.films[plan.believed[0][chosen]]])
            masks = np.concatenate([masks, plan.believed[1][chosen]])
        return self.floats(films), torch.from_numpy(masks.astype(np.float32))

    def for_gate(self) -> tuple[Tensor, Tensor]:
        """Pictures and targets of the gate."""
        plan = self.plan
        films = reframe(self.some_films(plan.films))
        strange = reframe(torch.stack([self.stranger() for _ in range(plan.strangers)]), 0.06)
        pictures = standardise(restyle_fully(torch.cat([films, strange])))
        return pictures, torch.cat([torch.ones(plan.films), torch.zeros(plan.strangers)])

    def draw(self) -> Batch:
        """One batch."""
        films, masks = reshape(*self.outlined_films())
        plain = torch.rand(len(films), 1, 1, 1) < UNCHANGED
        films = torch.where(plain, films, restyle(disease(films, masks, self.random)))
        others, wanted = self.for_gate() if self.plan.gate else (films[:0], films[:0, 0, 0, 0])
        return Batch(standardise(films), F.avg_pool2d(masks, 2), others, wanted)


def mask_loss(logits: Tensor, masks: Tensor) -> Tensor:
    """Cross-entropy plus one minus soft Dice, over structures."""
    logits = logits.float()
    entropy = F.binary_cross_entropy_with_logits(logits, masks)
    share = torch.sigmoid(logits)
    both = (share * masks).sum((2, 3))
    dice = (2 * both + 20) / (share.sum((2, 3)) + masks.sum((2, 3)) + 20)
    return entropy + 0.5 * (1 - dice).mean()


class Run:
    """State of a training run that can be stopped and taken up."""

    def __init__(self, pictures: Pictures, folder: Path, plan: Plan) -> None:
        self.plan, self.path = plan, folder / f"{plan.name}.pt"
        torch.manual_seed(plan.seed)
        self.net = AnatomyNet().to(memory_format=torch.channels_last)
        self.mean = deepcopy(self.net).eval()
        self.optimiser = torch.optim.AdamW(self.net.parameters(), plan.rate,
                                           weight_decay=plan.decay)
        self.done = 0
        if plan.start:
            first = torch.load(folder / f"{plan.start}.pt", weights_only=True)["mean"]
            self.net.load_state_dict(first)
            self.mean.load_state_dict(first)
        self.resume()
        self.batches = Batches(pictures, plan, plan.seed + self.done)

    def resume(self) -> None:
        """Takes up the last checkpoint, if there is one."""
        if self.path.exists():
            state = torch.load(self.path, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.mean.load_state_dict(state["mean"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done = state["done"]

    def save(self) -> None:
        """Writes the checkpoint."""
        state = {"net": self.net.state_dict(), "mean": self.mean.state_dict(),
                 "optimiser": self.optimiser.state_dict(), "done": self.done}
        torch.save(state, self.path.with_suffix(".part"))
        self.path.with_suffix(".part").replace(self.path)

    def loss(self, batch: Batch) -> Tensor:
        """Masks, and the gate where it is trained."""
        with torch.autocast("cpu", torch.bfloat16):
            logits = self.net.decode(self.net.encode(batch.films))
            loss = mask_loss(logits, batch.masks)
            if self.plan.gate:
                gate = self.net.judge(self.net.encode(batch.others)[-1])[:, 0].float()
                wanted = batch.wanted * 0.98 + 0.01
                loss = loss + GATE_WEIGHT * F.binary_cross_entropy_with_logits(gate, wanted)
        return loss

    def step(self, batch: Batch) -> float:
        """One update."""
        set_rate(self.optimiser, rate_at(self.done, self.plan.steps, self.plan.rate))
        loss = self.loss(batch)
        figure = update(self.net, self.mean, self.optimiser, loss, CLIP, self.plan.average, self.done)
        self.done += 1
        return figure

    def run(self) -> AnatomyNet:
        """All steps that are left; the averaged network."""
        losses, started = [], time.time()
        self.net.train()
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(self.batches.draw)
            while self.done < self.plan.steps:
                batch = coming.result()
                coming = pool.submit(self.batches.draw)
                losses.append(self.step(batch))
                if self.done % self.plan.save_every == 0 or self.done == self.plan.steps:
                    self.save()
                    print(f"{self.plan.name} {self.done} {np.mean(losses):.4f} "
                          f"{time.time() - started:.0f}s", flush=True)
                    losses = []
        return self.mean.eval()


def train(cache: Path, plan: Plan) -> AnatomyNet:
    """Trains a plan on the cached pictures."""
    folder = cache / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    return Run(Pictures(cache / "pixels"), folder, plan).run()
