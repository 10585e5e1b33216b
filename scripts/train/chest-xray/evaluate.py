"""Measures the checkpoints on left-out sources and patients and inside; derives the settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image
from sklearn.linear_model import LogisticRegression

from boxes import pointing
from data import LEFT_OUT, MARGIN, SIZE, Films
from labels import LABELS, MINED
from left_out import (
    Tables, aurocs, checkpoint_of, epochs, judged, mean_left_out, patients_left_out, scored,
    sources_left_out, within,
)
from predict import by_net, by_onnx, load
from prepare import WHOLE, outline, squeeze, widened
from settings import flags, setting_of
from shared.chest_films import SOURCES
from shared.chest_masks import lung_box
from shared.golden import session
from shared.metrics import auroc, rate
from shared.retest import ROUNDS, retests, within_sd

CELL_SHARE = 0.99
RETEST_SIZE = 384
RETEST_EACH = 40
MIN_AUROC = 0.70


def kinds(table: pd.DataFrame) -> dict[str, np.ndarray]:
    """Groups of films whose flag rate says something."""
    names = table["kind"]
    if table["source"].iloc[0] == "cxr_nih":
        other = np.where(table["pneumonia"] == 1, "infective finding", "other finding")
        names = pd.Series(np.where(names == "No Finding", "No Finding", other), index=table.index)
    return {str(name): (names == name).to_numpy() for name in sorted(names.unique())}


def flag_rates(tables: Tables, settings: dict, left_out: bool = False) -> dict:
    """Share of films of every kind of every source that reach each threshold."""
    found: dict[str, dict] = {}
    for source, table in tables.items():
        found[source] = {}
        groups = table["group"].astype(str).to_numpy()
        for label in judged(source) if left_out else LABELS:
            raised = flags(table, label, settings[label])
            found[source][label] = {
                kind: rate(raised[rows], groups[rows]) for kind, rows in kinds(table).items()}
    return found


def mined_figures(patients: pd.DataFrame, settings: dict) -> dict[str, dict]:
    """Ranking and flags of every label among patients of ChestX-ray14 that no net saw."""
    found, groups = {}, patients["group"].astype(str).to_numpy()
    for label in ("abnormal", "pneumonia", *MINED):
        figure = within(patients, label)
        if figure is None:
            continue
        raised, truth = flags(patients, label, settings[label]), patients[label].to_numpy()
        found[label] = {
            **figure,
            "sensitivity": rate(raised[truth == 1], groups[truth == 1]),
            "specificity": rate(~raised[truth == 0], groups[truth == 0]),
        }
    return found


def by_ratio(patients: pd.DataFrame) -> dict[str, object]:
    """Cardiomegaly by the measured ratio and by the head, on the films where both speak."""
    known = patients[pd.to_numeric(patients["ratio"], errors="coerce").notna()]
    found: dict[str, object] = {"unread": int(len(patients) - len(known))}
    for view in ("PA", "AP", "all"):
        part = known if view == "all" else known[known["view"] == view]
        if part["cardiomegaly"].nunique() == 2:
            truth, groups = part["cardiomegaly"].to_numpy(), part["group"].astype(str).to_numpy()
            found[view] = {"ratio": auroc(part["ratio"].astype(float).to_numpy(), truth, groups),
                           "head": auroc(part["logit_cardiomegaly"].to_numpy(), truth, groups)}
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


def evidence_levels(net, films: Films) -> list[float]:
    """Level of every map that one cell in a hundred of normal validation films exceeds."""
    normal = ((films.table["split"] == "val") & (films.table["abnormal"] == 0)).to_numpy()
    maps = by_net(net, films.served[np.flatnonzero(normal)[:600]])["maps"].astype(np.float32)
    return [float(np.quantile(maps[:, place], CELL_SHARE)) for place in range(len(LABELS))]


def source_probe(features: np.ndarray, inside: pd.DataFrame) -> dict[str, object]:
    """How well a linear classifier names the source of a film from the pooled features."""
    fit, test = (inside["split"] == "val").to_numpy(), (inside["split"] == "test").to_numpy()
    model = LogisticRegression(max_iter=1000, class_weight="balanced", C=0.1)
    features = (features - features[fit].mean(0)) / (features[fit].std(0) + 1e-6)
    model.fit(features[fit], inside["source"][fit])
    truth = inside["source"][test].to_numpy()
    right = model.predict(features[test]) == truth
    per = [right[truth == name].mean() for name in SOURCES if (truth == name).any()]
    return {"balanced_accuracy": round(float(np.mean(per)), 4), "chance": round(1 / len(per), 3),
            "n": int(test.sum())}


def cut_again(model, film: np.ndarray) -> np.ndarray:
    """What the service would show the net of a film."""
    picture = Image.fromarray(film)
    found = lung_box(outline(model, picture))
    return squeeze(picture, widened(found, MARGIN) if found else WHOLE, SIZE)


def repeatability(net, films: Films, data: Path, segmenter: Path, settings: dict) -> dict:
    """Spread of the calibrated logit when the same film is sent again, outlined anew each time."""
    table, chosen = films.table, []
    for source in SOURCES:
        rows = np.flatnonzero(((table["source"] == source) & (table["split"] != "train")).to_numpy())
        chosen += rows[:RETEST_EACH].tolist()
    whole = []
    for name in table["file"].iloc[chosen]:
        with Image.open(data / name) as picture:
            whole.append(squeeze(picture.convert("L"), WHOLE, RETEST_SIZE))
    model, again = session(segmenter), retests(np.stack(whole))
    logits = np.stack([
        by_net(net, np.stack([cut_again(model, film) for film in again[number]]))["logits"]
        for number in range(ROUNDS)])
    found = {}
    for place, label in enumerate(LABELS):
        spread, count = within_sd(logits[:, :, place] * settings[label]["scale"])
        found[label] = {"sd": round(spread, 4), "films": count}
    return found


def int8_against_float(films: Films, fp32: Path, int8: Path) -> dict[str, object]:
    """AUROC of test films before and after quantisation, and how far the logits move."""
    rows = films.rows("test")
    table = films.table.iloc[rows]
    whole, small = (by_onnx(path, films.served[rows]) for path in (fp32, int8))
    moved = np.abs(whole["logits"] - small["logits"])
    tables = {"fp32": scored(table, whole), "int8": scored(table, small)}
    found: dict[str, object] = {
        name: {label: within(part, label) for label in LABELS} for name, part in tables.items()}
    found["logit_shift_mean"] = [round(float(value), 4) for value in moved.mean(0)]
    found["logit_shift_p99"] = [round(float(value), 4) for value in np.quantile(moved, 0.99, 0)]
    return found


def left_out_figures(cache: Path, tables: Tables, patients, settings: dict) -> dict[str, object]:
    """Everything that is measured on films of hospitals or patients that a net never saw."""
    figures = aurocs(tables, left_out=True)
    boxes = pd.read_csv(cache / "pixels" / "boxes.csv")
    found: dict[str, object] = {
        "epochs": {group: epochs(cache, group) for group in LEFT_OUT
                   if checkpoint_of(cache, group).exists()},
        "auroc": figures, "mean": mean_left_out(figures),
        "flagged_at_threshold": flag_rates(tables, settings, left_out=True),
    }
    if "cxr_nih" in tables:
        maps = np.load(cache / "scores" / "without_cxr_nih_maps.npy")
        found["cxr_nih_by_finding"] = by_finding(tables["cxr_nih"])
        found["cxr_nih_pointing"] = pointing(
            tables["cxr_nih"], maps, boxes, ("abnormal", "pneumonia"))
    if patients is not None:
        table, maps = patients
        found["patients"] = mined_figures(table, settings)
        found["ratio"] = by_ratio(table)
        found["patients_pointing"] = pointing(
            table, maps, boxes, tuple(label for label in (
                "abnormal", "pneumonia", "effusion", "atelectasis", "nodule", "cardiomegaly",
                "pneumothorax")))
    return found


def reported(label: str, report: dict) -> bool:
    """Whether a label may be reported: better than 0.70 on hospitals or patients left out.

    Tuberculosis cannot be measured and is reported with that remark, COVID-19 is not reported.
    """
    if label in ("tuberculosis", "covid19"):
        return label == "tuberculosis"
    if label in MINED:
        figure = report["left_out"].get("patients", {}).get(label)
        return figure is not None and figure["auroc"] >= MIN_AUROC
    return report["left_out"]["mean"].get(label, 0.0) >= MIN_AUROC


def evaluate(cache: Path, data: Path, segmenter: Path) -> dict[str, object]:
    """All figures and the settings of the manifest."""
    films, strangers = Films(cache / "pixels"), Films(cache / "pixels", "strangers")
    net = load(cache / "runs" / "final.pt")
    rows = np.concatenate([films.rows("val"), films.rows("test")])
    scores = by_net(net, films.served[rows])
    inside = scored(films.table.iloc[rows], scores)
    jsrt = scored(strangers.table, by_net(net, strangers.served))
    tables, patients = sources_left_out(cache, films), patients_left_out(cache, films)
    val, test = inside[inside["split"] == "val"], inside[inside["split"] == "test"]
    settings = {label: setting_of(tables, patients[0] if patients else None, val, label)
                for label in LABELS}
    for label, level in zip(LABELS, evidence_levels(net, films), strict=True):
        settings[label]["activation_threshold"] = round(level, 4)
    repeats = repeatability(net, films, data, segmenter, settings)
    by_source = {str(source): part for source, part in test.groupby("source")}
    report = {
        "left_out": left_out_figures(cache, tables, patients, settings),
        "stranger_jsrt": {"auroc": aurocs({"jsrt": jsrt})["jsrt"],
                          "flagged_at_threshold": flag_rates({"jsrt": jsrt}, settings)["jsrt"]},
        "inside_test": {"auroc": aurocs(by_source),
                        "flagged_at_threshold": flag_rates(by_source, settings)},
        "outlined": {str(source): rate(part["outlined"].to_numpy() == 1, part["group"].to_numpy())
                     for source, part in films.table.groupby("source")},
        "source_probe": source_probe(scores["features"], inside),
        "repeatability": repeats,
        "settings": settings,
    }
    report["reported"] = {label: reported(label, report) for label in LABELS}
    return report
