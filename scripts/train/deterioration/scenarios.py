"""The ways of sending a stay that are measured."""

from __future__ import annotations

import numpy as np

from dropout import LABS, NAMES, VARIABLE
from views import VITALS, Array, Views, columns

TOLD = {
    "day": "whole series of the first 24 h",
    "day_silent": "whole series, ventilation not stated where there is none",
    "day_no_unit": "whole series, type of unit not given",
    "half_day": "whole series of the first 12 h",
    "last": "one value each: the last",
    "mean": "one value each: the mean",
    "worst": "one value each: the worst",
    "first": "one value each: the first",
    "half_day_variables": "series, a random half of the variables",
    "half_last_variables": "last values, a random half of the variables",
    "vitals_day": "series of vital signs, age, sex",
    "vitals_last": "last vital signs, age, sex",
    "vitals_day_no_gcs": "series of vital signs without GCS, age, sex",
    "vitals_last_no_gcs": "last vital signs without GCS, age, sex",
    "labs_last": "last laboratory values, age, sex",
}


def only(table: Array, names: tuple[str, ...]) -> Array:
    """The table with some variables, age and sex only."""
    made = table.copy()
    made[:, [name not in (*names, "age", "sex") for name, _ in columns()]] = np.nan
    return made


def half(table: Array, seed: int) -> Array:
    """The table with a random half of the variables of every stay, and the age."""
    kept = np.random.default_rng(seed).random((len(table), len(NAMES))) < 0.5
    kept[:, NAMES.index("age")] = True
    made = table.copy()
    made[~kept[:, VARIABLE]] = np.nan
    return made


def silent(table: Array) -> Array:
    """The table without the word that there is no ventilation."""
    at = list(columns()).index(("mechanical_ventilation", "last"))
    made = table.copy()
    made[made[:, at] == 0, at] = np.nan
    return made


def scenarios(views: Views) -> dict[str, Array]:
    """Every way, with its table of features."""
    tables = views.tables
    made = {name: tables[name] for name in ("day", "last", "mean", "worst", "first")}
    made["day_silent"] = silent(tables["day"])
    made["day_no_unit"] = tables["day"].copy()
    made["day_no_unit"][:, list(columns()).index(("icu_type", "value"))] = np.nan
    made["half_day"] = tables["half"]
    made["half_day_variables"] = half(tables["day"], 5)
    made["half_last_variables"] = half(tables["last"], 6)
    made["vitals_day"] = only(tables["day"], VITALS)
    made["vitals_last"] = only(tables["last"], VITALS)
    bare = tuple(name for name in VITALS if name != "gcs")
    made["vitals_day_no_gcs"] = only(tables["day"], bare)
    made["vitals_last_no_gcs"] = only(tables["last"], bare)
    made["labs_last"] = only(tables["last"], LABS)
    return {name: made[name] for name in TOLD}
