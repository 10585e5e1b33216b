"""The steps of a training run: rate, update, averaged weights, epochs, and the loss of cells."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

Batch = TypeVar("Batch")


def rate_at(step: int, steps: int, peak: float) -> float:
    """Warm-up, then a cosine."""
    warm = max(1, steps // 20)
    if step < warm:
        return peak * (step + 1) / warm
    return peak * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


def follow(mean: nn.Module, net: nn.Module, decay: float) -> None:
    """Moves the averaged weights towards the current ones."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - decay)
            else:
                old.copy_(new)


def set_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    """The learning rate of what comes."""
    for group in optimiser.param_groups:
        group["lr"] = rate


def update(net: nn.Module, mean: nn.Module, optimiser: torch.optim.Optimizer, loss: Tensor,
           clip: float, average: float, number: int) -> float:
    """One update of a network and of its average, which settles over the first updates; the loss."""
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), clip)
    optimiser.step()
    follow(mean, net, min(average, (number + 1) / (number + 10)))
    return float(loss.detach())


def mean_loss(pool: ThreadPoolExecutor, steps: int, draw: Callable[[], Batch],
                     step: Callable[[int, Batch], float]) -> float:
    """Updates of an epoch, the next batch being drawn beside; the mean loss."""
    losses = []
    coming = pool.submit(draw)
    for number in range(steps):
        batch = coming.result()
        if number + 1 < steps:
            coming = pool.submit(draw)
        losses.append(step(number, batch))
    return float(np.mean(losses))


class CellLoss(nn.Module):
    """Cross-entropy of cells over a learned scale of each map, both classes counting the same."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(1, labels, 1, 1))
        self.shift = nn.Parameter(torch.full((1, labels, 1, 1), -2.0))

    def forward(self, maps: Tensor, targets: Tensor) -> Tensor:
        logits = maps.float() * torch.exp(self.scale) + self.shift
        each = F.binary_cross_entropy_with_logits(
            logits, targets.clamp(min=0).float(), reduction="none")
        total = maps.new_zeros((), dtype=torch.float32)
        for value in (0, 1):
            chosen = targets == value
            total = total + (each * chosen).sum() / chosen.sum().clamp(min=1)
        return total
