"""Made-up chest-like pictures: no patient is in them."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter

Array = np.ndarray


def grid(size: int) -> tuple[Array, Array]:
    """Rows and columns of a square as shares of its side."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    return y, x


def ellipse(
    size: int, cx: float, cy: float, rx: float, ry: float, edge: float = 0.03
) -> Array:
    """Soft ellipse on the unit square."""
    y, x = grid(size)
    distance = np.hypot((x - cx) / rx, (y - cy) / ry)
    steep = (distance - 1.0) * min(rx, ry) / (edge * 0.25)
    return 1.0 / (1.0 + np.exp(np.clip(steep, -50, 50)))


def ribs(size: int, random: np.random.Generator) -> Array:
    """Arched bands on both sides."""
    y, x = grid(size)
    pitch, tilt = random.uniform(0.06, 0.08), random.uniform(0.8, 1.4)
    arch = y + tilt * (np.abs(x - 0.5) - 0.22) ** 2
    return np.clip(np.cos(2 * np.pi * arch / pitch), 0, 1) ** 2


def lungs(size: int, random: np.random.Generator) -> Array:
    """Both lungs, cut by the diaphragm."""
    shift = random.uniform(-0.02, 0.02)
    right = ellipse(size, 0.30 + shift, 0.48, random.uniform(0.14, 0.17), random.uniform(0.32, 0.36))
    left = ellipse(size, 0.70 + shift, 0.48, random.uniform(0.13, 0.16), random.uniform(0.32, 0.36))
    domes = np.maximum(ellipse(size, 0.29, 1.0, 0.24, 0.27), ellipse(size, 0.71, 1.02, 0.24, 0.27))
    return np.maximum(right, left) * (1 - domes)


def chest(size: int, random: np.random.Generator) -> tuple[Array, Array]:
    """A plain frontal chest in 0..1 and its lungs."""
    body = np.maximum(ellipse(size, 0.5, 0.75, 0.49, 0.72, 0.06), ellipse(size, 0.5, 0.02, 0.13, 0.2, 0.06))
    air = lungs(size, random)
    spine = ellipse(size, 0.5, 0.5, 0.05, 0.9, 0.03)
    heart = ellipse(size, 0.555, 0.64, random.uniform(0.12, 0.15), 0.14, 0.04)
    film = 0.05 + 0.6 * body * (1 - 0.72 * air) + 0.14 * spine
    film = np.maximum(film, (0.72 * heart + 0.02) * body)
    film += 0.055 * ribs(size, random) * body * (0.4 + 0.6 * air)
    vessels = gaussian_filter(random.normal(size=(size, size)), 1.6)
    near_hilum = np.maximum(ellipse(size, 0.4, 0.48, 0.12, 0.2, 0.3), ellipse(size, 0.6, 0.48, 0.12, 0.2, 0.3))
    film += 0.12 * np.clip(vessels, 0, None) * near_hilum * air
    return film, air


def opacity(film: Array, air: Array, random: np.random.Generator) -> Array:
    """Adds a patchy consolidation to one lung."""
    size = len(film)
    side = 0.3 if random.random() < 0.5 else 0.7
    patch = ellipse(size, side, random.uniform(0.4, 0.65), random.uniform(0.06, 0.12), 0.1, 0.15)
    rough = 0.75 + gaussian_filter(random.normal(size=(size, size)), 3) * 2
    return film + np.clip(patch * rough, 0, 1) * air * 0.8 * (0.62 - film).clip(0)


def finish(film: Array, random: np.random.Generator) -> Array:
    """Blur, exposure and noise; unsigned bytes."""
    film = gaussian_filter(film, random.uniform(0.5, 1.2)) ** random.uniform(0.8, 1.25)
    film = film / film.max() * random.uniform(0.85, 1.0)
    film += random.normal(size=film.shape) * random.uniform(0.003, 0.012)
    return np.clip(np.round(film * 255), 0, 255).astype(np.uint8)


def cases(size: int, seed: int = 20) -> dict[str, Array]:
    """Named pictures for the golden file."""
    random = np.random.default_rng(seed)
    made: dict[str, Array] = {}
    for number in range(4):
        film, _ = chest(size, random)
        made[f"plain-{number + 1}"] = finish(film, random)
    for number in range(4):
        film, air = chest(size, random)
        made[f"opacity-{number + 1}"] = finish(opacity(film, air, random), random)
    film, _ = chest(size, random)
    made["upside-down"] = finish(film, random)[::-1].copy()
    made["inverted"] = 255 - finish(film, random)
    made["noise"] = random.integers(0, 256, (size, size)).astype(np.uint8)
    return made
