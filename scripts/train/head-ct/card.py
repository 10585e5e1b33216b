"""Writes CARD.md and model.json from evaluation.json."""

from __future__ import annotations

import json
from pathlib import Path

from data import LABELS
from shared.figures import table, write_card
from shared.slice_cards import (
    auroc_row,
    doubt_table,
    flag_table,
    gate_table,
    int8_table,
    settings_table,
)
from shared.slice_export import write_manifest

HERE = Path(__file__).parent
WINDOW = {"centre": 40, "width": 80}
HEAD = ["unseen slices", "scored by", "AUROC", "95 % interval", "positive / negative", "clusters"]


def auroc_table(report: dict) -> str:
    """AUROC of every round, and of a rule without learning."""
    rows = [auroc_row(name, "this network", figure)
            for name, figure in report["cross_validated"].items()]
    rows.append(auroc_row("all", "difference of the halves", report["symmetry_rule"]))
    return table(HEAD, rows)


def write(report: dict, out: Path) -> None:
    """The card, then the manifest over it."""
    about = json.loads((HERE / "about.json").read_text())
    places = {
        "LOOKED": about.pop("looked"),
        "AUROC": auroc_table(report),
        "FLAGS": flag_table({"unseen": report["flagged"]}),
        "DOUBT": doubt_table(report["doubt"]),
        "SETTINGS": settings_table(report["settings"], LABELS),
        "GATE": gate_table(report["gate"]),
        "INT8": int8_table(report["export"]["int8"], LABELS),
        "GROUPS": str(report["groups"]),
        "MEGABYTES": f"{report['export']['bytes'] / 1e6:.1f}",
        "RETESTED": str(report["retested"]),
        "NOTES": " ".join(report["notes"]),
        "STARTED": "Its first stages are those of that network" if report["training"]["trunk"]
        else "Its first stages have random weights",
    }
    places |= {name.upper(): str(value) for name, value in report["training"].items()}
    write_card(HERE / "card.txt", out / "CARD.md", places)
    write_manifest(out, about, report, WINDOW)
