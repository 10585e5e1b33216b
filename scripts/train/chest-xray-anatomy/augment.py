"""Hard changes of shape and look for outlined films."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from shared.look import chance, coarsen, expose, field, grain, hide_marks, uniform


def frame(count: int) -> Tensor:
    """Random affine maps from the new picture to the old one, N x 2 x 3.

    Children's chests are short and wide, bedside films are taken from near or with much belly:
    height and width scale apart from each other.
    """
    angle = torch.randn(count) * 0.09
    wide = torch.exp(torch.empty(count).uniform_(math.log(0.72), math.log(1.3)))
    high = wide * torch.exp(torch.empty(count).uniform_(math.log(0.8), math.log(1.35)))
    high = high.clamp(0.7, 1.6)
    shear = torch.randn(count) * 0.05
    made = torch.zeros(count, 2, 3)
    made[:, 0, 0] = wide * torch.cos(angle)
    made[:, 0, 1] = -high * torch.sin(angle) + shear
    made[:, 1, 0] = wide * torch.sin(angle)
    made[:, 1, 1] = high * torch.cos(angle)
    made[:, :, 2] = torch.empty(count, 2).uniform_(-0.15, 0.15)
    return made


def bulge(grid: Tensor, centres: Tensor) -> Tensor:
    """Swells or shrinks what lies around the centre of the heart."""
    strength = torch.empty(len(grid), 1, 1, 1).uniform_(-0.25, 0.42)
    away = grid - centres[:, None, None]
    far = (away**2).sum(-1, keepdim=True)
    radius = torch.empty(len(grid), 1, 1, 1).uniform_(0.28, 0.5)
    return centres[:, None, None] + away * (1 - strength * torch.exp(-far / (2 * radius**2)))


def ripple(count: int, size: int) -> Tensor:
    """Smooth displacement of a few per cent, N x S x S x 2."""
    parts = [field(count, size, 3, 8) for _ in range(2)]
    return torch.cat(parts, 1).permute(0, 2, 3, 1) * uniform(count, 0, 0.03)


def heart_centres(heart: Tensor) -> Tensor:
    """Centres of masks (N x S x S) on the square -1..1, x first."""
    size = heart.shape[-1]
    place = (torch.arange(size) + 0.5) / size * 2 - 1
    weight = heart.sum((1, 2)).clamp(min=1)
    x = (heart.sum(1) * place).sum(1) / weight
    y = (heart.sum(2) * place).sum(1) / weight
    return torch.stack((x, y), 1)


def reshape(films: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Moves films and their masks alike."""
    count, _, size, _ = films.shape
    grid = F.affine_grid(frame(count), [count, 1, size, size], align_corners=False)
    grid = bulge(grid + ripple(count, size), heart_centres(masks[:, 2]))
    pad = "border" if float(torch.rand(())) < 0.4 else "zeros"
    moved = F.grid_sample(films, grid, padding_mode=pad, align_corners=False)
    return moved, F.grid_sample(masks, grid, padding_mode="zeros", align_corners=False)


def blobs(size: int, mask: Tensor, random: np.random.Generator) -> Tensor:
    """Patchy opacity (S x S of 0..1) that starts inside a mask."""
    places = torch.nonzero(mask > 0.5)
    total = torch.zeros(size, size)
    if len(places) == 0:
        return total
    line = torch.arange(size, dtype=torch.float32)
    for _ in range(int(random.integers(1, 4))):
        y, x = places[int(random.integers(len(places)))].tolist()
        ry, rx = (float(v) * size for v in random.uniform(0.03, 0.2, 2))
        total = torch.maximum(total, torch.exp(-0.5 * (((line - y) / ry)[:, None] ** 2
                                                       + ((line - x) / rx)[None] ** 2)))
    return total * (0.8 + 0.4 * field(1, size, 8, 50)[0, 0]).clamp(0, 1.2)


def fluid(size: int, mask: Tensor, random: np.random.Generator) -> Tensor:
    """Whiteness of a lung below a slanting, rounded level."""
    rows = torch.nonzero(mask.amax(1) > 0.5)[:, 0]
    if len(rows) == 0:
        return torch.zeros(size, size)
    top, bottom = float(rows[0]), float(rows[-1])
    level = bottom - (bottom - top) * float(random.uniform(0.08, 1.0 if random.random() < 0.3 else 0.5))
    x = torch.linspace(-1, 1, size)
    slope = float(random.normal()) * 0.15 * size
    line = level + slope * (x - (mask.sum(0) * x).sum() / mask.sum()) ** 2 * 4
    y = torch.arange(size, dtype=torch.float32)[:, None]
    return torch.sigmoid((y - line[None]) / float(random.uniform(1.5, 10)))


