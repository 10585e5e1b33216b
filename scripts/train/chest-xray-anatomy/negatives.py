"""Pictures that are no upright frontal chest film, for the gate."""

from __future__ import annotations

import numpy as np
import torch
from sklearn.datasets import load_sample_images
from torch import Tensor
from torch.nn import functional as F

from net import SIZE

TURNED = ("turned_90", "turned_180", "turned_270", "upside_down", "inverted", "close_crop")
PROCEDURAL = ("noise", "gradient", "text", "scene")
PHOTO = "photo"
FOREIGN = ("brain_mri", "head_ct")
KINDS = (*TURNED, *PROCEDURAL, PHOTO, *FOREIGN)


def close_crop(film: Tensor, random: np.random.Generator) -> Tensor:
    """A small piece of a film, enlarged."""
    side = int(random.integers(SIZE // 5, SIZE * 2 // 5))
    top, left = random.integers(0, SIZE - side, 2)
    piece = film[None, :, top : top + side, left : left + side]
    return F.interpolate(piece, (SIZE, SIZE), mode="bilinear")[0]


def turned(film: Tensor, kind: str, random: np.random.Generator) -> Tensor:
    """A film made unfit for reading."""
    if kind == "inverted":
        return 1.0 - film
    if kind == "upside_down":
        return film.flip(1)
    if kind == "close_crop":
        return close_crop(film, random)
    return torch.rot90(film, int(kind.split("_")[1]) // 90, (1, 2))


def noise(random: np.random.Generator) -> np.ndarray:
    """Sum of noises of several grains."""
    total = np.zeros((SIZE, SIZE), np.float32)
    for grain in random.choice([2, 4, 8, 16, 32, 64, 128, SIZE], 3):
        field = torch.from_numpy(random.normal(size=(1, 1, grain, grain)).astype(np.float32))
        total += F.interpolate(field, (SIZE, SIZE), mode="bilinear")[0, 0].numpy()
    return total


def gradient(random: np.random.Generator) -> np.ndarray:
    """Ramps, waves and rings."""
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE - 0.5
    angle, wave = random.uniform(0, 2 * np.pi), random.uniform(0, 30)
    along = x * np.cos(angle) + y * np.sin(angle)
    rings = np.hypot(x - random.uniform(-0.5, 0.5), y - random.uniform(-0.5, 0.5))
    chosen = along if random.random() < 0.5 else rings
    return np.sin(chosen * wave) if random.random() < 0.6 else chosen


def text(random: np.random.Generator) -> np.ndarray:
    """Lines of dark strokes on a light page, or the reverse."""
    page = np.ones((SIZE, SIZE), np.float32)
    pitch, margin = int(random.integers(6, 20)), int(random.integers(5, 40))
    for top in range(margin, SIZE - pitch, pitch):
        place = margin
        while place < SIZE - margin:
            width = int(random.integers(2, pitch))
            if random.random() < 0.75:
                page[top : top + int(pitch * random.uniform(0.3, 0.8)), place : place + width] = 0
            place += width + int(random.integers(1, 5))
    return page if random.random() < 0.7 else 1 - page


def scene(random: np.random.Generator) -> np.ndarray:
    """Overlapping lit boxes and discs over a textured ground."""
    scene = 0.3 * noise(random)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    for _ in range(int(random.integers(3, 14))):
        cx, cy, rx, ry = random.uniform(0, SIZE, 2).tolist() + random.uniform(8, 80, 2).tolist()
        u, v = (x - cx) / rx, (y - cy) / ry
        inside = (u * u + v * v < 1) if random.random() < 0.5 else (abs(u) < 1) & (abs(v) < 1)
        light = random.normal() + 0.4 * random.normal() * u + 0.4 * random.normal() * v
        scene = np.where(inside, light, scene)
    return scene


def procedural(kind: str, random: np.random.Generator) -> Tensor:
    """A made picture of a kind, 1 x S x S in 0..1."""
    make = {"noise": noise, "gradient": gradient, "text": text, "scene": scene}[kind]
    picture = make(random).astype(np.float32)
    spread = float(picture.max() - picture.min()) or 1.0
    return torch.from_numpy((picture - picture.min()) / spread)[None]


class Photographs:
    """Pieces of the two photographs that scikit-learn carries (CC BY 2.0), turned to grey.

    Training draws from the left part of each, measuring from the right.
    """

    def __init__(self) -> None:
        self.parts: dict[bool, list[np.ndarray]] = {True: [], False: []}
        for picture in load_sample_images().images:
            grey = picture.astype(np.float32).mean(2) / 255.0
            cut = int(grey.shape[1] * 0.62)
            self.parts[True].append(grey[:, :cut])
            self.parts[False].append(grey[:, cut:])

    def piece(self, training: bool, random: np.random.Generator) -> Tensor:
        """A random square, mirrored at random, 1 x S x S."""
        grey = self.parts[training][int(random.integers(2))]
        side = int(random.integers(min(grey.shape) // 3, min(grey.shape)))
        top, left = (int(random.integers(0, extent - side + 1)) for extent in grey.shape)
        piece = torch.from_numpy(grey[top : top + side, left : left + side].copy())[None, None]
        piece = F.interpolate(piece, (SIZE, SIZE), mode="bilinear", antialias=True)[0]
        return piece.flip(2) if random.random() < 0.5 else piece
