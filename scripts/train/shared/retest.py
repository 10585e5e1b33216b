"""The same film once more: small crops and other exposures, as a second upload would have them."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from shared.look import uniform

ROUNDS = 6
CROP = 0.03
TURN = 0.02
UNKNOWN_SPREAD = 1.0


def again(films: Tensor) -> Tensor:
    """N x 1 x S x S of 0..1: crops up to 3 % a side, turns by about a degree, other exposure."""
    count, _, size, _ = films.shape
    left, right, top, bottom = (torch.rand(count, 4) * CROP).unbind(1)
    angle = (torch.rand(count) * 2 - 1) * TURN
    made = torch.zeros(count, 2, 3)
    made[:, 0, 0], made[:, 0, 1] = (1 - left - right), -torch.sin(angle)
    made[:, 1, 0], made[:, 1, 1] = torch.sin(angle), (1 - top - bottom)
    made[:, 0, 2], made[:, 1, 2] = left - right, top - bottom
    grid = F.affine_grid(made, [count, 1, size, size], align_corners=False)
    films = F.grid_sample(films, grid, padding_mode="border", align_corners=False)
    films = films.clamp(1e-3, 1) ** torch.exp(uniform(count, -0.25, 0.25))
    low, high = uniform(count, -0.05, 0.05), uniform(count, 0.93, 1.07)
    films = (films - low) / (high - low) + torch.randn_like(films) * uniform(count, 0, 0.015)
    return films.clamp(0, 1)


def retests(pixels: np.ndarray, seed: int = 9) -> np.ndarray:
    """Bytes N x S x S to R x N x S x S, every film anew in each round."""
    torch.manual_seed(seed)
    films = torch.from_numpy(np.asarray(pixels, np.float32) / 255.0)[:, None]
    return np.stack([(again(films)[:, 0].numpy() * 255).round().astype(np.uint8)
                     for _ in range(ROUNDS)])


def within_sd(values: np.ndarray) -> tuple[float, int]:
    """Spread of R x N values of the same N films, and how many films count (no NaN in any round)."""
    whole = values[:, ~np.isnan(values).any(0)]
    if whole.shape[1] == 0:
        return UNKNOWN_SPREAD, 0
    return float(np.sqrt(whole.var(0, ddof=1).mean())), int(whole.shape[1])
