"""Randomises the look of films so that the hospital cannot be read from it."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from data import SIZE


def uniform(count: int, low: float, high: float) -> Tensor:
    """Column of numbers, one per film, that broadcasts over pictures."""
    return torch.empty(count, 1, 1, 1).uniform_(low, high)


def chance(count: int, share: float) -> Tensor:
    """Mask of films that get a step."""
    return torch.rand(count, 1, 1, 1) < share


def reframe(films: Tensor, border: float = 0.15, turn: float = 0.12, flip: bool = True) -> Tensor:
    """Crops up to `border` a side, turns a little, mirrors half; all channels alike."""
    count = films.shape[0]
    sides = torch.rand(count, 4) * border
    sides *= (torch.rand(count, 1) < 0.85).float()
    left, right, top, bottom = sides.unbind(1)
    angle = (torch.rand(count) * 2 - 1) * turn
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0) if flip else torch.ones(count)
    width, height = 1 - left - right, 1 - top - bottom
    frame = torch.zeros(count, 2, 3)
    frame[:, 0, 0] = width * torch.cos(angle) * mirror
    frame[:, 0, 1] = -height * torch.sin(angle)
    frame[:, 1, 0] = width * torch.sin(angle) * mirror
    frame[:, 1, 1] = height * torch.cos(angle)
    frame[:, 0, 2], frame[:, 1, 2] = left - right, top - bottom
    grid = F.affine_grid(frame, [count, 1, SIZE, SIZE], align_corners=False)
    pad = "border" if float(torch.rand(())) < 0.5 else "zeros"
    return F.grid_sample(films, grid, padding_mode=pad, align_corners=False)


def coarsen(films: Tensor) -> Tensor:
    """Down and up again, a size for every small group of films."""
    parts = []
    for part in films.split(6):
        if float(torch.rand(())) < 0.25:
            parts.append(part)
            continue
        side = int(torch.randint(64, 200, ()))
        small = F.interpolate(part, (side, side), mode="area")
        parts.append(F.interpolate(small, (SIZE, SIZE), mode="bilinear"))
    return torch.cat(parts)


def field(count: int, low: int, high: int) -> Tensor:
    """Smooth random fields of about unit spread."""
    cells = int(torch.randint(low, high, ()))
    return F.interpolate(torch.randn(count, 1, cells, cells), (SIZE, SIZE), mode="bilinear")


def expose(films: Tensor) -> Tensor:
    """Gamma, window, shading and saturation."""
    count = films.shape[0]
    films = films.clamp(1e-3, 1) ** torch.exp(uniform(count, -0.69, 0.69))
    films = films + field(count, 2, 5) * uniform(count, 0, 0.15)
    low, high = uniform(count, -0.15, 0.12), uniform(count, 0.85, 1.2)
    windowed = ((films - low) / (high - low)).clamp(0, 1)
    return torch.where(chance(count, 0.6), windowed, films)


def grain(films: Tensor) -> Tensor:
    """Sensor noise of a random grain, and sharpening of some films."""
    count = films.shape[0]
    side = int(torch.randint(90, SIZE + 1, ()))
    rough = F.interpolate(torch.randn(count, 1, side, side), (SIZE, SIZE), mode="nearest")
    films = films + rough * uniform(count, 0, 0.05) * chance(count, 0.5)
    soft = F.avg_pool2d(films, 5, 1, 2, count_include_pad=False)
    return films + (films - soft) * uniform(count, 0, 1.5) * chance(count, 0.3)


def hide_marks(films: Tensor) -> Tensor:
    """Covers corners and edge strips, where letters and frames are."""
    films = films.clone()
    for film in films:
        fill = float(torch.rand(())) * float(torch.rand(()))
        for corner in range(4):
            if float(torch.rand(())) < 0.3:
                high, wide = (int(v) for v in torch.randint(8, SIZE // 5, (2,)))
                rows = slice(0, high) if corner < 2 else slice(SIZE - high, SIZE)
                columns = slice(0, wide) if corner % 2 else slice(SIZE - wide, SIZE)
                film[:, rows, columns] = fill
        if float(torch.rand(())) < 0.12:
            edge = int(torch.randint(3, 26, ()))
            if float(torch.rand(())) < 0.5:
                film[:, :, :edge] = film[:, :, SIZE - edge :] = fill
            else:
                film[:, :edge] = film[:, SIZE - edge :] = fill
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


class Painter:
    """Paints soft consolidations into the lungs of normal films."""

    def __init__(self, prior: np.ndarray, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.prior = torch.from_numpy(prior)[None, None]
        coarse = F.interpolate(self.prior, (28, 28), mode="area")[0, 0].numpy()
        self.places = coarse.ravel() / coarse.sum()

    def blobs(self) -> np.ndarray:
        """Sum of one to four smooth patches on a coarse grid."""
        y, x = np.mgrid[0:28, 0:28].astype(np.float32)
        total = np.zeros((28, 28), np.float32)
        for _ in range(int(self.random.integers(1, 5))):
            place = int(self.random.choice(784, p=self.places))
            ry, rx = self.random.uniform(1.2, 5.0, 2)
            u, v = (y - place // 28) / ry, (x - place % 28) / rx
            total = np.maximum(total, np.exp(-0.5 * (u * u + v * v)))
        return total

    def mask(self) -> Tensor:
        """Opacity of a lesion, patchy and within the usual place of lungs."""
        shape = torch.from_numpy(self.blobs())[None, None]
        shape = F.interpolate(shape, (SIZE, SIZE), mode="bicubic").clamp(0, 1)
        patchy = (0.75 + 0.5 * field(1, 8, 40)).clamp(0, 1.2)
        rough = (0.85 + 0.3 * field(1, 40, 112)).clamp(0, 1.3)
        inside = (self.prior * 1.6 - 0.2).clamp(0, 1)
        return (shape * patchy * rough * inside).clamp(0, 1)[0]

    def paint(self, film: Tensor) -> Tensor:
        """What opacities add to a film: they bring dark lung towards soft tissue."""
        level = float(torch.quantile(film, float(self.random.uniform(0.65, 0.88))))
        strength = float(self.random.uniform(0.35, 0.95))
        lift = (level - film).clamp(min=0)
        return self.mask() * strength * lift
