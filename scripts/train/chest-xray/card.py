"""Writes CARD.md from evaluation.json and a text with places for the tables."""

from __future__ import annotations

import json
from pathlib import Path

from data import LEFT_OUT, MARGIN, SIZE
from labels import LABELS, MAIN, MINED
from shared.figures import interval, named, table, write_card

HERE = Path(__file__).parent
BEFORE = HERE / "evaluation-1.0.0.json"


def share(figure: dict) -> str:
    """A rate with its interval."""
    return f"{figure['rate']:.2f} ({interval(figure)})"


def area(figure: dict | None) -> str:
    """An AUROC with its interval."""
    return "" if figure is None else f"{figure['auroc']:.3f} ({interval(figure)})"


def auroc_table(sources: dict[str, dict], labels: tuple[str, ...] = LABELS) -> str:
    """AUROC per source and label."""
    rows = []
    for source, figures in sources.items():
        for label in labels:
            if label in figures:
                figure = figures[label]
                rows.append([named(source), label, f"{figure['auroc']:.3f}", interval(figure),
                             f"{figure['positive']} / {figure['negative']}", str(figure["patients"])])
    return table(["source", "label", "AUROC", "95 % interval", "positive / negative films",
                  "patients"], rows)


def before_table(report: dict) -> str:
    """Left-out AUROC of the version before and of this one, the same films."""
    before = json.loads(BEFORE.read_text())["left_out"]["auroc"]
    rows, pairs = [], []
    for source, figures in report["left_out"]["auroc"].items():
        for label in ("abnormal", "pneumonia"):
            old, new = before.get(source, {}).get(label), figures.get(label)
            if old and new:
                rows.append([named(source), label, area(old), area(new)])
                pairs.append((old["auroc"], new["auroc"]))
    if pairs:
        means = [f"**{sum(values) / len(pairs):.3f}**" for values in zip(*pairs, strict=True)]
        rows.append(["**mean**", "", *means])
    return table(["left out", "label", "1.0.0", "2.0.0"], rows)


def mined_table(left_out: dict, told: dict[str, bool]) -> str:
    """Findings among patients left out."""
    rows = [[label, area(figure), f"{figure['positive']} / {figure['negative']}",
             share(figure["sensitivity"]), share(figure["specificity"]),
             "yes" if told[label] else "no"]
            for label, figure in left_out.get("patients", {}).items()]
    return table(["label", "AUROC", "with / without", "sensitivity", "specificity", "reported"], rows)


def ratio_table(found: dict) -> str:
    """Cardiomegaly by ratio and by head."""
    rows = [[view, area(part["ratio"]), area(part["head"]),
             f"{part['head']['positive']} / {part['head']['negative']}"]
            for view, part in found.items() if view != "unread"]
    return table(["view", "measured ratio", "head", "with / without"], rows)


def finding_table(findings: dict[str, dict]) -> str:
    """AUROC per mined finding against films without finding."""
    rows = [[finding.replace("_", " "), str(labels["abnormal"]["positive"]),
             *(f"{labels[label]['auroc']:.2f} ({interval(labels[label])})"
               for label in ("abnormal", "pneumonia"))] for finding, labels in findings.items()]
    return table(["finding", "films", "`abnormal`", "`pneumonia`"], rows)


def pointing_table(pointing: dict[str, dict]) -> str:
    """Share of boxes hit by the highest cell."""
    rows = [[label, f"{figure['rate']:.2f}", interval(figure), f"{figure['chance']:.2f}",
             str(figure["n"])] for label, figure in pointing.items()]
    return table(["map", "boxes hit", "95 % interval", "by chance", "boxes"], rows)


def flag_table(sources: dict[str, dict], labels: tuple[str, ...] = MAIN) -> str:
    """Share of films at or above each threshold, per source and kind."""
    rows = []
    for source, figures in sources.items():
        for kind, of_main in figures[labels[0]].items():
            cells = [share(figures[label][kind]) if label in figures else "not learned"
                     for label in labels]
            rows.append([named(source), kind, str(of_main["n"]), *cells])
    return table(["source", "films", "n", *labels], rows)


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


