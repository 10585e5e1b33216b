"""Pictures made by a program that no medical gate may let through."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

Array = np.ndarray
KINDS = ("noise", "gradient", "text", "photo", "blank")


def noise(size: int, random: np.random.Generator) -> Array:
    """Sum of noises of several grains."""
    total = np.zeros((size, size), np.float32)
    for grain in random.choice([2, 4, 7, 14, 28, 56, 112, size], 3):
        field = torch.from_numpy(random.normal(size=(1, 1, grain, grain)).astype(np.float32))
        total += F.interpolate(field, (size, size), mode="bilinear")[0, 0].numpy()
    return total


def gradient(size: int, random: np.random.Generator) -> Array:
    """Ramps, waves and rings."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    angle, wave = random.uniform(0, 2 * np.pi), random.uniform(0, 30)
    along = x * np.cos(angle) + y * np.sin(angle)
    rings = np.hypot(x - random.uniform(-0.5, 0.5), y - random.uniform(-0.5, 0.5))
    chosen = along if random.random() < 0.5 else rings
    return np.sin(chosen * wave) if random.random() < 0.6 else chosen


def text(size: int, random: np.random.Generator) -> Array:
    """Lines of dark strokes on a light page, or the reverse."""
    page = np.ones((size, size), np.float32)
    pitch, margin = int(random.integers(6, 20)), int(random.integers(5, 40))
    for top in range(margin, size - pitch, pitch):
        place = margin
        while place < size - margin:
            width = int(random.integers(2, pitch))
            if random.random() < 0.75:
                page[top : top + int(pitch * random.uniform(0.3, 0.8)), place : place + width] = 0
            place += width + int(random.integers(1, 5))
    return page if random.random() < 0.7 else 1 - page


def photo(size: int, random: np.random.Generator) -> Array:
    """Overlapping lit boxes and discs over a textured ground, or one disc on black."""
    lone = random.random() < 0.25
    scene = np.full((size, size), -2.0, np.float32) if lone else 0.3 * noise(size, random)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    for _ in range(1 if lone else int(random.integers(3, 14))):
        cx, cy = random.uniform(0.3, 0.7, 2) * size if lone else random.uniform(0, size, 2)
        rx, ry = random.uniform(40, 100, 2) if lone else random.uniform(8, 80, 2)
        u, v = (x - cx) / rx, (y - cy) / ry
        inside = (u * u + v * v < 1) if random.random() < 0.5 else (abs(u) < 1) & (abs(v) < 1)
        light = random.normal() + 0.4 * random.normal() * u + 0.4 * random.normal() * v
        rough = 0.2 * noise(size, random) if lone and random.random() < 0.7 else 0
        scene = np.where(inside, light + rough, scene)
    return scene


def blank(size: int, random: np.random.Generator) -> Array:
    """One grey level with hardly any noise."""
    return np.full((size, size), 0.5) + random.normal(size=(size, size)) * random.uniform(0, 0.01)


def made(kind: str, size: int, random: np.random.Generator) -> Tensor:
    """A made picture of a kind, 1 x S x S in 0..1."""
    make = {"noise": noise, "gradient": gradient, "text": text, "photo": photo, "blank": blank}
    picture = make[kind](size, random).astype(np.float32)
    if kind == "blank":
        return torch.from_numpy(picture * random.uniform(0, 2)).clamp(0, 1)[None]
    spread = float(picture.max() - picture.min()) or 1.0
    return torch.from_numpy((picture - picture.min()) / spread)[None]
