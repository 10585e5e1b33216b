"""Teaches the maps where evidence may lie: painted lesions, healthy lungs, outside the chest."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from labels import LABELS, UNKNOWN
from net import GRID

PAINTED, FAINT = 0.05, 0.012
REACH = 9
OUTSIDE = 0.12


def reach(lungs: Tensor) -> Tensor:
    """Where findings may lie: lungs and heart (N x 1 x s x s), widened over pleura and chest wall."""
    return F.avg_pool2d(F.max_pool2d(lungs, REACH, 1, REACH // 2), 3, 1, 1)


def cell_targets(change: Tensor, place: Tensor, labels: Tensor) -> Tensor:
    """Per label and cell: 1 evidence, 0 none, -1 unknown.

    `change` is what was painted, `place` where findings may lie, both moved with the film. A label
    known to be absent has no evidence anywhere; one that was painted has it where the paint is.
    """
    painted = F.adaptive_avg_pool2d(change, GRID)[:, 0]
    possible = F.adaptive_avg_pool2d(place, GRID)[:, 0]
    targets = torch.full((len(labels), len(LABELS), GRID, GRID), UNKNOWN)
    targets.masked_fill_((possible < OUTSIDE)[:, None], 0)
    targets[labels == 0] = 0
    made = painted.amax((1, 2)) > 0
    shown = torch.where(painted > PAINTED, 1, torch.where(painted > FAINT, UNKNOWN, 0))
    shown = shown[:, None].expand_as(targets)
    return torch.where((made[:, None] & (labels == 1))[:, :, None, None], shown, targets)
