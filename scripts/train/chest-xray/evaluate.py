"""Measures the checkpoints on left-out sources and inside, and derives the settings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from sklearn.linear_model import LogisticRegression

import negatives
from boxes import pointing
from calibrate import at_specificity, platt, sigmoid
from data import SOURCES, UNKNOWN, Films, group_of
from metrics import auroc, rate
from net import LABELS
from predict import Scores, by_net, by_onnx, inputs, load, session

SPECIFICITY = {"abnormal": 0.90, "pneumonia": 0.90, "tuberculosis": 0.95, "covid19": 0.90}
CHILDREN = "kermany_ped"
GATE_COVERAGE = 0.99
CELL_SHARE = 0.99
LOCAL = 12
EACH_KIND = 200
ONLY_SOURCE = {"tuberculosis": "mendeley_pk", "covid19": "bimcv_padchest"}


def scored(table: pd.DataFrame, scores: Scores) -> pd.DataFrame:
    """The table with a column per logit and the gate."""
    table = table.reset_index(drop=True).copy()
    for place, label in enumerate(LABELS):
        table[f"logit_{label}"] = scores["logits"][:, place]
    table["gate"] = scores["gate"][:, 0]
    return table


def left_out(cache: Path, films: Films, source: str) -> pd.DataFrame | None:
    """Scores of a source by the network that never saw it; kept on disk."""
    checkpoint = cache / "runs" / f"without_{group_of(source)}.pt"
    kept = cache / "scores" / f"without_{source}.csv"
    if not checkpoint.exists():
        return None
    if not kept.exists() or kept.stat().st_mtime < checkpoint.stat().st_mtime:
        rows = np.flatnonzero((films.table["source"] == source).to_numpy())
        kept.parent.mkdir(exist_ok=True)
        table = films.table.iloc[rows]
        scored(table, by_net(load(checkpoint), films.pixels[rows])).to_csv(kept, index=False)
    return pd.read_csv(kept)


def epochs(cache: Path, source: str) -> int:
    """Epochs that the network without a source was trained for."""
    checkpoint = cache / "runs" / f"without_{group_of(source)}.pt"
    return int(torch.load(checkpoint, weights_only=True)["epoch"])


def within(table: pd.DataFrame, label: str) -> dict[str, object] | None:
    """AUROC of a label among the films of a table that say something of it."""
    known = table[table[label] != UNKNOWN]
    if known[label].nunique() < 2:
        return None
    logits, truth = known[f"logit_{label}"].to_numpy(), known[label].to_numpy()
    return auroc(logits, truth, known["group"].astype(str).to_numpy())


def judged(source: str) -> list[str]:
    """Labels that the network without this source has learned."""
    gone = group_of(source).split("+")
    return [label for label in LABELS if ONLY_SOURCE.get(label) not in gone]


def aurocs(tables: dict[str, pd.DataFrame], left_out: bool = False) -> dict[str, dict]:
    """AUROC of every label in every source that can tell."""
    found: dict[str, dict] = {}
    for source, table in tables.items():
        labels = judged(source) if left_out else LABELS
        figures = {label: within(table, label) for label in labels}
        found[source] = {label: value for label, value in figures.items() if value}
    return found


def pooled(tables: dict[str, pd.DataFrame], label: str, inside: pd.DataFrame) -> pd.DataFrame:
    """Films that calibrate a label: left-out ones; positives of a one-source label from inside.

    A label that is not reported is calibrated inside: no left-out film says anything of it.
    """
    learned = [table for source, table in tables.items() if label in judged(source)]
    parts = [table[table[label] != UNKNOWN] for table in learned]
    if label == "covid19" or not parts:
        return inside[inside[label] != UNKNOWN]
    if label in ONLY_SOURCE or not any((part[label] == 1).any() for part in parts):
        parts = [part[part[label] == 0] for part in parts]
        parts.append(inside[inside[label] == 1])
    return pd.concat(parts)


def columns(table: pd.DataFrame, label: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logits, truth and sources of a table."""
    return tuple(table[name].to_numpy() for name in (f"logit_{label}", label, "source"))


