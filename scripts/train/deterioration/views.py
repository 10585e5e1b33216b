"""What different callers would send of one stay: whole series, part of them, one value each, few variables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from data import WINDOW, urine_per_day
from shared.tabular_series import STATISTICS, collapsed, single, statistics_of

Array = np.ndarray
SERIES = (
    "heart_rate", "systolic_bp", "diastolic_bp", "mean_arterial_pressure", "respiratory_rate",
    "temperature", "oxygen_saturation", "fio2", "gcs", "pao2", "paco2", "arterial_ph", "albumin",
    "alp", "alt", "ast", "bilirubin", "bun", "creatinine", "glucose", "bicarbonate", "hematocrit",
    "potassium", "sodium", "lactate", "magnesium", "platelets", "wbc", "troponin_i", "troponin_t",
    "total_cholesterol", "weight",
)
STATIC = ("age", "sex", "height", "icu_type")
#: One number for the window.
WHOLE = ("urine_output", "mechanical_ventilation")
#: Measured in few stays: the last value says it.
LAST_ONLY = ("troponin_i", "troponin_t", "total_cholesterol")
#: What fluid does to the weight in a day.
FEW = {"weight": ("last", "first", "slope")} | {name: ("last",) for name in LAST_ONLY}
VITALS = ("heart_rate", "systolic_bp", "diastolic_bp", "mean_arterial_pressure", "respiratory_rate",
          "temperature", "oxygen_saturation", "gcs")
GASES = ("pao2", "paco2", "arterial_ph", "fio2", "lactate")
KINDS = ("last", "first", "mean", "worst", "any")


def columns() -> pd.MultiIndex:
    """The features in the order of the package: (variable, statistic)."""
    made = [(name, "value") for name in STATIC] + [(name, "last") for name in WHOLE]
    for name in SERIES:
        made += [(name, statistic) for statistic in FEW.get(name, STATISTICS)]
    return pd.MultiIndex.from_tuples(made)


@dataclass
class Views:
    """Rows of features of the same stays, one table for every way to send them."""

    stays: pd.DataFrame
    tables: dict[str, Array]
    #: Whether ventilation was recorded in the window.
    ventilated: Array


def with_whole(wide: pd.DataFrame, stays: pd.DataFrame, urine: pd.Series, ventilated: Array) -> Array:
    """Adds what is not a series, in the order of the columns."""
    made = wide.copy()
    for name in STATIC:
        made[(name, "value")] = stays[name]
    made[("urine_output", "last")] = urine.reindex(stays.index)
    made[("mechanical_ventilation", "last")] = np.where(ventilated, 1.0, 0.0)
    return made.reindex(columns=columns()).to_numpy(np.float32)


def series_table(rows: pd.DataFrame, stays: pd.DataFrame, start: float, end: float) -> Array:
    """Statistics of what was measured from `start` to `end` hours."""
    part = rows[(rows["hour"] >= start) & (rows["hour"] < end)]
    wide = statistics_of(part[part["variable"].isin(SERIES)]).reindex(stays.index)
    early = part[part["variable"] == "mechanical_ventilation"]["stay"].unique()
    urine = urine_per_day(rows[rows["hour"] < end], end)
    return with_whole(wide, stays, urine, stays.index.isin(early))


def make(rows: pd.DataFrame, stays: pd.DataFrame, seed: int) -> Views:
    """All ways to send the stays."""
    random = np.random.default_rng(seed)
    series = rows[rows["variable"].isin(SERIES)]
    middle = series.groupby("variable")["value"].median()
    tables = {"day": series_table(rows, stays, 0, WINDOW),
              "cuff": series_table(without_line(rows), stays, 0, WINDOW),
              "half": series_table(rows, stays, 0, WINDOW / 2),
              "late": series_table(rows, stays, WINDOW / 2, WINDOW),
              "quarter": series_table(rows, stays, 0, WINDOW / 4)}
    ventilated = stays.index.isin(rows[rows["variable"] == "mechanical_ventilation"]["stay"])
    urine = urine_per_day(rows, WINDOW)
    for kind in KINDS:
        one = single(series, kind, middle, random)
        wide = collapsed(one, columns(), stays.index)
        tables[kind] = with_whole(wide, stays, urine, ventilated)
    return Views(stays, tables, ventilated)


def without_line(rows: pd.DataFrame) -> pd.DataFrame:
    """Pressures by cuff only, as of a patient without an arterial line."""
    cuffed = rows[~rows["invasive"]]
    with_cuff = cuffed[cuffed["variable"] == "systolic_bp"]["stay"].unique()
    return rows[~(rows["invasive"] & rows["stay"].isin(with_cuff))]
