"""The manifest of the package."""

from __future__ import annotations

import json
from pathlib import Path

from data import CODES, NAMES, VARIABLES
from shared.tabular_onnx import Served
from shared.tabular_package import terms_of

HERE = Path(__file__).parent
ABSTAIN = {
    "least_inputs": 6,
    "required_any": [["age"], ["chest_pain_type", "exercise_angina", "st_depression", "thallium_defect",
                               "fluoroscopy_vessels"]],
    "out_of_range": "leave_out",
    "population": [{"variable": "age", "low": 25, "high": 80,
                    "reason": "learned from patients of 29 to 77 years"}],
}


def inputs() -> list[dict[str, object]]:
    """The `inputs` of the manifest."""
    made: list[dict[str, object]] = []
    for name, _, unit, limits in VARIABLES:
        entry: dict[str, object] = {"variable": name}
        if unit is not None and limits is not None:
            entry |= {"unit": unit, "low": limits[0], "high": limits[1]}
        made.append(entry)
    return made


def features() -> list[dict[str, object]]:
    """The `features` of the manifest."""
    return [{"name": name, "variable": name, "statistic": "value"}
            | ({"codes": CODES[name]} if name in CODES else {}) for name in NAMES]


def manifest(served: Served, settings: dict) -> dict[str, object]:
    """model.json without what is known of the files."""
    about = json.loads((HERE / "about.json").read_text())
    about["outcome"]["base_rate"] = settings["base_rate"]
    return about | {
        "inputs": inputs(), "features": features(), "terms": terms_of(served, NAMES),
        "intercept": round(served.intercept, 7), "calibration": settings["calibration"],
        "interval": settings["interval"], "abstain": ABSTAIN,
        "effects_reference": "the average over the patients of the training data, as incomplete as they were shown",
    }
