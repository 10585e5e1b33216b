"""The manifest of the package."""

from __future__ import annotations

import json
from pathlib import Path

from data import PLAUSIBLE
from shared.tabular_onnx import Served
from shared.tabular_package import feature_name, terms_of
from views import columns

HERE = Path(__file__).parent
UNITS = {
    "age": "a", "height": "cm", "weight": "kg", "heart_rate": "/min", "systolic_bp": "mm[Hg]",
    "diastolic_bp": "mm[Hg]", "mean_arterial_pressure": "mm[Hg]", "respiratory_rate": "/min",
    "temperature": "Cel", "oxygen_saturation": "%", "fio2": "%", "gcs": "{score}",
    "urine_output": "mL/d", "pao2": "mm[Hg]", "paco2": "mm[Hg]", "arterial_ph": "[pH]",
    "albumin": "g/dL", "alp": "U/L", "alt": "U/L", "ast": "U/L", "bilirubin": "mg/dL",
    "bun": "mg/dL", "creatinine": "mg/dL", "glucose": "mg/dL", "bicarbonate": "mmol/L",
    "hematocrit": "%", "potassium": "mmol/L", "sodium": "mmol/L", "lactate": "mmol/L",
    "magnesium": "mg/dL", "platelets": "10*3/uL", "wbc": "10*3/uL", "troponin_i": "ng/L",
    "troponin_t": "ng/L", "total_cholesterol": "mg/dL",
}
#: Values beyond these are left out: what the cleaning of the training data let pass.
LIMITS = {**PLAUSIBLE, "age": (18, 110), "urine_output": (0, 25_000)}
CODES = {"sex": {"F": 0, "M": 1},
         "icu_type": {"cardiac_surgery": 0, "coronary": 1, "surgical": 2, "medical": 3}}
ABSTAIN = {
    "least_inputs": 5,
    "required_any": [["age"]],
    "out_of_range": "leave_out",
    "population": [{"variable": "age", "low": 18, "reason": "learned from adults"}],
}


def inputs(names: list[str]) -> list[dict[str, object]]:
    """The `inputs` of the manifest."""
    made = []
    for name in names:
        entry: dict[str, object] = {"variable": name}
        if name in UNITS:
            low, high = LIMITS[name]
            entry |= {"unit": UNITS[name], "low": low, "high": high}
        made.append(entry)
    return made


def features(used: list[int]) -> list[dict[str, object]]:
    """The `features` of the manifest."""
    made = []
    for place in used:
        variable, statistic = columns()[place]
        entry = {"name": feature_name(variable, statistic), "variable": variable, "statistic": statistic}
        made.append(entry | ({"codes": CODES[variable]} if variable in CODES else {}))
    return made


def manifest(served: Served, used: list[int], settings: dict) -> dict[str, object]:
    """model.json without what is known of the files."""
    told = features(used)
    names = list(dict.fromkeys(str(entry["variable"]) for entry in told))
    about = json.loads((HERE / "about.json").read_text())
    about["outcome"]["base_rate"] = settings["base_rate"]
    return about | {
        "inputs": inputs(names), "features": told,
        "terms": terms_of(served, [str(entry["name"]) for entry in told]),
        "intercept": round(served.intercept, 7), "calibration": settings["calibration"],
        "interval": settings["interval"], "abstain": ABSTAIN, "window_hours": 24, "window": "last",
        "effects_reference": "for every input the average over the stays of the training data that have it",
    }
