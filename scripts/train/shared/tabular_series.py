"""From measurements over time to one row of statistics per variable.

The service computes the same statistics (src/scores/predictions): what changes here changes there.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

STATISTICS = ("last", "first", "min", "max", "mean", "slope")
#: Minimum hours between the first and the last value for a slope.
MIN_SPAN = 1.0


def statistics_of(long: pd.DataFrame) -> pd.DataFrame:
    """Statistics of a table stay, hour, variable, value; columns are (variable, statistic).

    `slope` is the least-squares slope per hour; it needs two values at least an hour apart.
    """
    long = long.sort_values(["stay", "variable", "hour"], kind="stable")
    grouped = long.groupby(["stay", "variable"], sort=False)
    made = grouped["value"].agg(["last", "first", "min", "max", "mean"])
    made["slope"] = slopes(long, grouped)
    return made.unstack("variable").swaplevel(axis=1).sort_index(axis=1)


def slopes(long: pd.DataFrame, grouped: object) -> pd.Series:
    """Least-squares slope per hour of every group; NaN where the values span too little."""
    keys = [long["stay"], long["variable"]]
    hours = long["hour"] - grouped["hour"].transform("mean")
    values = long["value"] - grouped["value"].transform("mean")
    above = (hours * values).groupby(keys, sort=False).sum()
    below = (hours * hours).groupby(keys, sort=False).sum()
    span = grouped["hour"].max() - grouped["hour"].min()
    return (above / below.where(below > 0)).where(span >= MIN_SPAN - 1e-6).round(9)


def single(long: pd.DataFrame, kind: str, middle: pd.Series, random: np.random.Generator) -> pd.DataFrame:
    """One value per stay and variable, as a caller without times sends it.

    `kind`: last, first, mean, worst (farthest from the middle of the variable), any.
    """
    if kind == "mean":
        return long.groupby(["stay", "variable"], as_index=False)["value"].mean()
    if kind in ("last", "first"):
        order = long["hour"] if kind == "last" else -long["hour"]
    elif kind == "worst":
        order = (long["value"] - long["variable"].map(middle)).abs()
    else:
        order = pd.Series(random.random(len(long)), index=long.index)
    picked = long.assign(order=order).sort_values("order", kind="stable")
    return picked.drop_duplicates(["stay", "variable"], keep="last")[["stay", "variable", "value"]]


def collapsed(one: pd.DataFrame, columns: pd.MultiIndex, stays: pd.Index) -> pd.DataFrame:
    """The row of statistics of one value each: all the same, and no slope."""
    wide = one.pivot(index="stay", columns="variable", values="value")
    made = {(variable, statistic): wide[variable] if variable in wide and statistic != "slope"
            else pd.Series(np.nan, index=wide.index) for variable, statistic in columns}
    return pd.DataFrame(made).reindex(stays)[columns]
