"""Figures with intervals from a bootstrap over patients."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.metrics import roc_auc_score

Array = np.ndarray
Figure = dict[str, float | int | list[float]]


def by_patient(groups: Array, rounds: int, seed: int) -> list[Array]:
    """Row numbers of resampled patients."""
    random = np.random.default_rng(seed)
    _, place = np.unique(groups, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(place.max() + 2))
    drawn = []
    for _ in range(rounds):
        picked = random.integers(0, place.max() + 1, place.max() + 1)
        drawn.append(np.concatenate([order[starts[p] : starts[p + 1]] for p in picked]))
    return drawn


def figure(
    of: Callable[[Array], float], groups: Array, rounds: int = 300, seed: int = 1
) -> tuple[float, list[float]]:
    """A figure of rows and its 95 % interval."""
    values = [of(rows) for rows in by_patient(groups, rounds, seed)]
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return of(np.arange(len(groups))), [round(float(low), 4), round(float(high), 4)]


def auroc(scores: Array, truth: Array, groups: Array) -> Figure:
    """Area under the curve with its interval and counts."""

    def of(rows: Array) -> float:
        if len(np.unique(truth[rows])) < 2:
            return float("nan")
        return float(roc_auc_score(truth[rows], scores[rows]))

    value, interval = figure(of, groups)
    positive = int(truth.sum())
    return {"auroc": round(value, 4), "ci95": interval, "positive": positive,
            "negative": int(len(truth) - positive), "patients": int(len(np.unique(groups)))}


def rate(flags: Array, groups: Array) -> Figure:
    """Share of rows that are flagged, with its interval."""
    value, interval = figure(lambda rows: float(flags[rows].mean()), groups)
    return {"rate": round(value, 4), "ci95": interval, "n": int(len(flags)),
            "patients": int(len(np.unique(groups)))}
