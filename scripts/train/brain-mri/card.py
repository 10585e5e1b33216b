"""Writes CARD.md and model.json from evaluation.json."""

from __future__ import annotations

import json
from pathlib import Path

from data import LABELS
from shared.figures import interval, table, write_card
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
HEAD = ["slices", "label", "AUROC", "95 % interval", "positive / negative", "clusters"]


def style_name(name: str) -> str:
    """A style group for readers."""
    return "style " + " and ".join(name.split("+"))


def auroc_table(places: dict[str, dict]) -> str:
    """AUROC per place and label."""
    return table(HEAD, [auroc_row(place, label, figure) for place, labels in places.items()
                        for label, figure in labels.items()])


def compared(report: dict) -> str:
    """`abnormal` by the network and by ten trivial numbers."""
    rows = []
    for name, figure in report["trivial"].items():
        own = report["inside"]["auroc"] if name == "inside" else report["left_out"]["auroc"][name]
        mine = own["abnormal"]
        rows.append(["inside (test)" if name == "inside" else f"{style_name(name)}, left out",
                     f"{figure['auroc']:.3f} ({interval(figure)})",
                     f"{mine['auroc']:.3f} ({interval(mine)})",
                     f"{mine['positive']} / {mine['negative']}"])
    return table(["slices", "ten trivial numbers", "this network", "tumour / none"], rows)


def style_table(styles: dict[str, dict]) -> str:
    """Slices of every kind in every style."""
    kinds = list(next(iter(styles.values())))
    rows = [[name, *(str(counts[kind]) for kind in kinds)] for name, counts in styles.items()]
    return table(["style", *kinds], rows)


def halves_line(figure: dict) -> str:
    """The AUROC of the mirrored halves."""
    if not figure:
        return "not measured"
    return f"{figure['auroc']:.3f} ({interval(figure)}), n = {figure['positive']} pairs"


def pointing_table(pointing: dict[str, dict]) -> str:
    """How often the highest cell lies where it should."""
    titles = {"painted": "on or next to the painted lesion of a normal slice",
              "side": "in the half of the head that holds the tumour"}
    rows = [[titles[name], f"{figure['rate']:.2f}", interval(figure), f"{figure['chance']:.2f}",
             str(figure["n"])] for name, figure in pointing.items()]
    return table(["highest cell of the `abnormal` map", "share", "95 % interval", "by chance", "n"],
                 rows)


def write(report: dict, out: Path) -> None:
    """The card, then the manifest over it."""
    about = json.loads((HERE / "about.json").read_text())
    left, inside = report["left_out"], report["inside"]
    flags = {style_name(name): part for name, part in left["flagged"].items()}
    places = {
        "LOOKED": about.pop("looked"),
        "STYLES": style_table(report["styles"]),
        "COMPARED": compared(report),
        "LEFT_OUT": auroc_table({style_name(name): part for name, part in left["auroc"].items()}),
        "LEFT_OUT_PLANES": auroc_table(left["pooled_by_plane"]),
        "INSIDE": auroc_table({"test": inside["auroc"], **inside["by_plane"]}),
        "HALVES": halves_line(report["halves"]),
        "POINTING": pointing_table(report["pointing"]),
        "FLAGS": flag_table({**flags, "inside (test)": inside["flagged"]}),
        "DOUBT": doubt_table(report["doubt"]),
        "SETTINGS": settings_table(report["settings"], LABELS),
        "GATE": gate_table(report["gate"]),
        "INT8": int8_table(report["export"]["int8"], LABELS),
        "MEGABYTES": f"{report['export']['bytes'] / 1e6:.1f}",
        "RETESTED": str(report["retested"]),
        "NOTES": " ".join(report["notes"]),
    }
    places |= {name.upper(): str(value) for name, value in report["training"].items()}
    write_card(HERE / "card.txt", out / "CARD.md", places)
    write_manifest(out, about, report)