def settings_of(tables: dict[str, pd.DataFrame], inside: pd.DataFrame) -> dict[str, dict]:
    """Calibration of every label on all films of `pooled`, threshold on the adults among them."""
    found = {}
    for label in LABELS:
        table = pooled(tables, label, inside)
        scale, bias = platt(*columns(table, label))
        adults = table[table["source"] != CHILDREN]
        adults = adults if (adults[label] == 0).any() and (adults[label] == 1).any() else table
        cut = at_specificity(*columns(adults, label), SPECIFICITY[label])
        threshold = round(sigmoid(scale * cut + bias), 4)
        found[label] = {"scale": round(max(scale, 0.01), 5), "bias": round(bias, 5),
                        "threshold": threshold, "specificity_aimed_at": SPECIFICITY[label]}
    return found


def flags(table: pd.DataFrame, label: str, setting: dict) -> np.ndarray:
    """Which films reach the threshold."""
    value = setting["scale"] * table[f"logit_{label}"].to_numpy() + setting["bias"]
    return 1 / (1 + np.exp(-value)) >= setting["threshold"]


def kinds(table: pd.DataFrame, label: str) -> dict[str, np.ndarray]:
    """Groups of films whose flag rate says something."""
    names = table["kind"].str.split("|").str[0] if table["source"].iloc[0] != "cxr_nih" else (
        np.where(table["kind"] == "No Finding", "No Finding",
                 np.where(table["pneumonia"] == 1, "infective finding", "other finding"))
    )
    names = pd.Series(names, index=table.index)
    return {str(name): (names == name).to_numpy() for name in sorted(names.unique())}


def flag_rates(tables: dict[str, pd.DataFrame], settings: dict, left_out: bool = False) -> dict:
    """Share of films of every kind of every source that reach each threshold."""
    found: dict[str, dict] = {}
    for source, table in tables.items():
        found[source] = {}
        for label in judged(source) if left_out else LABELS:
            raised = flags(table, label, settings[label])
            groups = table["group"].astype(str).to_numpy()
            found[source][label] = {
                kind: rate(raised[rows], groups[rows]) for kind, rows in kinds(table, label).items()
            }
    return found


def strangers_for_gate(films: Films, split: str, seed: int) -> dict[str, np.ndarray]:
    """Pictures that the gate must refuse, per kind, from films outside training."""
    random = np.random.default_rng(seed)
    rows = films.rows(split)
    made: dict[str, np.ndarray] = {}
    for kind in negatives.TURNED + negatives.PROCEDURAL:
        pictures = []
        for row in random.choice(rows, EACH_KIND):
            film = torch.from_numpy(films.pixels[row].astype(np.float32) / 255)[None]
            new = negatives.turned(film, kind, random) if kind in negatives.TURNED else (
                negatives.procedural(kind, random))
            pictures.append((new[0].numpy() * 255).astype(np.uint8))
        made[kind] = np.stack(pictures)
    for kind in negatives.FOREIGN:
        table = films.others
        unseen = (table["source"] == kind) & (table["split"] != "train")
        chosen = np.flatnonzero(unseen.to_numpy())
        made[kind] = films.other_pixels[random.permutation(chosen)[:EACH_KIND]]
    return made


def gate_figures(net, films: Films, inside: pd.DataFrame, stranger: pd.DataFrame, cut: float) -> dict:
    """Coverage of films per source and refusal per kind of stranger."""
    everything = pd.concat([inside[inside["split"] == "test"], stranger])
    coverage = {
        str(source): rate((part["gate"] >= cut).to_numpy(), part["group"].astype(str).to_numpy())
        for source, part in everything.groupby("source")
    }
    refused = {}
    for kind, pictures in strangers_for_gate(films, "test", 11).items():
        gate = by_net(net, pictures)["gate"][:, 0]
        refused[kind] = rate(gate < cut, np.arange(len(gate)))
    return {"threshold_logit": round(cut, 4), "coverage": coverage, "refused": refused}


def evidence_levels(net, films: Films, inside: pd.DataFrame) -> list[float]:
    """Level of every map that one cell in a hundred of normal films exceeds."""
    normal = inside[(inside["split"] == "val") & (inside["abnormal"] == 0)]
    rows = normal["row"].to_numpy()[:600]
    maps = []
    with torch.inference_mode():
        for start in range(0, len(rows), 64):
            maps.append(net(inputs(films.pixels[rows[start : start + 64]]))[1].numpy())
    joined = np.concatenate(maps)
    return [float(np.quantile(joined[:, place], CELL_SHARE)) for place in range(len(LABELS))]


