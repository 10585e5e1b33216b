"""Paints made-up lesions into head slices: positives that share their source with negatives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

Array = np.ndarray
COARSE = 56


def head_mask(films: Tensor, level: float = 0.08) -> Tensor:
    """Where the head lies, 0..1: cells whose surroundings are not black, N x 1 x S x S."""
    size = films.shape[-1]
    small = F.adaptive_avg_pool2d((films > level).float(), COARSE)
    filled = F.avg_pool2d(small, 7, 1, 3) > 0.35
    return F.interpolate(filled.float(), (size, size), mode="bilinear")


def inside(mask: Tensor, steps: int) -> Array:
    """The mask of one picture without an outer rim of some cells, on the coarse grid."""
    small = F.adaptive_avg_pool2d(mask[None], COARSE)
    for _ in range(steps):
        small = -F.max_pool2d(-small, 3, 1, 1)
    return (small[0, 0] > 0.9).numpy()


@dataclass(frozen=True)
class Habits:
    """What the lesions of a modality look like."""

    radius: tuple[float, float] = (5, 30)
    bright: float = 0.75
    contrast: tuple[float, float] = (0.12, 0.5)
    ring: float = 0.35
    halo: float = 0.5
    dark_halo: float = 0.5
    rim: int = 4
    crescent: float = 0.0


class LesionPainter:
    """Draws lesions with ragged edges, some with a rim, a dead core or a halo of oedema."""

    def __init__(self, habits: Habits, seed: int) -> None:
        self.habits, self.random = habits, np.random.default_rng(seed)

    def ragged(self, size: int, grain: int) -> Array:
        """Smooth noise of about unit spread."""
        field = self.random.normal(size=(1, 1, grain, grain)).astype(np.float32)
        wide = F.interpolate(torch.from_numpy(field), (size, size), mode="bicubic")
        return wide[0, 0].numpy()

    def distance(self, size: int, allowed: Array) -> tuple[Array, float] | None:
        """Distance from a lesion's edge in radii (below 1 inside) and its radius in pixels."""
        places = np.argwhere(allowed)
        if len(places) == 0:
            return None
        place = places[self.random.integers(len(places))]
        row, column = (place + self.random.random(2)) * size / COARSE
        low, high = np.log(self.habits.radius)
        radius = float(np.exp(self.random.uniform(low, high)))
        stretch, angle = np.exp(self.random.uniform(0, 0.45)), self.random.uniform(0, np.pi)
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        u = (x - column) * np.cos(angle) + (y - row) * np.sin(angle)
        v = (y - row) * np.cos(angle) - (x - column) * np.sin(angle)
        far = np.hypot(u / stretch, v * stretch) / radius
        rough = self.random.uniform(0.02, 0.2)
        grain = int(np.clip(size / radius * self.random.uniform(1, 2.5), 4, 56))
        return far + rough * self.ragged(size, grain), radius

    def crescent(self, size: int, mask: Tensor) -> tuple[Array, float] | None:
        """The same for a sickle along the inner side of the skull."""
        ring = inside(mask, 0) & ~inside(mask, int(self.random.integers(1, 5)))
        places = np.argwhere(ring)
        if len(places) == 0:
            return None
        row, column = np.argwhere(inside(mask, 0)).mean(0)
        y, x = np.mgrid[0:COARSE, 0:COARSE]
        turn = np.arctan2(y - row, x - column) - self.random.uniform(-np.pi, np.pi)
        apart = np.abs(np.angle(np.exp(1j * turn)))
        band = (ring & (apart < self.random.uniform(0.25, 0.9))).astype(np.float32)
        wide = F.interpolate(torch.from_numpy(band)[None, None], (size, size), mode="bilinear")
        wide = F.avg_pool2d(wide, 9, 1, 4)
        return 1.45 - wide[0, 0].numpy() + 0.08 * self.ragged(size, 28), 12.0

    def paint(self, film: Tensor, mask: Tensor) -> Tensor:
        """What a lesion adds to a film of 1 x S x S with its head mask; zeros where none fits."""
        size, habits, random = film.shape[-1], self.habits, self.random
        sickle = random.random() < habits.crescent
        drawn = self.crescent(size, mask) if sickle else self.distance(
            size, inside(mask, habits.rim))
        if drawn is None:
            return torch.zeros_like(film)
        far, radius = drawn
        picture = film[0].numpy()
        edge = random.uniform(0.5, 2.5) / radius
        body = 1 / (1 + np.exp(np.clip((far - 1) / edge, -40, 40)))
        tissue = float((picture * body).sum() / (body.sum() + 1e-3))
        sign = 1.0 if random.random() < habits.bright else -1.0
        change = sign * random.uniform(*habits.contrast)
        wanted = np.full_like(picture, np.clip(tissue + change, 0.02, 1.05))
        wanted += self.ragged(size, int(random.integers(10, 50))) * random.uniform(0, 0.06)
        if radius > 9 and random.random() < habits.ring:
            core = 1 / (1 + np.exp(np.clip((far - random.uniform(0.55, 0.85)) / edge / 2, -40, 40)))
            wanted -= core * random.uniform(0.5, 1.3) * change
        kept = random.uniform(0, 0.5) * (picture - tissue)
        new = picture + body * (wanted + kept - picture) * random.uniform(0.75, 1.0)
        if random.random() < habits.halo:
            new += self.halo(far, edge) * (1 - body) * self.halo_depth()
        change_map = torch.from_numpy((new.clip(0, 1) - picture).astype(np.float32))[None]
        return change_map * mask

    def halo_depth(self) -> float:
        """How far oedema moves the grey level."""
        depth = self.random.uniform(0.04, 0.18)
        return float(-depth if self.random.random() < self.habits.dark_halo else depth)

    def halo(self, far: Array, edge: float) -> Array:
        """Share of oedema around a lesion."""
        reach = self.random.uniform(1.2, 2.2)
        return 1 / (1 + np.exp(np.clip((far - reach) / (edge * 3), -40, 40)))
