"""Draws batches: slices balanced over style and label, painted lesions, halves and strangers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from torch import Tensor

import halves
from data import NORMAL, SIZE, TYPES, Slices
from shared import strangers
from shared.adversary import UNKNOWN
from shared.lesions import Habits, LesionPainter, head_mask
from shared.look import standardise
from shared.slice_look import reframe, restyle
from shared.slice_train import Batch, cell_targets

STRANGERS = 5


@dataclass
class Mix:
    """How many of each go into a batch."""

    tumours: int = 11
    normals: int = 8
    healthy: int = 4
    ill: int = 2
    paint: float = 0.4


class BrainBatches:
    """Batches from the rows of a training set; `sides` lists the halves that may be used."""

    def __init__(
        self, slices: Slices, rows: np.ndarray, sides: pd.DataFrame | None, mix: Mix, seed: int
    ) -> None:
        self.slices, self.mix, self.seed = slices, mix, seed
        self.random = np.random.default_rng(seed)
        self.painter = LesionPainter(Habits(), seed + 1)
        table = slices.table.iloc[rows]
        self.pools = {kind: self.by_style(rows, table, kind) for kind in (NORMAL, *TYPES)}
        self.sides = None if sides is None else sides[sides["row"].isin(rows)]
        self.foreign = {name: np.flatnonzero((part["split"] == "train").to_numpy())
                        for name, part in slices.foreign.items()}
        self.batch = mix.tumours + mix.normals + mix.healthy + mix.ill

    def by_style(
        self, rows: np.ndarray, table: pd.DataFrame, kind: str
    ) -> tuple[list[np.ndarray], np.ndarray]:
        """Rows of a kind, one array per style, and how often a style is drawn (square root)."""
        chosen = [rows[((table["kind"] == kind) & (table["style"] == number)).to_numpy()]
                  for number in sorted(table["style"].unique())]
        chosen = [part for part in chosen if len(part)]
        weights = np.sqrt([len(part) for part in chosen])
        return chosen, weights / weights.sum()

    def reseed(self, epochs: int) -> None:
        """Other draws after a resumption than those of the epochs that are done."""
        torch.manual_seed(self.seed + epochs)
        self.random = np.random.default_rng(self.seed + epochs)

    def drawn(self, kind: str, count: int) -> np.ndarray:
        """Rows of a kind, balanced over styles."""
        pools, weights = self.pools[kind]
        picked = self.random.choice(len(pools), count, p=weights)
        return np.array([self.random.choice(pools[place]) for place in picked], np.int64)

    def halves(self) -> tuple[Tensor, Tensor, np.ndarray]:
        """Mirrored halves, their labels and rows; plain normals where there are no sides."""
        want = self.mix.healthy + self.mix.ill
        if self.sides is None or len(self.sides) == 0:
            rows = self.drawn(NORMAL, want)
            return self.pictures(rows), self.labels(rows), rows
        chosen = self.sides.iloc[self.random.integers(0, len(self.sides), want)]
        rows, side = chosen["row"].to_numpy(), chosen["side"].to_numpy().copy()
        labels = self.labels(rows)
        side[: self.mix.healthy] = 1 - side[: self.mix.healthy]
        labels[: self.mix.healthy] = 0
        away = self.random.uniform(-0.5, 0.5, want) * halves.AWAY
        away[: self.mix.healthy] = halves.AWAY
        return halves.rebuilt(self.slices, rows, side, away), labels, rows

    def pictures(self, rows: np.ndarray) -> Tensor:
        """Slices as floats of 0..1."""
        return torch.from_numpy(self.slices.pixels[rows].astype(np.float32) / 255.0)[:, None]

    def labels(self, rows: np.ndarray) -> Tensor:
        """Labels of rows."""
        return torch.from_numpy(self.slices.labels[rows].copy())

    def paint(self, films: Tensor, labels: Tensor, masks: Tensor) -> Tensor:
        """Paints lesions into some normal slices, in place; what was added.

        A painted lesion is abnormal and of no known type.
        """
        change = torch.zeros_like(films)
        for row in np.flatnonzero(labels[:, 0].numpy() == 0):
            if self.random.random() < self.mix.paint:
                for _ in range(1 + int(self.random.random() < 0.25)):
                    change[row] += self.painter.paint(films[row], masks[row])
                if float(change[row].abs().max()) > 0.05:
                    labels[row] = UNKNOWN
                    labels[row, 0] = 1
        films += change
        return change

    def stranger(self) -> Tensor:
        """One picture that the gate must refuse, 1 x S x S."""
        draw = self.random.random()
        if draw < 0.3:
            return strangers.made(str(self.random.choice(strangers.KINDS)), SIZE, self.random)
        name = "head" if draw < 0.7 else "chest"
        row = int(self.random.choice(self.foreign[name]))
        film = torch.from_numpy(self.slices.foreign_pixels[name][row].astype(np.float32) / 255)
        return film[None]

    def homes(self, rows: np.ndarray, labels: Tensor) -> Tensor:
        """Style of the normal slices, -1 for all other pictures."""
        numbers = torch.from_numpy(self.slices.table["style"].to_numpy()[rows].astype(np.int64))
        return torch.where(labels[:, 0] == 0, numbers, UNKNOWN)

    def draw(self) -> Batch:
        """A batch of own slices followed by strangers."""
        each = self.mix.tumours // len(TYPES)
        counts = [self.mix.tumours - each * (len(TYPES) - 1)] + [each] * (len(TYPES) - 1)
        kinds = zip(self.random.permutation(TYPES), counts, strict=True)
        rows = np.concatenate([self.drawn(NORMAL, self.mix.normals),
                               *(self.drawn(str(kind), count) for kind, count in kinds)])
        half_films, half_labels, half_rows = self.halves()
        films = torch.cat([self.pictures(rows), half_films])
        labels = torch.cat([self.labels(rows), half_labels])
        masks = head_mask(films)
        change = self.paint(films, labels, masks)
        homes = self.homes(np.concatenate([rows, half_rows]), labels)
        others = torch.stack([self.stranger() for _ in range(STRANGERS)])
        moved = reframe(torch.cat([films, change, masks], 1))
        films = torch.cat([moved[:, :1], reframe(others)])
        wanted = torch.cat([torch.ones(len(labels)), torch.zeros(STRANGERS)])
        return Batch(
            standardise(restyle(films)), labels, wanted, homes,
            torch.rand(len(films), 1, 1, 1), cell_targets(moved[:, 1:2], moved[:, 2:], labels),
        )
