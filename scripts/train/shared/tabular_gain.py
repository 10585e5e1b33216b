"""How far the answer may go from the average, by how much is known."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from shared.tabular_tables import Array

#: A factor below this would turn an answer off.
MIN = 0.2


def fitted_gain(sums: Array, share: Array, truth: Array, cuts: Array, intercept: Array | float, patients: int,
                stiff: float = 20.0) -> tuple[Array, float]:
    """Factors by known share and an offset of least log-loss: intercept + factor * (sum + offset).

    `sums` are sums of contributions and `share` what is known, of patients that the model has not seen;
    `cuts` are the steps of the share. Neighbouring factors are held together with `stiff`, in the loss
    of so many `patients`.
    """
    bins = np.searchsorted(cuts, share, side="right")

    def loss(found: Array) -> float:
        whole = intercept + found[:-1][bins] * (sums + found[-1])
        rough = stiff * float((np.diff(found[:-1]) ** 2).sum())
        return float((np.logaddexp(0, whole) - truth * whole).mean() * patients) + rough

    found = minimize(loss, np.r_[np.ones(len(cuts) + 1), 0.0], method="L-BFGS-B").x
    return np.maximum(found[:-1], MIN), float(found[-1])