def settings_table(report: dict) -> str:
    """Calibration, thresholds and repeatability."""
    rows = []
    for label in LABELS:
        setting = report["settings"][label]
        low, high = setting["threshold_ci95"]
        rows.append([label, f"{setting['scale']:.3f}", f"{setting['bias']:.3f}",
                     f"{setting['threshold']:.3f}", f"{low:.3f} to {high:.3f}",
                     f"{setting['activation_threshold']:.2f}",
                     f"{report['repeatability'][label]['sd']:.2f}"])
    return table(["label", "scale", "bias", "threshold", "95 % interval", "evidence level",
                  "repeatability SD"], rows)


def carried_table(settings: dict) -> str:
    """Specificity at each source of a threshold set on the others."""
    sources = sorted({name for label in LABELS for name in settings[label]["specificity_carried_over"]})
    rows = [[label, *(share(settings[label]["specificity_carried_over"][name])
                      if name in settings[label]["specificity_carried_over"] else ""
                      for name in sources)]
            for label in LABELS if settings[label]["specificity_carried_over"]]
    return table(["label", *(named(name) for name in sources)], rows)


def outlined_table(outlined: dict) -> str:
    """How often lungs were found."""
    rows = [[named(source), f"{figure['rate']:.3f}", str(figure["n"])]
            for source, figure in outlined.items()]
    return table(["source", "films with plausible lungs", "films"], rows)


def write_card_of(report: dict, target: Path) -> None:
    """Fills the places of the text."""
    left, jsrt = report["left_out"], report["stranger_jsrt"]
    runs = ", ".join(f"without {name}: {left['epochs'][name]}" for name in LEFT_OUT
                     if name in left["epochs"])
    places = {
        "LEFT_OUT_RUNS": runs, "BEFORE": before_table(report),
        "LEFT_OUT_AUROC": auroc_table(left["auroc"], MAIN),
        "MINED": mined_table(left, report["reported"]),
        "RATIO": ratio_table(left.get("ratio", {})),
        "FINDINGS": finding_table(left.get("cxr_nih_by_finding", {})),
        "POINTING": pointing_table(left.get("cxr_nih_pointing", {})),
        "PATIENTS_POINTING": pointing_table(left.get("patients_pointing", {})),
        "LEFT_OUT_FLAGS": flag_table(left["flagged_at_threshold"]),
        "LEFT_OUT_MINED_FLAGS": flag_table(
            {source: {label: figures[label] for label in MINED if label in figures}
             for source, figures in left["flagged_at_threshold"].items() if source != "cxr_nih"},
            tuple(MINED)),
        "JSRT_AUROC": auroc_table({"jsrt": jsrt["auroc"]}),
        "JSRT_FLAGS": flag_table({"jsrt": jsrt["flagged_at_threshold"]}, LABELS),
        "INSIDE_AUROC": auroc_table(report["inside_test"]["auroc"]),
        "INSIDE_FLAGS": flag_table(report["inside_test"]["flagged_at_threshold"]),
        "OUTLINED": outlined_table(report["outlined"]),
        "SETTINGS": settings_table(report), "CARRIED": carried_table(report["settings"]),
        "INT8": int8_table(report["export"]),
        "MEGABYTES": f"{report['export']['bytes'] / 1e6:.1f}",
        "PROBE": f"{report['source_probe']['balanced_accuracy']:.2f}",
        "PROBE_CHANCE": f"{report['source_probe']['chance']:.2f}",
        "SIZE": str(SIZE), "MARGIN": f"{MARGIN * 100:.0f}",
        **{name.upper(): str(value) for name, value in report["training"].items()},
    }
    write_card(HERE / "card.txt", target, places)
