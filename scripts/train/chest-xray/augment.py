"""Draws cuts of films and randomises their look so that the hospital cannot be read from it."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from data import SIZE
from shared.look import chance, field, restyle, uniform

JITTER = 0.05
WHOLE_SHARE = 0.1
BESIDE = 48


def jittered(inner: Tensor) -> Tensor:
    """Edges of the service's cut, each moved by up to 5 % of its side: masks are never exact."""
    left, top, right, bottom = inner.unbind(1)
    wide, high = right - left, bottom - top
    move = (torch.rand(len(inner), 4) * 2 - 1) * JITTER
    return torch.stack((left + move[:, 0] * wide, top + move[:, 1] * high,
                        right + move[:, 2] * wide, bottom + move[:, 3] * high), 1)


def frames(boxes: Tensor, turn: float = 0.1) -> Tensor:
    """Affine maps that cut boxes (shares of the picture) out, turned a little, mirrored at half."""
    count = len(boxes)
    left, top, right, bottom = boxes.unbind(1)
    angle = (torch.rand(count) * 2 - 1) * turn
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    made = torch.zeros(count, 2, 3)
    made[:, 0, 0] = (right - left) * torch.cos(angle) * mirror
    made[:, 0, 1] = -(bottom - top) * torch.sin(angle)
    made[:, 1, 0] = (right - left) * torch.sin(angle) * mirror
    made[:, 1, 1] = (bottom - top) * torch.cos(angle)
    made[:, 0, 2], made[:, 1, 2] = left + right - 1, top + bottom - 1
    return made


def grid_of(frame: Tensor, size: int) -> Tensor:
    """Where every pixel of a cut comes from, N x S x S x 2: faster than the library's product."""
    place = (torch.arange(size) + 0.5) / size * 2 - 1
    x, y = place[None, None, :, None], place[None, :, None, None]
    return frame[:, None, None, :, 0] * x + frame[:, None, None, :, 1] * y + frame[:, None, None, :, 2]


def reframe(films: Tensor, beside: Tensor, inner: Tensor) -> tuple[Tensor, Tensor]:
    """Cuts of films at the size of the net, and of what goes with them at a coarser one."""
    frame = frames(jittered(inner))
    pad = "border" if float(torch.rand(())) < 0.5 else "zeros"
    cuts = F.grid_sample(films, grid_of(frame, SIZE), padding_mode=pad, align_corners=False)
    coarse = F.grid_sample(beside, grid_of(frame, BESIDE), padding_mode=pad, align_corners=False)
    return cuts, coarse


def borrow(films: Tensor, share: float = 0.3, reach: int = 6) -> Tensor:
    """Takes the amplitudes of the coarsest waves from another film of the batch, the phases kept.

    After Yang and Soatto (FDA, doi:10.1109/CVPR42600.2020.00414): exposure and shading change hands,
    shapes stay.
    """
    waves = torch.fft.rfft2(films)
    size, other = waves.abs(), torch.randperm(len(films))
    mix = uniform(len(films), 0, 1) * chance(len(films), share)
    for rows in (slice(0, reach), slice(-reach, None)):
        part = size[:, :, rows, :reach]
        size[:, :, rows, :reach] = part + (size[other][:, :, rows, :reach] - part) * mix
    return torch.fft.irfft2(torch.polar(size, waves.angle()), s=films.shape[-2:])


def look(films: Tensor) -> Tensor:
    """All steps that keep the geometry."""
    return restyle(borrow(films).clamp(0, 1.2))


class Painter:
    """Paints soft consolidations, or fluid, into the lungs of normal films."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def blobs(self, lungs: np.ndarray) -> np.ndarray:
        """Sum of one to four smooth patches that begin inside the lungs, on a coarse grid."""
        side = len(lungs)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        total, places = np.zeros_like(y), np.flatnonzero(lungs.ravel() > 0.5)
        for _ in range(int(self.random.integers(1, 5))):
            place = int(self.random.choice(places))
            ry, rx = self.random.uniform(0.04, 0.18, 2) * side
            u, v = (y - place // side) / ry, (x - place % side) / rx
            total = np.maximum(total, np.exp(-0.5 * (u * u + v * v)))
        return total

    def level(self, lungs: np.ndarray) -> np.ndarray:
        """Fluid that fills one side below a slanting, rounded line."""
        side = len(lungs)
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
        half = (x < 0.5) if self.random.random() < 0.5 else (x >= 0.5)
        rows = np.flatnonzero((lungs * half).max(1) > 0.5)
        if len(rows) < 4:
            return np.zeros_like(x)
        top, bottom = rows[0] / side, (rows[-1] + 1) / side
        line = bottom - (bottom - top) * self.random.uniform(0.12, 0.6)
        outward = np.abs(x - 0.5) / 0.5
        line = line - self.random.uniform(0, 0.12) * outward**2
        edge = np.clip((y - line) / self.random.uniform(0.015, 0.06), -30, 30)
        return (1 / (1 + np.exp(-edge)) * half).astype(np.float32)

    def paint(self, film: Tensor, lungs: Tensor, fluid: bool) -> Tensor:
        """What a lesion adds to a film: it brings dark lung towards soft tissue."""
        coarse = lungs[0].numpy()
        size = film.shape[-1]
        shape = torch.from_numpy(self.level(coarse) if fluid else self.blobs(coarse))[None, None]
        shape = F.interpolate(shape, (size, size), mode="bicubic").clamp(0, 1)
        inside = F.avg_pool2d(F.max_pool2d(lungs[None], 3, 1, 1), 3, 1, 1)
        inside = F.interpolate(inside, (size, size), mode="bilinear")
        if not fluid:
            shape = shape * (0.75 + 0.5 * field(1, size, 8, 40)).clamp(0, 1.2)
        shape = shape * (0.85 + 0.3 * field(1, size, 40, size // 2)).clamp(0, 1.3)
        level = float(torch.quantile(film, float(self.random.uniform(0.65, 0.88))))
        strength = float(self.random.uniform(0.35, 0.95))
        return (shape * inside)[0].clamp(0, 1) * strength * (level - film).clamp(min=0)
