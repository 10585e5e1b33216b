"""Made-up head slices, MR-like and CT-like: no patient is in them."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter

from shared.phantom import ellipse

Array = np.ndarray
SIZE = 224


def soft(cx: float, cy: float, rx: float, ry: float, edge: float = 0.03) -> Array:
    """Soft ellipse on the unit square."""
    return ellipse(SIZE, cx, cy, rx, ry, edge)


def folds(random: np.random.Generator, grain: float = 3.0) -> Array:
    """Texture like the folds of a cortex, about unit spread."""
    field = gaussian_filter(random.normal(size=(SIZE, SIZE)), grain)
    return field / field.std()


def brain(random: np.random.Generator) -> tuple[Array, Array, Array]:
    """Masks of head, brain and ventricles of an axial slice."""
    rx, ry = random.uniform(0.32, 0.38), random.uniform(0.4, 0.46)
    head, inner = soft(0.5, 0.5, rx, ry, 0.01), soft(0.5, 0.5, rx - 0.05, ry - 0.05, 0.01)
    width = random.uniform(0.02, 0.045)
    horns = np.maximum(soft(0.455, 0.47, width, 0.1), soft(0.545, 0.47, width, 0.1))
    return head, inner, horns


def magnetic(random: np.random.Generator) -> tuple[Array, Array]:
    """An MR-like slice in 0..1 and its brain."""
    head, inner, horns = brain(random)
    tissue, fluid = random.uniform(0.35, 0.5), random.choice([0.12, 0.8])
    film = 0.03 + 0.6 * head * (1 - soft(0.5, 0.5, 0.31, 0.39, 0.02))
    film = film * (1 - inner) + inner * (tissue + 0.05 * folds(random))
    cleft = soft(0.5, 0.5, 0.006, 0.36, 0.05)
    film = film * (1 - cleft) + cleft * tissue * 0.6
    return film * (1 - horns) + horns * fluid, inner


def tomographic(random: np.random.Generator) -> tuple[Array, Array]:
    """A CT-like slice in a brain window, in 0..1, and its brain."""
    head, inner, horns = brain(random)
    film = 0.02 + head * (1 - inner) * 1.0
    film += inner * (random.uniform(0.36, 0.46) + 0.025 * folds(random, 5.0))
    return film * (1 - horns) + horns * 0.15, inner


def spot(film: Array, inner: Array, random: np.random.Generator, level: float) -> Array:
    """Adds a round lesion of a grey level to one side of the brain."""
    side = 0.36 if random.random() < 0.5 else 0.64
    rx, ry = random.uniform(0.04, 0.09, 2)
    mask = soft(side, random.uniform(0.35, 0.65), rx, ry, 0.06) * inner
    return film * (1 - mask) + mask * (level + 0.02 * folds(random))


def finish(film: Array, random: np.random.Generator) -> Array:
    """Blur and noise; unsigned bytes."""
    film = gaussian_filter(film, random.uniform(0.4, 1.0))
    film = film + random.normal(size=film.shape) * random.uniform(0.004, 0.015)
    return np.clip(np.round(film * 255), 0, 255).astype(np.uint8)


def cases(kind: str, seed: int = 20) -> dict[str, Array]:
    """Named pictures for a golden file; `kind` is "mr" or "ct"."""
    random = np.random.default_rng(seed)
    make, level = (magnetic, 0.78) if kind == "mr" else (tomographic, 0.8)
    made: dict[str, Array] = {}
    for number in range(3):
        made[f"plain-{number + 1}"] = finish(make(random)[0], random)
    for number in range(4):
        made[f"lesion-{number + 1}"] = finish(spot(*make(random), random, level), random)
    other = tomographic if kind == "mr" else magnetic
    made["other-modality"] = finish(other(random)[0], random)
    made["noise"] = random.integers(0, 256, (SIZE, SIZE)).astype(np.uint8)
    return made
