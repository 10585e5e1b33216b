"""Random appearance for batches of square pictures, N x 1 x S x S in 0..1."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F


def uniform(count: int, low: float, high: float) -> Tensor:
    """Column of numbers, one per picture, that broadcasts over pictures."""
    return torch.empty(count, 1, 1, 1).uniform_(low, high)


def chance(count: int, share: float) -> Tensor:
    """Mask of pictures that get a step."""
    return torch.rand(count, 1, 1, 1) < share


def coarsen(films: Tensor, lowest: int = 64, group: int = 6) -> Tensor:
    """Down and up again, a size for every small group of films."""
    parts, size = [], films.shape[-1]
    for part in films.split(group):
        if float(torch.rand(())) < 0.25:
            parts.append(part)
            continue
        side = int(torch.randint(lowest, max(lowest + 1, int(size * 0.9)), ()))
        small = F.interpolate(part, (side, side), mode="area")
        parts.append(F.interpolate(small, (size, size), mode="bilinear"))
    return torch.cat(parts)


def field(count: int, size: int, low: int, high: int) -> Tensor:
    """Smooth random fields of about unit spread."""
    cells = int(torch.randint(low, high, ()))
    return F.interpolate(torch.randn(count, 1, cells, cells), (size, size), mode="bilinear")


def expose(films: Tensor) -> Tensor:
    """Gamma, window, shading and saturation."""
    count, size = films.shape[0], films.shape[-1]
    films = films.clamp(1e-3, 1) ** torch.exp(uniform(count, -0.69, 0.69))
    films = films + field(count, size, 2, 5) * uniform(count, 0, 0.15)
    low, high = uniform(count, -0.15, 0.12), uniform(count, 0.85, 1.2)
    windowed = ((films - low) / (high - low)).clamp(0, 1)
    return torch.where(chance(count, 0.6), windowed, films)


def grain(films: Tensor) -> Tensor:
    """Sensor noise of a random grain, and sharpening of some films."""
    count, size = films.shape[0], films.shape[-1]
    side = int(torch.randint(int(size * 0.4), size + 1, ()))
    rough = F.interpolate(torch.randn(count, 1, side, side), (size, size), mode="nearest")
    films = films + rough * uniform(count, 0, 0.05) * chance(count, 0.5)
    soft = F.avg_pool2d(films, 5, 1, 2, count_include_pad=False)
    return films + (films - soft) * uniform(count, 0, 1.5) * chance(count, 0.3)


def cover_corners(film: Tensor, fill: float, share: float) -> None:
    """Covers corners of one picture (1 x S x S), in place."""
    size = film.shape[-1]
    for corner in range(4):
        if float(torch.rand(())) < share:
            high, wide = (int(v) for v in torch.randint(8, size // 5, (2,)))
            rows = slice(0, high) if corner < 2 else slice(size - high, size)
            columns = slice(0, wide) if corner % 2 else slice(size - wide, size)
            film[:, rows, columns] = fill


def cover_edges(film: Tensor, fill: float) -> None:
    """Covers two opposite edges of one picture, in place."""
    size = film.shape[-1]
    edge = int(torch.randint(3, size // 9, ()))
    if float(torch.rand(())) < 0.5:
        film[:, :, :edge] = film[:, :, size - edge :] = fill
    else:
        film[:, :edge] = film[:, size - edge :] = fill


def hide_marks(films: Tensor, corners: float = 0.3, edges: float = 0.12) -> Tensor:
    """Covers corners and edge strips, where letters and frames are."""
    films = films.clone()
    for film in films:
        fill = float(torch.rand(())) * float(torch.rand(()))
        cover_corners(film, fill, corners)
        if float(torch.rand(())) < edges:
            cover_edges(film, fill)
    return films


def standardise(films: Tensor) -> Tensor:
    """The normalisation of service: zero mean, unit spread, in units of 0..255."""
    films = films * 255.0
    mean = films.mean((1, 2, 3), keepdim=True)
    spread = films.std((1, 2, 3), keepdim=True, unbiased=False)
    return (films - mean) / spread.clamp(min=1.0)


def restyle(films: Tensor) -> Tensor:
    """All steps that keep the geometry."""
    return hide_marks(grain(expose(coarsen(films))))
