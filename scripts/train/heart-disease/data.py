"""The 303 patients of UCI Cleveland: 13 answers and whether angiography found a narrowing of half a vessel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

Array = np.ndarray

#: Variable of the service, column of the data, unit, limits beyond which there is no probability.
VARIABLES = (
    ("age", "age", "a", (18, 110)),
    ("sex", "sex", None, None),
    ("chest_pain_type", "cp", None, None),
    ("systolic_bp", "trestbps", "mm[Hg]", (70, 250)),
    ("total_cholesterol", "chol", "mg/dL", (80, 700)),
    ("fasting_glucose_over_120", "fbs", None, None),
    ("resting_ecg", "restecg", None, None),
    ("max_heart_rate", "thalach", "/min", (50, 230)),
    ("exercise_angina", "exang", None, None),
    ("st_depression", "oldpeak", "mm", (0, 8)),
    ("st_slope", "slope", None, None),
    ("fluoroscopy_vessels", "ca", "{score}", (0, 3)),
    ("thallium_defect", "thal", None, None),
)
NAMES = tuple(name for name, *_ in VARIABLES)
#: The numbers that the data have for words.
CODES = {
    "sex": {"F": 0, "M": 1},
    "chest_pain_type": {"typical": 1, "atypical": 2, "nonanginal": 3, "asymptomatic": 4},
    "resting_ecg": {"normal": 0, "st_t_abnormality": 1, "lvh": 2},
    "st_slope": {"up": 1, "flat": 2, "down": 3},
    "thallium_defect": {"normal": 3, "fixed": 6, "reversible": 7},
}
#: What a ward can send: no fluoroscopy, no scan.
WARD = tuple(name for name in NAMES if name not in ("fluoroscopy_vessels", "thallium_defect"))
#: What is known before any exercise.
REST = ("age", "sex", "chest_pain_type", "systolic_bp", "total_cholesterol", "fasting_glucose_over_120",
        "resting_ecg")


def patients(source: Path) -> tuple[Array, Array]:
    """Features [N,13], NaN where missing, and truth [N]."""
    rows = pd.read_csv(source / "risk" / "uci-heart-cleveland.csv", quotechar="'", na_values=["?"])
    table = rows[[column for _, column, *_ in VARIABLES]].apply(pd.to_numeric, errors="coerce")
    return table.to_numpy(np.float32), (rows["num"] == "present").to_numpy(int)


def without(features: Array, kept: tuple[str, ...]) -> Array:
    """The same rows with only some variables known."""
    made = features.copy()
    made[:, [name not in kept for name in NAMES]] = np.nan
    return made
