"""Measures the runs on left-out styles and inside, and derives the settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

import halves
import style
from data import LABELS, NORMAL, SIZE, TYPES, Slices
from pointing import pointing
from shared import strangers
from shared.abstain import choose
from shared.calibrate import at_specificity, balanced, platt, sigmoid
from shared.metrics import auroc, rate
from shared.retest import retests, within_sd
from shared.slice_net import SliceNet
from shared.slice_predict import by_net, load

Array = np.ndarray
SPECIFICITY = 0.9
GATE_COVERAGE = 0.99
CELL_SHARE = 0.99
EACH_KIND = 200
RETESTED = 150


def scored(slices: Slices, rows: Array, checkpoint: Path, kept: Path) -> pd.DataFrame:
    """Rows of the table with a column per logit, the gate and the peak of every map; kept on
    disk."""
    if kept.exists() and kept.stat().st_mtime > checkpoint.stat().st_mtime:
        return pd.read_csv(kept, dtype={"group": str})
    scores = by_net(load(checkpoint), slices.pixels[rows])
    table = slices.table.iloc[rows].assign(row=rows, gate=scores["gate"])
    for place, label in enumerate(LABELS):
        table[f"logit_{label}"] = scores["logits"][:, place]
    kept.parent.mkdir(exist_ok=True)
    table.to_csv(kept, index=False)
    return table.reset_index(drop=True)


def left_out(cache: Path, slices: Slices) -> dict[str, pd.DataFrame]:
    """Every style group scored by the network that never saw it."""
    found = {}
    for name in slices.style_groups():
        checkpoint = cache / "runs" / f"without_{name}.pt"
        if checkpoint.exists():
            kept = cache / "scores" / f"without_{name}.csv"
            found[name] = scored(slices, slices.within(name), checkpoint, kept)
    return found


def within(table: pd.DataFrame, label: str, column: str | None = None) -> dict | None:
    """AUROC of a label in a table with both classes; types among tumours only."""
    if label in TYPES:
        table = table[table["kind"] != NORMAL]
    truth = table[label].to_numpy()
    if min((truth == 1).sum(), (truth == 0).sum()) < 10:
        return None
    return auroc(table[column or f"logit_{label}"].to_numpy(), truth, table["group"].to_numpy())


def aurocs(tables: dict[str, pd.DataFrame]) -> dict[str, dict]:
    """AUROC of every label in every table that can tell."""
    found = {}
    for name, table in tables.items():
        figures = {label: within(table, label) for label in LABELS}
        found[name] = {label: figure for label, figure in figures.items() if figure}
    return found


def planes(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """A table by the guessed plane."""
    symmetric = table["symmetry"] > style.SYMMETRIC
    return {"axial or coronal (symmetric)": table[symmetric],
            "sagittal or oblique": table[~symmetric]}


def trivial(slices: Slices, tables: dict[str, pd.DataFrame], test: pd.DataFrame) -> dict:
    """The same AUROCs by ten numbers of margin, exposure and sharpness."""
    look = slices.table[list(style.FIGURES)]
    truth = slices.labels[:, 0]
    found = {}
    fits = {"inside": (slices.rows("train"), test)}
    fits |= {name: (slices.without(name), table) for name, table in tables.items()}
    for name, (fit, table) in fits.items():
        score = style.trivial(look, truth, fit, table["row"].to_numpy())
        figure = within(table.assign(trivial=score), "abnormal", "trivial")
        if figure:
            found[name] = figure
    return found


def calibrated(table: pd.DataFrame, label: str, setting: dict) -> Array:
    """Probabilities of a table."""
    logits = table[f"logit_{label}"].to_numpy()
    return 1 / (1 + np.exp(-(setting["scale"] * logits + setting["bias"])))


def setting_of(tables: dict[str, pd.DataFrame], label: str) -> tuple[dict, dict]:
    """Calibration, threshold and band of doubt of a label, from left-out styles; the types from
    tumours only. Every style group counts the same within a class."""
    table = pd.concat([part.assign(home=name) for name, part in tables.items()])
    if label in TYPES:
        table = table[table["kind"] != NORMAL]
    logits, truth, homes = (table[name].to_numpy() for name in (f"logit_{label}", label, "home"))
    scale, bias = platt(logits, truth, homes)
    setting = {"scale": round(max(scale, 0.01), 5), "bias": round(bias, 5)}
    cut = at_specificity(logits, truth, homes, SPECIFICITY)
    threshold = sigmoid(setting["scale"] * cut + setting["bias"])
    doubt = choose(calibrated(table, label, setting), truth, balanced(truth, homes))
    if doubt["chosen"]:
        setting["unsure"] = doubt["chosen"]
        threshold = min(max(threshold, doubt["chosen"]["low"]), doubt["chosen"]["high"])
    return {**setting, "threshold": round(threshold, 4)}, doubt


def flagged(table: pd.DataFrame, settings: dict) -> dict:
    """Share of slices of every kind that reach the threshold of every label, and that are sure."""
    found: dict[str, dict] = {}
    for label in LABELS:
        chance = calibrated(table, label, settings[label])
        yes = chance >= settings[label]["threshold"]
        doubt = settings[label].get("unsure")
        unsure = (chance >= doubt["low"]) & (chance <= doubt["high"]) if doubt else yes & False
        found[label] = {}
        for kind in sorted(table["kind"].unique()):
            rows = (table["kind"] == kind).to_numpy()
            groups = table["group"].to_numpy()[rows]
            found[label][kind] = {"yes": rate(yes[rows] & ~unsure[rows], groups),
                                  "unsure": rate(unsure[rows], groups)}
    return found


def strangers_of(slices: Slices, seed: int = 11) -> dict[str, Array]:
    """Pictures that the gate must refuse, none of them from training."""
    random = np.random.default_rng(seed)
    made = {}
    for kind in strangers.KINDS:
        films = [strangers.made(kind, SIZE, random)[0].numpy() for _ in range(EACH_KIND)]
        made[kind] = (np.stack(films) * 255).astype(np.uint8)
    for name, part in slices.foreign.items():
        unseen = np.flatnonzero((part["split"] == "test").to_numpy())
        made[{"head": "head CT", "chest": "chest film"}[name]] = (
            slices.foreign_pixels[name][random.permutation(unseen)[:EACH_KIND]])
    return made


def gate_figures(net: SliceNet, slices: Slices, test: pd.DataFrame, cut: float) -> dict:
    """Coverage of slices and refusal of strangers by the network of the package."""
    groups = test["group"].to_numpy()
    coverage = {"test slices": rate((test["gate"] >= cut).to_numpy(), groups)}
    turned = by_net(net, np.ascontiguousarray(slices.pixels[test["row"].to_numpy()][:, ::-1]))
    coverage["test slices upside down"] = rate(turned["gate"] >= cut, groups)
    refused = {}
    for kind, pictures in strangers_of(slices).items():
        gate = by_net(net, pictures)["gate"]
        refused[kind] = rate(gate < cut, np.arange(len(gate)))
    return {"threshold_logit": round(cut, 4), "coverage": coverage, "refused": refused}


def evidence_levels(net: SliceNet, slices: Slices, val: pd.DataFrame) -> list[float]:
    """Level of every map that one cell in a hundred of normal slices exceeds."""
    rows = val[val["abnormal"] == 0]["row"].to_numpy()
    maps = by_net(net, slices.pixels[rows])["maps"]
    return [round(float(np.quantile(maps[:, place], CELL_SHARE)), 4)
            for place in range(len(LABELS))]


def half_figures(net: SliceNet, slices: Slices, cache: Path) -> dict:
    """The halves without and with the tumour of slices outside training, both mirrored.

    The half was chosen by another network (the scout), so that clear cases only are counted.
    """
    rows = np.concatenate([slices.rows("val"), slices.rows("test")])
    sides = pd.read_csv(cache / "sides.csv")
    sides = sides[sides["row"].isin(rows)]
    if len(sides) < 10:
        return {}
    row = sides["row"].to_numpy()
    away = np.full(len(row), halves.AWAY)
    made = [halves.rebuilt(slices, row, side, away)[:, 0].numpy()
            for side in (sides["side"].to_numpy(), 1 - sides["side"].to_numpy())]
    pixels = (np.concatenate(made) * 255).round().astype(np.uint8)
    logits = by_net(net, pixels)["logits"][:, 0]
    truth = np.repeat([1, 0], len(row))
    return auroc(logits, truth, np.tile(slices.table["group"].to_numpy()[row], 2))


def repeatability(
    net: SliceNet, slices: Slices, test: pd.DataFrame, settings: dict
) -> dict[str, float]:
    """Spread of the calibrated logit of a slice under small crops and other exposure."""
    random = np.random.default_rng(2)
    rows = random.permutation(test["row"].to_numpy())[:RETESTED]
    values = np.stack([by_net(net, films)["logits"] for films in retests(slices.pixels[rows])])
    return {label: round(within_sd(settings[label]["scale"] * values[..., place])[0], 4)
            for place, label in enumerate(LABELS)} | {"n": len(rows)}


def evaluate(cache: Path) -> dict[str, object]:
    """All figures and the settings of the manifest."""
    slices = Slices(cache / "pixels")
    checkpoint = cache / "runs" / "final.pt"
    net = load(checkpoint)
    rows = np.concatenate([slices.rows("val"), slices.rows("test")])
    inside = scored(slices, rows, checkpoint, cache / "scores" / "final.csv")
    val, test = (inside[inside["split"] == name] for name in ("val", "test"))
    tables = left_out(cache, slices)
    settings, doubts = {}, {}
    for label in LABELS:
        settings[label], doubts[label] = setting_of(tables, label)
    for label, level in zip(LABELS, evidence_levels(net, slices, val), strict=True):
        settings[label]["activation_threshold"] = level
    spread = repeatability(net, slices, test, settings)
    for label in LABELS:
        settings[label]["repeatability_sd"] = max(spread[label], 1e-4)
    cut = float(val["gate"].quantile(1 - GATE_COVERAGE))
    settings["gate"] = {"threshold": round(sigmoid(cut), 6), "scale": 1.0, "bias": 0.0}
    pooled = pd.concat(tables.values())
    return {
        "styles": slices.table.groupby(["style", "kind"]).size().unstack(fill_value=0)
        .rename(index=str).to_dict("index"),
        "left_out": {"auroc": aurocs(tables), "pooled_by_plane": aurocs(planes(pooled)),
                     "flagged": {name: flagged(part, settings) for name, part in tables.items()}},
        "trivial": trivial(slices, tables, test),
        "inside": {"auroc": aurocs({"test": test})["test"], "by_plane": aurocs(planes(test)),
                   "flagged": flagged(test, settings)},
        "halves": half_figures(net, slices, cache),
        "pointing": pointing(net, slices, cache),
        "doubt": doubts,
        "gate": gate_figures(net, slices, test, cut),
        "retested": spread["n"],
        "settings": settings,
    }
