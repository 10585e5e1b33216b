"""Random framing and random sequence or scanner looks of head slices, N x C x S x S in 0..1."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from shared.look import chance, coarsen, field, grain, hide_marks, uniform

KNOTS = 5


def spread(count: int, low: float, high: float) -> Tensor:
    """Random numbers, one per picture."""
    return torch.empty(count).uniform_(low, high)


def reframe(films: Tensor, turn: float = 0.35, zoom: tuple[float, float] = (0.75, 1.2)) -> Tensor:
    """Turns, zooms, shifts, mirrors and sometimes turns over; all channels alike.

    `zoom` is the side of the part that is shown: above 1 a margin is added, below 1 cut away.
    """
    count, size = films.shape[0], films.shape[-1]
    side = torch.exp(spread(count, *(float(torch.tensor(v).log()) for v in zoom)))
    aspect = torch.exp(spread(count, -0.12, 0.12))
    angle = spread(count, -turn, turn)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    over = torch.where(torch.rand(count) < 0.1, -1.0, 1.0)
    frame = torch.zeros(count, 2, 3)
    frame[:, 0, 0] = side * aspect * torch.cos(angle) * mirror
    frame[:, 0, 1] = -side / aspect * torch.sin(angle) * over
    frame[:, 1, 0] = side * aspect * torch.sin(angle) * mirror
    frame[:, 1, 1] = side / aspect * torch.cos(angle) * over
    frame[:, :, 2] = torch.empty(count, 2).uniform_(-0.12, 0.12)
    grid = F.affine_grid(frame, [count, 1, size, size], align_corners=False)
    pad = "border" if float(torch.rand(())) < 0.2 else "zeros"
    return F.grid_sample(films, grid, padding_mode=pad, align_corners=False)


def curve(films: Tensor, strength: float) -> Tensor:
    """A random rising tone curve per picture, `strength` of 1 being any curve."""
    count = films.shape[0]
    steps = torch.rand(count, KNOTS) * strength + (1 - strength) * 0.5 + 0.02
    knots = torch.cat([torch.zeros(count, 1), steps.cumsum(1)], 1) / steps.sum(1, keepdim=True)
    place = films.clamp(0, 1).flatten(1) * KNOTS
    lower = place.floor().clamp(max=KNOTS - 1).long()
    low, high = knots.gather(1, lower), knots.gather(1, lower + 1)
    return (low + (high - low) * (place - lower)).reshape(films.shape)


def restyle(films: Tensor, tone: float = 0.8) -> Tensor:
    """Tone, coil shading, haze, saturation, resolution, grain and covered marks."""
    count, size = films.shape[0], films.shape[-1]
    films = torch.where(chance(count, 0.7), curve(films, tone), films)
    films = films.clamp(1e-3, 1) ** torch.exp(uniform(count, -0.5, 0.5))
    films = films * torch.exp(field(count, size, 2, 5) * uniform(count, 0, 0.25))
    haze = uniform(count, 0, 0.12) * chance(count, 0.2)
    top = uniform(count, 0.6, 1.1)
    films = ((films + haze) / top).clamp(0, 1)
    return hide_marks(grain(coarsen(films, 72)), 0.12, 0.06)
