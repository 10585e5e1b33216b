"""Calibration and thresholds from films of left-out sources."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression

Array = np.ndarray


def balanced(truth: Array, sources: Array) -> Array:
    """Weights that give each class half, and each source in it the same."""
    weights = np.zeros(len(truth))
    for value in (0, 1):
        names = np.unique(sources[truth == value])
        for name in names:
            cell = (truth == value) & (sources == name)
            weights[cell] = 0.5 / len(names) / cell.sum()
    return weights * len(truth)


def platt(logits: Array, truth: Array, sources: Array) -> tuple[float, float]:
    """Scale and bias of a logistic calibration over balanced cells."""
    model = LogisticRegression(C=100.0)
    model.fit(logits[:, None], truth, sample_weight=balanced(truth, sources))
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def weighted_quantile(values: Array, weights: Array, share: float) -> float:
    """Value below which a share of the weight lies."""
    order = np.argsort(values)
    place = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][min(np.searchsorted(place, share), len(values) - 1)])


def at_specificity(logits: Array, truth: Array, sources: Array, wanted: float) -> float:
    """Logit above which 1 - `wanted` of the negatives lie, every source counting the same."""
    weights = balanced(truth, sources)
    negative = truth == 0
    return weighted_quantile(logits[negative], weights[negative], wanted)


def sigmoid(value: float) -> float:
    """Logistic function."""
    return float(1.0 / (1.0 + np.exp(-value)))
