"""Writes CARD.md and model.json from evaluation.json and the model."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from package import manifest
from shared.figures import write_card
from shared.tabular_cards import (
    benefit_table,
    calibration_table,
    figure_table,
    gain_words,
    group_table,
    interval_table,
    strongest,
)
from shared.tabular_onnx import Served
from shared.tabular_package import write_manifest
from shrinkage import SLOPES, calibration

HERE = Path(__file__).parent
INTERVAL = {
    "method": "members", "level": 0.9,
    "description": "Central 90 % of models learned from resampled patients: what other patients in the training "
                   "data would have changed, not what unknown answers or another hospital would.",
}


def shrinkage(report: dict) -> dict[str, str]:
    """What the card says of the pull towards the base rate."""
    scale = calibration(report["diseased"] / report["patients"])["scale"]
    return {
        "SHRINK": f"{scale:.2f}", "SLOPES": ", ".join(f"{slope:.2f}" for slope in SLOPES),
        "AFTER": ", ".join(f"{slope / scale:.2f}" for slope in SLOPES),
        "OWN_SLOPE": f"{report['ways']['all']['calibration_slope']['value']:.2f}",
        "LEARNED": figure_table("known", report["as_learned"], "told"),
    }


def places(report: dict, served: Served, told: dict) -> dict[str, str]:
    """What stands at the places of the card."""
    export, names = report["export"], [str(term["name"]) for term in told["terms"]]
    spreads = [float(np.std(table.mean(0)[1:])) for table in served.contexts[0].tables]
    words = {name: way["told"] for name, way in report["ways"].items()}
    return {
        "RATE": f"{100 * report['diseased'] / report['patients']:.1f}", "DISEASED": str(report["diseased"]),
        "PATIENTS": str(report["patients"]), "TERMS": str(len(names)),
        "MEMBERS": str(report["training"]["members"]), "KILOBYTES": f"{export['bytes'] / 1e3:.0f}",
        "GAIN": gain_words(served.gain, "answers"), "STRONGEST": strongest(names, spreads, 13),
        "FOLDS": str(report["folds"]), "REPEATS": str(report["repeats"]),
        **shrinkage(report), "VERSION": told["version"],
        "WAYS": figure_table("known", report["ways"], "told"), "OTHERS": figure_table("by", report["others"]),
        "BENEFIT": benefit_table("known", {words[name]: way for name, way in report["ways"].items()}),
        "CALIBRATION": calibration_table(report["intervals"]["all"]), "GROUPS": group_table(report["groups"]),
        "INTERVALS": interval_table(report["intervals"], words),
        "GAP": str(export["largest_gap_of_int8"]["logits"]),
        "GAP_PATIENTS": str(export["largest_gap_on_patients"]["logits"]),
        "NOTES": "\n".join(f"- {note}" for note in report["notes"]),
    }


def write(report: dict, served: Served, out: Path) -> None:
    """The card, then the manifest over it."""
    rate = report["diseased"] / report["patients"]
    told = manifest(served, {
        "base_rate": round(rate, 4), "interval": INTERVAL, "calibration": calibration(rate)})
    write_card(HERE / "card.txt", out / "CARD.md", places(report, served, told))
    write_manifest(out, told)
