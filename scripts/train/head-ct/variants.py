"""Random versions of slices of both kinds, painted bleedings and strangers for the gate."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from data import SIZE, Heads
from shared import strangers
from shared.adversary import UNKNOWN
from shared.lesions import Habits, LesionPainter, head_mask
from shared.look import standardise
from shared.slice_look import reframe, restyle
from shared.slice_net import GRID
from shared.slice_train import Batch, cell_targets

BLEEDING = Habits(radius=(4, 34), bright=1.0, contrast=(0.14, 0.5), ring=0.0, halo=0.5,
                  dark_halo=1.0, rim=1,
                  crescent=0.2)
CALCIFIED = Habits(radius=(1.2, 3.0), bright=1.0, contrast=(0.3, 0.6), ring=0.0, halo=0.0, rim=1)
BONE = 0.85


def soft_parts(films: Tensor, masks: Tensor) -> Tensor:
    """The head without its bone, 0..1: where a bleeding may be painted."""
    soft = F.avg_pool2d((films < BONE).float(), 5, 1, 2)
    return masks * ((soft - 0.5) * 2).clamp(0, 1)


class Variants:
    """Random versions of the slices, and strangers."""

    def __init__(self, heads: Heads, paint: float, seed: int) -> None:
        self.heads, self.paint_share = heads, paint
        self.random = np.random.default_rng(seed)
        self.painter = LesionPainter(BLEEDING, seed + 1)
        self.chalk = LesionPainter(CALCIFIED, seed + 2)
        self.foreign = {name: np.flatnonzero((part["split"] == "train").to_numpy())
                        for name, part in heads.foreign.items()}

    def paint(self, films: Tensor, labels: Tensor, masks: Tensor) -> Tensor:
        """Paints bleedings into some normal slices and specks of calcium into any, in place;
        what the bleedings added."""
        change, places = torch.zeros_like(films), soft_parts(films, masks)
        for row in range(len(films)):
            if self.random.random() < 0.15:
                films[row] += self.chalk.paint(films[row], places[row])
            if labels[row, 0] == 0 and self.random.random() < self.paint_share:
                for _ in range(1 + int(self.random.random() < 0.3)):
                    change[row] += self.painter.paint(films[row], places[row])
                labels[row, 0] = int(float(change[row].abs().max()) > 0.05)
        films += change
        return change

    def stranger(self) -> Tensor:
        """One picture that the gate must refuse, 1 x S x S."""
        draw = self.random.random()
        if draw < 0.3:
            return strangers.made(str(self.random.choice(strangers.KINDS)), SIZE, self.random)
        name = "brain" if draw < 0.75 else "chest"
        row = int(self.random.choice(self.foreign[name]))
        film = torch.from_numpy(self.heads.foreign_pixels[name][row].astype(np.float32) / 255)
        return film[None]

    def own(self, rows: np.ndarray) -> Batch:
        """A new version of each of these slices."""
        films = torch.from_numpy(self.heads.pixels[rows].astype(np.float32) / 255.0)[:, None]
        labels = torch.from_numpy(self.heads.labels[rows].copy())
        masks = head_mask(films)
        change = self.paint(films, labels, masks)
        moved = reframe(torch.cat([films, change, masks], 1), 0.3, (0.8, 1.3))
        cells = cell_targets(moved[:, 1:2], moved[:, 2:], labels)
        return self.packed(moved[:, :1], labels, 1.0, cells)

    def strangers(self, count: int) -> Batch:
        """Pictures for the gate alone."""
        films = reframe(torch.stack([self.stranger() for _ in range(count)]))
        nothing = torch.full((count, 1, GRID, GRID), UNKNOWN)
        return self.packed(films, torch.full((count, 1), UNKNOWN), 0.0, nothing)

    def packed(self, films: Tensor, labels: Tensor, wanted: float, cells: Tensor) -> Batch:
        """Films in a random look, as a batch without homes."""
        count = len(films)
        return Batch(standardise(restyle(films, 0.5)), labels, torch.full((count,), wanted),
                     torch.full((count,), UNKNOWN), torch.rand(count, 1, 1, 1), cells)
