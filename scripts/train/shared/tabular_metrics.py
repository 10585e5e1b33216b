"""Figures of a probability, each with an interval from a bootstrap over patients."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

from shared.tabular_tables import Array

THRESHOLDS = (0.05, 0.1, 0.2, 0.3, 0.5)
Entry = dict[str, object]


def logit(chance: Array) -> Array:
    """Log-odds, kept finite."""
    safe = np.clip(chance, 1e-6, 1 - 1e-6)
    return np.log(safe / (1 - safe))


def recalibration(logits: Array, truth: Array) -> tuple[float, float]:
    """Slope and intercept of a logistic regression of the truth on the log-odds (Newton, from no slope)."""
    slope, intercept = 0.0, float(logit(truth.mean()))
    rows = np.stack([logits, np.ones_like(logits)], axis=1)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(slope * logits + intercept, -30, 30)))
        weight = np.maximum(chance * (1 - chance), 1e-9)
        step = np.linalg.solve((rows * weight[:, None]).T @ rows, rows.T @ (truth - chance))
        slope, intercept = slope + float(step[0]), intercept + float(step[1])
        if np.abs(step).max() < 1e-8:
            break
    return slope, intercept


def offset(logits: Array, truth: Array) -> float:
    """Calibration in the large: the intercept where the slope is held at 1."""
    found = 0.0
    for _ in range(25):
        chance = 1 / (1 + np.exp(-(logits + found)))
        found += float((truth - chance).sum() / np.maximum((chance * (1 - chance)).sum(), 1e-9))
    return found


def net_benefit(chance: Array, truth: Array, threshold: float) -> float:
    """True positives less false positives at the odds of the threshold, per patient (Vickers 2006)."""
    flagged = chance >= threshold
    odds = threshold / (1 - threshold)
    return float(((flagged & (truth == 1)).sum() - odds * (flagged & (truth == 0)).sum()) / len(truth))


def point(chance: Array, truth: Array) -> dict[str, float]:
    """All figures of one sample."""
    slope, _ = recalibration(logit(chance), truth)
    made = {"auroc": float(roc_auc_score(truth, chance)),
            "auprc": float(average_precision_score(truth, chance)),
            "brier": float(((chance - truth) ** 2).mean()),
            "calibration_slope": slope,
            "calibration_intercept": offset(logit(chance), truth),
            "observed_to_expected": float(truth.mean() / chance.mean())}
    for threshold in THRESHOLDS:
        made[f"net_benefit_{round(100 * threshold)}"] = net_benefit(chance, truth, threshold)
    return made


def resampled(count: int, rounds: int, seed: int = 1) -> Array:
    """Row numbers of `rounds` bootstrap samples."""
    return np.random.default_rng(seed).integers(0, count, (rounds, count))


def mean_point(chances: Array, truth: Array) -> dict[str, float]:
    """All figures, averaged over repeats [R,N]."""
    each = [point(chance, truth) for chance in chances]
    return {name: float(np.mean([one[name] for one in each])) for name in each[0]}


def figures(chance: Array, truth: Array, rounds: int = 300) -> Entry:
    """Every figure with its 95 % interval, and the counts; one column is one patient.

    `chance` is [N], or [R,N] of repeats: then each figure is the mean over the repeats.
    """
    chances = np.atleast_2d(chance)
    told = mean_point(chances, truth)
    drawn = [mean_point(chances[:, rows], truth[rows]) for rows in resampled(len(truth), rounds)
             if 0 < truth[rows].sum() < len(rows)]
    made: Entry = {"n": int(len(truth)), "events": int(truth.sum())}
    for name, value in told.items():
        low, high = np.percentile([one[name] for one in drawn], [2.5, 97.5])
        made[name] = {"value": round(value, 4), "ci95": [round(float(low), 4), round(float(high), 4)]}
    return made


def difference(first: Array, second: Array, truth: Array, rounds: int = 300) -> Entry:
    """AUROC of the first less that of the second, on the same patients."""
    drawn = [roc_auc_score(truth[rows], first[rows]) - roc_auc_score(truth[rows], second[rows])
             for rows in resampled(len(truth), rounds)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    value = roc_auc_score(truth, first) - roc_auc_score(truth, second)
    return {"value": round(float(value), 4), "ci95": [round(float(low), 4), round(float(high), 4)]}


def interval_check(chance: Array, low: Array, high: Array, truth: Array, bins: int = 10) -> Entry:
    """How wide the intervals are, and in how many groups of like risk the observed rate lies within.

    A single patient has no rate, so coverage is reported by groups (equal shares of rising probability): the
    observed rate against the mean of the lower and of the upper ends.
    """
    groups = np.array_split(np.argsort(chance), bins)
    inside = [bool(low[rows].mean() <= truth[rows].mean() <= high[rows].mean()) for rows in groups]
    width = high - low
    return {"groups": bins, "groups_inside": int(sum(inside)),
            "median_width": round(float(np.median(width)), 4),
            "width_by_group": [round(float(width[rows].mean()), 3) for rows in groups],
            "expected_by_group": [round(float(chance[rows].mean()), 3) for rows in groups],
            "observed_by_group": [round(float(truth[rows].mean()), 3) for rows in groups]}
