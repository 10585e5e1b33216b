"""How far every answer is pulled towards the base rate, because an unknown hospital is not the one of the data."""

from __future__ import annotations

import numpy as np

from shared.tabular_metrics import logit

#: Calibration slopes of the model as learned at three other hospitals. Others measured the first two; of the third they
#: gave the AUROC alone (0.90, as in the data here), and its slope is taken to be 1.
SLOPES = (0.63, 0.69, 1.0)


def calibration(base_rate: float) -> dict[str, float]:
    """Scale and bias of the logit: the geometric mean of the slopes, around the base rate.

    An unknown hospital may be any of the three, each as likely as the others. The logit is multiplied, so that slopes
    are averaged as ratios: at half the slope a probability is as far off as at twice the slope.
    """
    scale = round(float(np.exp(np.mean(np.log(SLOPES)))), 2)
    return {"scale": scale, "bias": round(float((1 - scale) * logit(np.array(base_rate))), 4)}


def chance(logits: np.ndarray, base_rate: float) -> np.ndarray:
    """Probabilities as the service computes them."""
    found = calibration(base_rate)
    return 1 / (1 + np.exp(-(found["scale"] * logits + found["bias"])))
