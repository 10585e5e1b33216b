"""How slices look apart from disease: figures of margin, exposure and sharpness, their clusters,
and the axis of symmetry."""

from __future__ import annotations

import numpy as np
import pandas as pd
import torch
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier
from torch import Tensor
from torch.nn import functional as F

Array = np.ndarray
CLUSTERS = 4
SMALL = 56
FIGURES = ("mean", "p99", "black", "saturated", "border", "border_spread", "height", "width",
           "laplacian", "blocks")
SYMMETRIC = 0.84


def extent(flags: Array) -> Array:
    """Distance between the first and last flag of every row, as a share."""
    size = flags.shape[1]
    return (size - 1 - flags[:, ::-1].argmax(1) - flags.argmax(1)) / size


def figures(pixels: Array) -> pd.DataFrame:
    """Ten numbers per slice that hold no anatomy."""
    films = pixels.astype(np.float32) / 255
    flat = films.reshape(len(films), -1)
    edges = [films[:, :4], films[:, -4:], films[:, :, :4], films[:, :, -4:]]
    border = np.concatenate([edge.reshape(len(films), -1) for edge in edges], 1)
    head = films > 0.12
    inner = films[:, 1:-1, 1:-1]
    around = films[:, :-2, 1:-1] + films[:, 2:, 1:-1] + films[:, 1:-1, :-2] + films[:, 1:-1, 2:]
    step = np.abs(np.diff(films, axis=2)).mean(1)
    columns = (flat.mean(1), np.quantile(flat[:, ::7], 0.99, axis=1), (flat < 0.03).mean(1),
               (flat > 0.97).mean(1), border.mean(1), border.std(1),
               extent(head.mean(2) > 0.05), extent(head.mean(1) > 0.05),
               np.abs(4 * inner - around).mean((1, 2)),
               step[:, 7::8].mean(1) / np.maximum(step.mean(1), 1e-4))
    return pd.DataFrame(dict(zip(FIGURES, columns, strict=True)))


def clusters(pixels: Array, look: pd.DataFrame, seed: int = 0) -> Array:
    """Style cluster of every slice by k-means over its figures and its histogram."""
    films = pixels.astype(np.float32) / 255
    histograms = np.stack([np.histogram(film[film > 0.08], 32, (0, 1), density=True)[0]
                           for film in films])
    scaled = (look - look.mean()) / look.std()
    joined = np.concatenate([scaled.to_numpy(), np.sqrt(np.nan_to_num(histograms))], 1)
    return KMeans(CLUSTERS, n_init=5, random_state=seed).fit_predict(joined)


def place(angle: float, shift: float) -> Tensor:
    """Affine map that brings an axis to the vertical middle of the picture."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return torch.tensor([[c, -s, float(shift)], [s, c, 0.0]])


def upright(films: Tensor, angle: Array, shift: Array) -> Tensor:
    """Films turned and moved so that their axis of symmetry is the vertical middle."""
    frames = torch.stack([place(float(a), float(s)) for a, s in zip(angle, shift, strict=True)])
    grid = F.affine_grid(frames, list(films.shape), align_corners=False)
    return F.grid_sample(films, grid, align_corners=False)


def axes(pixels: Array) -> pd.DataFrame:
    """Best axis of mirror symmetry (angle, shift) and the correlation across it.

    Above SYMMETRIC a slice is axial or coronal, below sagittal or oblique, with few exceptions.
    """
    parts = []
    for start in range(0, len(pixels), 512):
        films = torch.from_numpy(pixels[start : start + 512].astype(np.float32))[:, None]
        parts.append(best_axis(F.interpolate(films, (SMALL, SMALL), mode="area")))
    return pd.concat(parts, ignore_index=True)


def best_axis(films: Tensor) -> pd.DataFrame:
    """Search over a grid of angles and shifts."""
    best = torch.full((len(films), 3), -2.0)
    for angle in np.deg2rad(np.arange(-20, 21, 4)):
        for shift in np.linspace(-0.16, 0.16, 17):
            grid = F.affine_grid(place(angle, shift)[None], [1, 1, SMALL, SMALL],
                                 align_corners=False).expand(len(films), -1, -1, -1)
            seen = F.grid_sample(films, grid, align_corners=False)
            mirrored = (seen.flip(3)).flatten(1)
            seen = seen.flatten(1)
            seen, mirrored = seen - seen.mean(1, True), mirrored - mirrored.mean(1, True)
            alike = (seen * mirrored).sum(1) / seen.pow(2).sum(1).clamp(min=1e-6)
            found = torch.stack([alike, torch.full_like(alike, float(angle)),
                                 torch.full_like(alike, float(shift))], 1)
            best = torch.where((alike > best[:, 0])[:, None], found, best)
    return pd.DataFrame(best.numpy(), columns=["symmetry", "angle", "shift"])


def trivial(look: pd.DataFrame, truth: Array, fit: Array, judged: Array, seed: int = 0) -> Array:
    """Scores by boosted trees over the ten figures: what can be had without seeing a brain."""
    model = HistGradientBoostingClassifier(max_iter=100, random_state=seed)
    model.fit(look.iloc[fit], truth[fit])
    return model.predict_proba(look.iloc[judged])[:, 1]