def source_probe(features: np.ndarray, inside: pd.DataFrame) -> dict[str, object]:
    """How well a linear classifier names the source of a film from the pooled features."""
    fit, test = inside["split"] == "val", inside["split"] == "test"
    model = LogisticRegression(max_iter=1000, class_weight="balanced", C=0.1)
    features = (features - features[fit].mean(0)) / (features[fit].std(0) + 1e-6)
    model.fit(features[fit], inside["source"][fit])
    right = (model.predict(features[test]) == inside["source"][test]).to_numpy()
    per = [right[(inside["source"][test] == name).to_numpy()].mean() for name in SOURCES
           if (inside["source"][test] == name).any()]
    return {"balanced_accuracy": round(float(np.mean(per)), 4), "chance": round(1 / len(per), 3),
            "n": int(test.sum())}


def int8_against_float(films: Films, fp32: Path, int8: Path) -> dict[str, object]:
    """AUROC of test films before and after quantisation, and how far the logits move."""
    rows = films.rows("test")
    table = films.table.iloc[rows]
    whole, small = (by_onnx(session(path), films.pixels[rows]) for path in (fp32, int8))
    moved = np.abs(whole["logits"] - small["logits"])
    tables = {"fp32": scored(table, whole), "int8": scored(table, small)}
    found: dict[str, object] = {
        name: {label: within(part, label) for label in LABELS} for name, part in tables.items()
    }
    found["logit_shift_mean"] = [round(float(value), 4) for value in moved.mean(0)]
    found["logit_shift_p99"] = [round(float(value), 4) for value in np.quantile(moved, 0.99, 0)]
    return found


def by_finding(table: pd.DataFrame) -> dict[str, dict[str, object]]:
    """AUROC of two labels for every mined finding against films without finding."""
    found: dict[str, dict[str, object]] = {}
    for finding in sorted({name for names in table["kind"] for name in names.split("|")}):
        has = table["kind"].str.split("|").map(lambda names: finding in names)
        if finding == "No Finding" or has.sum() < 20:
            continue
        part = table[has | (table["kind"] == "No Finding")]
        truth = part["kind"].ne("No Finding").to_numpy().astype(int)
        groups = part["group"].astype(str).to_numpy()
        found[finding] = {label: auroc(part[f"logit_{label}"].to_numpy(), truth, groups)
                          for label in ("abnormal", "pneumonia")}
    return found


def evaluate(cache: Path, name: str = "final") -> dict[str, object]:
    """All figures and the settings of the manifest."""
    films = Films(cache / "pixels")
    net = load(cache / "runs" / f"{name}.pt")
    rows = np.concatenate([films.rows("val"), films.rows("test")])
    scores = by_net(net, films.pixels[rows])
    inside = scored(films.table.iloc[rows].assign(row=rows), scores)
    stranger = scored(films.stranger_table, by_net(net, films.stranger_pixels))
    tables = {source: left_out(cache, films, source) for source in SOURCES}
    tables = {source: table for source, table in tables.items() if table is not None}
    val, test = inside[inside["split"] == "val"], inside[inside["split"] == "test"]
    settings = settings_of(tables, val)
    for label, level in zip(LABELS, evidence_levels(net, films, inside), strict=True):
        settings[label]["activation_threshold"] = round(level, 4)
    cut = min(float(part["gate"].quantile(1 - GATE_COVERAGE)) for _, part in val.groupby("source"))
    settings["gate"] = {"threshold": round(sigmoid(cut), 6), "scale": 1.0, "bias": 0.0}
    by_source = {str(source): part for source, part in test.groupby("source")}
    return {
        "left_out": {
            "epochs": {source: epochs(cache, source) for source in tables},
            "auroc": aurocs(tables, left_out=True),
            "flagged_at_threshold": flag_rates(tables, settings, left_out=True),
            "cxr_nih_by_finding": by_finding(tables["cxr_nih"]) if "cxr_nih" in tables else {},
            "cxr_nih_pointing": pointing(cache, films, pd.read_csv(cache / "pixels" / "boxes.csv"))
            if "cxr_nih" in tables else {},
        },
        "stranger_jsrt": {
            "auroc": aurocs({"jsrt": stranger})["jsrt"],
            "flagged_at_threshold": flag_rates({"jsrt": stranger}, settings)["jsrt"],
        },
        "inside_test": {"auroc": aurocs(by_source), "auroc_pooled": aurocs({"all": test})["all"],
                        "flagged_at_threshold": flag_rates(by_source, settings)},
        "gate": gate_figures(net, films, inside, stranger, cut),
        "source_probe": source_probe(scores["features"], inside),
        "settings": settings,
    }
