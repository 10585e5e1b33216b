"""Teaches the maps where evidence may lie: painted opacities, healthy lungs, outside the chest."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from data import UNKNOWN
from net import LABELS

GRID = 14
PAINTED, FAINT = 0.05, 0.012
REACH = 21
OUTSIDE = 0.15
PAINTED_LABELS = 2


def reach(prior: np.ndarray) -> Tensor:
    """Where findings may lie: the usual place of lungs, widened over heart and pleura."""
    wide = F.max_pool2d(torch.from_numpy(prior)[None, None], REACH, 1, REACH // 2)
    return F.avg_pool2d(wide, 9, 1, 4)[0]


def cell_targets(change: Tensor, place: Tensor, labels: Tensor) -> Tensor:
    """Per label and cell: 1 evidence, 0 none, -1 unknown.

    `change` is what was painted, `place` where findings may lie, both moved with the film.
    """
    painted = F.adaptive_avg_pool2d(change, GRID)[:, 0]
    possible = F.adaptive_avg_pool2d(place, GRID)[:, 0]
    targets = torch.full((len(labels), len(LABELS), GRID, GRID), UNKNOWN)
    targets.masked_fill_((possible < OUTSIDE)[:, None], 0)
    made = painted.amax((1, 2)) > 0
    targets[(labels[:, 0] == 0) | made] = 0
    shown = torch.where(painted > PAINTED, 1, torch.where(painted > FAINT, UNKNOWN, 0))
    targets[made, :PAINTED_LABELS] = shown[made][:, None]
    return targets


class CellLoss(nn.Module):
    """Cross-entropy of cells over a learned scale of each map, both classes counting the same."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(1, len(LABELS), 1, 1))
        self.shift = nn.Parameter(torch.full((1, len(LABELS), 1, 1), -2.0))

    def forward(self, maps: Tensor, targets: Tensor) -> Tensor:
        logits = maps.float() * torch.exp(self.scale) + self.shift
        each = F.binary_cross_entropy_with_logits(
            logits, targets.clamp(min=0).float(), reduction="none")
        total = maps.new_zeros((), dtype=torch.float32)
        for value in (0, 1):
            chosen = targets == value
            total = total + (each * chosen).sum() / chosen.sum().clamp(min=1)
        return total