def whiten(film: Tensor, masks: Tensor, random: np.random.Generator) -> Tensor:
    """Opacities and effusions in one film (1 x S x S); what is dark rises to soft tissue."""
    size = film.shape[-1]
    cover = torch.zeros(size, size)
    for lung in masks[:2]:
        if random.random() < 0.35:
            cover = torch.maximum(cover, blobs(size, lung, random) * float(random.uniform(0.3, 1)))
        if random.random() < 0.2:
            cover = torch.maximum(cover, fluid(size, lung, random) * float(random.uniform(0.5, 1)))
    level = float(torch.quantile(film[:, ::4, ::4], float(random.uniform(0.6, 0.9))))
    soft = F.avg_pool2d(masks[:2].amax(0)[None], 9, 1, 4)[0]
    return film + cover * soft * (level - film).clamp(min=0)


def wires(film: Tensor, random: np.random.Generator) -> Tensor:
    """Bright or dark curves and discs: lines, tubes, electrodes."""
    size = film.shape[-1]
    made = torch.zeros(size, size)
    t = torch.linspace(0, 1, 3 * size)
    for _ in range(int(random.integers(1, 4))):
        points = torch.from_numpy(random.uniform(-0.1, 1.1, (4, 2)).astype(np.float32))
        bases = torch.stack(((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3), 1)
        curve = ((bases @ points) * size).long()
        inside = ((curve >= 0) & (curve < size)).all(1)
        made[curve[inside, 0], curve[inside, 1]] = 1.0
    thick = int(random.integers(0, 3))
    if thick:
        made = F.max_pool2d(made[None, None], 2 * thick - 1, 1, thick - 1)[0, 0]
    made = F.avg_pool2d(made[None, None], 3, 1, 1)[0, 0]
    return film + made * float(random.uniform(-0.2, 0.45))


def letters(film: Tensor, random: np.random.Generator) -> None:
    """A bright mark anywhere near the border, in place."""
    size = film.shape[-1]
    high, wide = int(random.integers(5, size // 10)), int(random.integers(5, size // 5))
    top = int(random.choice([random.integers(0, size // 4), random.integers(size * 3 // 4, size - high)]))
    left = int(random.integers(0, size - wide))
    stripes = torch.rand(1, high, max(1, wide // 4)) < 0.6
    block = F.interpolate(stripes.float()[None], (high, wide), mode="nearest")[0]
    part = film[:, top : top + high, left : left + wide]
    film[:, top : top + high, left : left + wide] = torch.maximum(part, block * float(random.uniform(0.7, 1)))


def collimate(film: Tensor, random: np.random.Generator) -> None:
    """Black or grey margins of different width, in place."""
    size = film.shape[-1]
    left, right, top, bottom = (int(v) for v in random.integers(0, size // 9, 4) * (random.random(4) < 0.5))
    fill = 0.0 if random.random() < 0.7 else float(random.random())
    film[:, :top], film[:, size - bottom :] = fill, fill
    film[:, :, :left], film[:, :, size - right :] = fill, fill


def disease(films: Tensor, masks: Tensor, random: np.random.Generator) -> Tensor:
    """Opacities, fluid, wires, marks and margins."""
    films = films.clone()
    for row in range(len(films)):
        film = whiten(films[row], masks[row], random)
        if random.random() < 0.3:
            film = wires(film, random)
        if random.random() < 0.35:
            letters(film, random)
        if random.random() < 0.25:
            collimate(film, random)
        films[row] = film
    return films


def restyle(films: Tensor) -> Tensor:
    """Exposure, grain, blur; some films lightly, so that plain ones are seen too."""
    return hide_marks(grain(expose(coarsen(films, 80, 4))), 0.12, 0.06)


def reframe(films: Tensor, border: float = 0.12, turn: float = 0.1) -> Tensor:
    """Crops up to `border` a side and turns a little: what the gate must stand."""
    count, _, size, _ = films.shape
    sides = torch.rand(count, 4) * border * chance(count, 0.85)[:, :, 0, 0]
    left, right, top, bottom = sides.unbind(1)
    angle = (torch.rand(count) * 2 - 1) * turn
    made = torch.zeros(count, 2, 3)
    made[:, 0, 0] = (1 - left - right) * torch.cos(angle)
    made[:, 0, 1] = -(1 - top - bottom) * torch.sin(angle)
    made[:, 1, 0] = (1 - left - right) * torch.sin(angle)
    made[:, 1, 1] = (1 - top - bottom) * torch.cos(angle)
    made[:, 0, 2], made[:, 1, 2] = left - right, top - bottom
    grid = F.affine_grid(made, [count, 1, size, size], align_corners=False)
    pad = "border" if float(torch.rand(())) < 0.5 else "zeros"
    return F.grid_sample(films, grid, padding_mode=pad, align_corners=False)


