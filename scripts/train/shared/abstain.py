"""When a label should say that it is unsure: between a sure no and a sure yes."""

from __future__ import annotations

import numpy as np

Array = np.ndarray
RISKS = (0.02, 0.05, 0.1, 0.15, 0.2)
ENOUGH = 0.6
MIN = 0.02


def quantile(values: Array, weights: Array, share: float) -> float:
    """Value below which a share of the weight lies."""
    order = np.argsort(values)
    place = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][min(np.searchsorted(place, share), len(values) - 1)])


def band(chance: Array, truth: Array, weights: Array, risk: float) -> tuple[float, float]:
    """Probabilities below which at most `risk` of the positives lie, and above which at most
    `risk` of the negatives lie. Low is not below high where the classes part that well."""
    positive = truth == 1
    low = quantile(chance[positive], weights[positive], risk)
    high = quantile(chance[~positive], weights[~positive], 1 - risk)
    return low, high


def answered(
    chance: Array, truth: Array, weights: Array, low: float, high: float
) -> dict[str, float]:
    """Share that is answered and how much of that is right, all weighted; misses and alarms.

    @returns coverage, accuracy of the answered, missed (share of positives answered no) and
    alarmed (share of negatives answered yes)
    """
    no, yes = chance < low, chance > high
    said, positive = no | yes, truth == 1
    right = (yes & positive) | (no & ~positive)

    def share(flags: Array, of: Array) -> float:
        return round(float(weights[flags & of].sum() / max(weights[of].sum(), 1e-9)), 4)

    return {"coverage": share(said, np.ones_like(said)), "accuracy": share(right, said),
            "missed": share(no, positive), "alarmed": share(yes, ~positive), "n": int(len(truth))}


def choose(chance: Array, truth: Array, weights: Array) -> dict[str, object]:
    """Risk against coverage, and the band of the smallest risk that still answers enough.

    `chosen` is None where the classes part so well that there is nothing to be unsure of.
    """
    table, chosen = [], None
    for risk in RISKS:
        low, high = band(chance, truth, weights, risk)
        if low >= high:
            table.append({"risk": risk, "low": None, "high": None,
                          **answered(chance, truth, weights, low, low)})
            break
        row = {"risk": risk, "low": round(low, 4), "high": round(high, 4),
               **answered(chance, truth, weights, low, high)}
        table.append(row)
        if chosen is None and (row["coverage"] >= ENOUGH or risk == RISKS[-1]):
            chosen = {"low": row["low"], "high": row["high"]} if high - low > MIN else None
            break
    return {"risk_coverage": table, "chosen": chosen}
