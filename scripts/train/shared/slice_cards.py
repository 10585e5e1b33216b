"""Tables of the cards of the slice models."""

from __future__ import annotations

from collections.abc import Sequence

from shared.figures import interval, named, table


def auroc_row(place: str, label: str, figure: dict) -> list[str]:
    """A row of an AUROC table."""
    return [place, label, f"{figure['auroc']:.3f}", interval(figure),
            f"{figure['positive']} / {figure['negative']}", str(figure["patients"])]


def flag_table(places: dict[str, dict]) -> str:
    """Share of slices of every kind that are called positive, and that are left undecided."""
    rows = []
    for place, labels in places.items():
        kinds = next(iter(labels.values()))
        for kind, figures in kinds.items():
            cells = [f"{labels[label][kind]['yes']['rate']:.2f} / "
                     f"{labels[label][kind]['unsure']['rate']:.2f}" for label in labels]
            rows.append([place, kind, str(figures["yes"]["n"]), *cells])
    labels = next(iter(places.values()))
    return table(["slices", "kind", "n", *(f"{label}: yes / unsure" for label in labels)], rows)


def doubt_table(doubts: dict[str, dict]) -> str:
    """Risk against coverage of every label; the last row of a label is the one chosen."""
    rows = []
    for label, doubt in doubts.items():
        for row in doubt["risk_coverage"]:
            band = "none" if row["low"] is None else f"{row['low']:.2f} to {row['high']:.2f}"
            rows.append([label, f"{row['risk']:.2f}", band, f"{row['coverage']:.2f}",
                         f"{row['accuracy']:.2f}", f"{row['missed']:.2f}",
                         f"{row['alarmed']:.2f}", str(row["n"])])
    return table(["label", "risk a class", "unsure between", "answered", "right of the answered",
                  "positives answered no", "negatives answered yes", "n"], rows)


def settings_table(settings: dict, labels: Sequence[str]) -> str:
    """Calibration, thresholds and spread."""
    rows = []
    for label in labels:
        part = settings[label]
        doubt = part.get("unsure")
        rows.append([label, f"{part['scale']:.3f}", f"{part['bias']:.3f}",
                     f"{part['threshold']:.3f}",
                     f"{doubt['low']:.2f} to {doubt['high']:.2f}" if doubt else "none",
                     f"{part['repeatability_sd']:.2f}", f"{part['activation_threshold']:.2f}"])
    return table(["label", "scale", "bias", "threshold", "unsure between", "repeatability SD",
                  "evidence level"], rows)


def gate_table(gate: dict) -> str:
    """Coverage and refusal."""
    parts = []
    titles = {"coverage": "pictures that pass", "refused": "pictures that are refused"}
    for key, title in titles.items():
        rows = [[named(name), f"{figure['rate']:.3f}", interval(figure), str(figure["n"])]
                for name, figure in gate[key].items()]
        parts.append(table([title, "share", "95 % interval", "n"], rows))
    return "\n\n".join(parts)


def int8_table(int8: dict, labels: Sequence[str]) -> str:
    """AUROC before and after quantisation."""
    rows = [[label, f"{int8['fp32'][label]['auroc']:.4f}", f"{int8['int8'][label]['auroc']:.4f}",
             f"{int8['logit_shift_mean'][place]:.3f}", f"{int8['logit_shift_p99'][place]:.3f}"]
            for place, label in enumerate(labels) if int8["fp32"].get(label)]
    return table(["label", "fp32", "int8", "mean logit shift", "99th percentile"], rows)
