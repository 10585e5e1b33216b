"""Groups near-duplicate pictures, so that no split or fold parts them."""

from __future__ import annotations

import numpy as np
import torch
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components
from torch.nn import functional as F

SIDE = 32


def thumbnails(pixels: np.ndarray) -> np.ndarray:
    """Standardised small versions, N x SIDE^2."""
    films = torch.from_numpy(np.asarray(pixels, np.float32))[:, None]
    small = F.interpolate(films, (SIDE, SIDE), mode="area").flatten(1).numpy()
    small -= small.mean(1, keepdims=True)
    return small / (np.linalg.norm(small, axis=1, keepdims=True) + 1e-6)


def groups(pixels: np.ndarray, alike: float = 0.95) -> np.ndarray:
    """Number of the cluster of every picture: those linked by a correlation above `alike`,
    mirrored or not."""
    plain, mirrored = thumbnails(pixels), thumbnails(np.asarray(pixels)[:, :, ::-1].copy())
    linked = np.maximum(plain @ plain.T, plain @ mirrored.T) > alike
    return connected_components(csr_matrix(linked), directed=False)[1]
