"""Tells the source of normal pictures; the trunk is trained to make that hard."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

UNKNOWN = -1


class Reverse(torch.autograd.Function):
    """Identity whose gradient is turned round and scaled."""

    @staticmethod
    def forward(context, features: Tensor, strength: float) -> Tensor:
        context.strength = strength
        return features.view_as(features)

    @staticmethod
    def backward(context, gradient: Tensor) -> tuple[Tensor, None]:
        return -context.strength * gradient, None


class Adversary(nn.Module):
    """A small classifier of sources over pooled features of normal pictures only.

    Only normal pictures are used, so that hiding the source does not hide the disease.
    """

    def __init__(self, width: int, sources: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, sources))

    def loss(self, features: Tensor, homes: Tensor, strength: float) -> Tensor:
        """Cross-entropy over the pictures with a home, every source counting the same."""
        known = homes != UNKNOWN
        if int(known.sum()) < 2:
            return features.sum() * 0.0
        homes = homes[known]
        each = F.cross_entropy(self.layers(Reverse.apply(features[known], strength)), homes,
                               reduction="none")
        weight = 1.0 / torch.bincount(homes, minlength=16)[homes].float()
        return (each * weight).sum() / weight.sum()
