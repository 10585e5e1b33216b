"""Writes CARD.md from evaluation.json and a text with places for the tables."""

from __future__ import annotations

import re
from pathlib import Path

from net import LABELS

NAMES = {
    "kermany_ped": "Kermany (children, China)",
    "mendeley_pk": "Mendeley TB (Pakistan)",
    "rsna_nih_adult": "RSNA/NIH adult normals (USA)",
    "bimcv_padchest": "BIMCV/PadChest COVID (Spain)",
    "cxr_nih": "ChestX-ray14 sample (USA)",
    "jsrt": "JSRT (Japan)",
}


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def interval(figure: dict) -> str:
    """95 % interval of a figure."""
    return f"{figure['ci95'][0]:.2f}–{figure['ci95'][1]:.2f}"


def auroc_rows(sources: dict[str, dict]) -> list[list[str]]:
    """A row per source and label."""
    rows = []
    for source, labels in sources.items():
        for label, figure in labels.items():
            count = f"{figure['positive']} / {figure['negative']}"
            rows.append([NAMES.get(source, source), label, f"{figure['auroc']:.3f}",
                         interval(figure), count, str(figure["patients"])])
    return rows


def auroc_table(sources: dict[str, dict]) -> str:
    """AUROC per source and label."""
    head = ["source", "label", "AUROC", "95 % interval", "positive / negative films", "patients"]
    return table(head, auroc_rows(sources))


def finding_table(findings: dict[str, dict]) -> str:
    """AUROC per mined finding against films without finding."""
    rows = []
    for finding, labels in findings.items():
        cells = [f"{labels[label]['auroc']:.2f} ({interval(labels[label])})"
                 for label in ("abnormal", "pneumonia")]
        rows.append([finding.replace("_", " "), str(labels["abnormal"]["positive"]), *cells])
    return table(["finding", "films", "`abnormal`", "`pneumonia`"], rows)


def pointing_table(pointing: dict[str, dict]) -> str:
    """Share of boxes hit by the highest cell."""
    rows = [[label, f"{figure['rate']:.2f}", interval(figure), f"{figure['chance']:.2f}",
             str(figure["n"])] for label, figure in pointing.items()]
    return table(["map", "boxes hit", "95 % interval", "by chance", "boxes"], rows)


def flag_table(sources: dict[str, dict]) -> str:
    """Share of films at or above each threshold, per source and kind."""
    rows = []
    for source, labels in sources.items():
        for kind in labels[LABELS[0]]:
            figures = [labels[label][kind] if label in labels else None for label in LABELS]
            cells = [f"{figure['rate']:.2f} ({interval(figure)})" if figure else "not learned"
                     for figure in figures]
            rows.append([NAMES.get(source, source), kind, str(labels[LABELS[0]][kind]["n"]), *cells])
    return table(["source", "films", "n", *LABELS], rows)


def gate_tables(gate: dict) -> str:
    """Coverage and refusal."""
    parts = []
    for title, key in (("films that pass", "coverage"), ("pictures that are refused", "refused")):
        rows = [[NAMES.get(name, name.replace("_", " ")), f"{figure['rate']:.3f}",
                 interval(figure), str(figure["n"])] for name, figure in gate[key].items()]
        parts.append(table([title, "share", "95 % interval", "n"], rows))
    return "\n\n".join(parts)


def int8_table(export: dict) -> str:
    """AUROC before and after quantisation."""
    rows = []
    for place, label in enumerate(LABELS):
        before, after = (export["int8"][name].get(label) for name in ("fp32", "int8"))
        if before and after:
            rows.append([label, f"{before['auroc']:.4f}", f"{after['auroc']:.4f}",
                         f"{export['int8']['logit_shift_mean'][place]:.3f}",
                         f"{export['int8']['logit_shift_p99'][place]:.3f}"])
    return table(["label", "fp32", "int8", "mean logit shift", "99th percentile"], rows)


def settings_table(settings: dict) -> str:
    """Calibration and thresholds."""
    rows = [[label, f"{settings[label]['scale']:.3f}", f"{settings[label]['bias']:.3f}",
             f"{settings[label]['threshold']:.3f}", f"{settings[label]['activation_threshold']:.2f}"]
            for label in LABELS]
    return table(["label", "scale", "bias", "threshold", "evidence level"], rows)


def write_card(report: dict, target: Path) -> None:
    """Fills the places of the text."""
    text = (Path(__file__).parent / "card.txt").read_text()
    runs = report["left_out"]["epochs"].items()
    places = {
        "LEFT_OUT_RUNS": ", ".join(f"without {name}: {number} epochs" for name, number in runs),
        "LEFT_OUT_AUROC": auroc_table(report["left_out"]["auroc"]),
        "LEFT_OUT_FLAGS": flag_table(report["left_out"]["flagged_at_threshold"]),
        "NOTES": " ".join(report["notes"]),
        "FINDINGS": finding_table(report["left_out"]["cxr_nih_by_finding"]),
        "POINTING": pointing_table(report["left_out"]["cxr_nih_pointing"]),
        "JSRT_AUROC": auroc_table({"jsrt": report["stranger_jsrt"]["auroc"]}),
        "JSRT_FLAGS": flag_table({"jsrt": report["stranger_jsrt"]["flagged_at_threshold"]}),
        "INSIDE_AUROC": auroc_table(report["inside_test"]["auroc"]),
        "INSIDE_FLAGS": flag_table(report["inside_test"]["flagged_at_threshold"]),
        "GATE": gate_tables(report["gate"]),
        "INT8": int8_table(report["export"]),
        "SETTINGS": settings_table(report["settings"]),
        "PROBE": f"{report['source_probe']['balanced_accuracy']:.2f}",
        "PROBE_CHANCE": f"{report['source_probe']['chance']:.2f}",
    }
    places |= {name.upper(): str(value) for name, value in report["training"].items()}
    for name, content in places.items():
        text = text.replace("{{" + name + "}}", content)
    target.write_text(re.sub(r"\n{3,}", "\n\n", text))
