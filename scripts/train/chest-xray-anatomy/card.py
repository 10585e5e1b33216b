"""Writes CARD.md from evaluation.json and a text with places for the tables."""

from __future__ import annotations

from pathlib import Path

from shared.figures import interval, named, table, write_card


def share(figure: dict) -> str:
    """A rate with its interval."""
    return f"{figure['rate']:.3f} ({interval(figure)})"


def dice_table(crossed: dict) -> str:
    """Dice per structure."""
    rows = [[name.replace("_", " "), f"{part['mean']:.3f}", interval(part, 3),
             f"{crossed['dice_lowest'][name]:.3f}", str(part["n"])]
            for name, part in crossed["dice"].items()]
    return table(["structure", "mean Dice", "95 % interval", "lowest", "films"], rows)


def ratio_table(ratio: dict) -> str:
    """Agreement of the ratio."""
    error = ratio["mean_absolute_error"]
    low, high = ratio["limits_of_agreement"]
    row = [f"{error['mean']:.3f} ({interval(error, 3)})", f"{ratio['bias']:+.3f}",
           f"{ratio['sd']:.3f}", f"{low:+.3f} to {high:+.3f}", str(error["n"]), str(ratio["unread"])]
    return table(["mean absolute error", "bias", "SD of differences", "limits of agreement", "films",
                  "not read"], [row])


def repeat_table(report: dict) -> str:
    """Spread of the ratio over retests."""
    parts = {"JSRT, by nets that never saw the film": report["cross_validation"]["repeatability"],
             **{f"ChestX-ray14, {view}": part for view, part in report["repeatability"].items()}}
    rows = [[name, f"{part['sd']:.4f}", str(part["films"])] for name, part in parts.items()]
    return table(["films", "SD of the ratio", "n"], rows)


def elsewhere_table(elsewhere: dict) -> str:
    """How often masks are plausible."""
    rows = [[" ".join(filter(None, [named(name.split(" ")[0]), *name.split(" ")[1:]])),
             share(part["lungs"]), share(part["heart"]), str(part["lungs"]["n"])]
            for name, part in elsewhere.items()]
    return table(["films", "plausible lungs", "plausible lungs and heart", "n"], rows)


def cardiomegaly_table(found: dict) -> str:
    """AUROC of the ratio for the mined label."""
    rows = [[view, f"{part['auroc']:.3f}", interval(part), f"{part['median_with']:.2f}",
             f"{part['median_without']:.2f}", f"{part['positive']} / {part['negative']}"]
            for view, part in found.items()]
    return table(["view", "AUROC", "95 % interval", "median with", "median without",
                  "with / without"], rows)


def gate_tables(gate: dict) -> str:
    """Coverage and refusal."""
    parts = []
    for title, key in (("films that pass", "coverage"), ("pictures that are refused", "refused")):
        rows = [[named(name), f"{part['rate']:.3f}", interval(part), str(part["n"])]
                for name, part in gate[key].items()]
        parts.append(table([title, "share", "95 % interval", "n"], rows))
    rows = [[named(name), share(part["pass"]), share(part["lungs"])]
            for name, part in gate["extremes"].items()]
    parts.append(table(["films of all sources made", "pass", "plausible lungs"], rows))
    return "\n\n".join(parts)


def int8_table(int8: dict) -> str:
    """What quantisation changes."""
    rows = [[f"Dice, {name.replace('_', ' ')}", f"{part['mean']:.4f}"]
            for name, part in int8["dice"].items()]
    rows.append(["mean change of the ratio", f"{int8['ratio_shift']['mean']:.4f}"])
    rows.append(["mean change of the gate's logit", f"{int8['gate_shift_mean']:.3f}"])
    return table([f"int8 against fp32, {int8['dice']['heart']['n']} films of all sources", ""], rows)


def write_card_of(report: dict, target: Path) -> None:
    """Fills the places of the text."""
    crossed = report["cross_validation"]
    places = {
        "DICE": dice_table(crossed), "RATIO": ratio_table(crossed["ratio"]),
        "REPEAT": repeat_table(report), "ELSEWHERE": elsewhere_table(report["elsewhere"]),
        "CARDIOMEGALY": cardiomegaly_table(report["cardiomegaly"]),
        "GATE": gate_tables(report["gate"]), "INT8": int8_table(report["int8"]),
        "MEGABYTES": f"{report['export']['bytes'] / 1e6:.1f}",
        "FOLD_NETS": ", ".join(str(steps) for steps in crossed["steps"]),
        **{name.upper(): str(value) for name, value in report["training"].items()},
    }
    write_card(Path(__file__).parent / "card.txt", target, places)
