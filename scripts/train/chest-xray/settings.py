"""Calibration and thresholds, and how firm they stand."""

from __future__ import annotations

import numpy as np
import pandas as pd

from labels import MINED, ONLY_SOURCE, UNKNOWN
from left_out import Tables, judged
from shared.calibrate import at_specificity, platt, sigmoid
from shared.metrics import by_patient, rate

SPECIFICITY = 0.90
STRICT = {"tuberculosis": 0.95}
CHILDREN = "kermany_ped"
ROUNDS = 100


def specificity_of(label: str) -> float:
    """Share of healthy films of adults that must stay below the threshold."""
    return STRICT.get(label, SPECIFICITY)


def pooled(tables: Tables, patients: pd.DataFrame | None, label: str,
           inside: pd.DataFrame) -> pd.DataFrame:
    """Films that calibrate a label, scored by networks that saw neither hospital nor patient.

    Mined findings come from one hospital: its patients left out, beside normal films of left-out
    hospitals. Positives of the other one-source labels come from inside, and COVID-19 as a whole.
    """
    if label == "covid19":
        return inside[inside[label] != UNKNOWN]
    if label in MINED:
        parts = [table[table[label] == 0] for source, table in tables.items() if source != "cxr_nih"]
        own = patients if patients is not None else inside[inside["source"] == "cxr_nih"]
        return pd.concat([*parts, own[own[label] != UNKNOWN]])
    parts = [table[table[label] != UNKNOWN] for source, table in tables.items()
             if label in judged(source)]
    if not parts:
        return inside[inside[label] != UNKNOWN]
    if label in ONLY_SOURCE or not any((part[label] == 1).any() for part in parts):
        parts = [part[part[label] == 0] for part in parts]
        parts.append(inside[inside[label] == 1])
    return pd.concat(parts)


def columns(table: pd.DataFrame, label: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logits, truth and sources of a table."""
    return tuple(table[name].to_numpy() for name in (f"logit_{label}", label, "source"))


def adults(table: pd.DataFrame, label: str) -> pd.DataFrame:
    """The films of adults, if they hold both classes."""
    grown = table[table["source"] != CHILDREN]
    return grown if grown[label].nunique() == 2 else table


def probability(logit: float, scale: float, bias: float) -> float:
    """Calibrated probability of a logit."""
    return round(sigmoid(scale * logit + bias), 4)


def cut_interval(table: pd.DataFrame, label: str, scale: float, bias: float) -> list[float]:
    """95 % interval of a threshold by resampling patients."""
    cuts = []
    for rows in by_patient(table["group"].astype(str).to_numpy(), ROUNDS, 5):
        drawn = columns(table.iloc[rows], label)
        if len(np.unique(drawn[1])) == 2:
            cuts.append(at_specificity(*drawn, specificity_of(label)))
    low, high = np.percentile(cuts, [2.5, 97.5])
    return [probability(low, scale, bias), probability(high, scale, bias)]


def carried_over(table: pd.DataFrame, label: str) -> dict[str, dict]:
    """Specificity at a source of a threshold that was set on the other sources."""
    found = {}
    for source in sorted(table.loc[table[label] == 0, "source"].unique()):
        others, own = table[table["source"] != source], table[table["source"] == source]
        healthy = own[own[label] == 0]
        if not (others[label] == 0).any() or not (others[label] == 1).any() or len(healthy) < 20:
            continue
        cut = at_specificity(*columns(others, label), specificity_of(label))
        flags = healthy[f"logit_{label}"].to_numpy() <= cut
        found[str(source)] = rate(flags, healthy["group"].astype(str).to_numpy())
    return found


def setting_of(tables: Tables, patients: pd.DataFrame | None, inside: pd.DataFrame,
               label: str) -> dict[str, object]:
    """Calibration on all films of `pooled`, threshold on the adults among them."""
    table = pooled(tables, patients, label, inside)
    scale, bias = platt(*columns(table, label))
    scale = max(scale, 0.01)
    grown = adults(table, label)
    cut = at_specificity(*columns(grown, label), specificity_of(label))
    return {"scale": round(scale, 5), "bias": round(bias, 5),
            "threshold": probability(cut, scale, bias),
            "threshold_ci95": cut_interval(grown, label, scale, bias),
            "specificity_aimed_at": specificity_of(label),
            "specificity_carried_over": carried_over(grown, label)}


def flags(table: pd.DataFrame, label: str, setting: dict) -> np.ndarray:
    """Which films reach the threshold."""
    value = setting["scale"] * table[f"logit_{label}"].to_numpy() + setting["bias"]
    return 1 / (1 + np.exp(-value)) >= setting["threshold"]
