"""Measures the masks on films left out, on films of other hospitals, and the gate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

import negatives
from data import Pictures
from net import STRUCTURES
from predict import load, read, read_onnx
from shared.chest_masks import cardiothoracic_ratio, dice, heart_plausible, lungs_plausible
from shared.metrics import auroc, figure, rate
from shared.retest import UNKNOWN_SPREAD, retests, within_sd

Array = np.ndarray
EACH_KIND = 200
GATE_COVERAGE = 0.99
RETESTED = 150


def mean_of(values: Array, groups: Array | None = None) -> dict[str, object]:
    """Mean with its interval; zeros and n = 0 of nothing (a smoke run reads no ratio)."""
    if len(values) == 0:
        return {"mean": 0.0, "ci95": [0.0, 0.0], "n": 0}
    groups = np.arange(len(values)) if groups is None else groups
    value, interval = figure(lambda rows: float(values[rows].mean()), groups)
    return {"mean": round(value, 4), "ci95": interval, "n": int(len(values))}


def agreement(found: Array, truth: Array) -> dict[str, object]:
    """How two ratios of the same films agree (Bland and Altman, doi:10.1016/S0140-6736(86)90837-8)."""
    both = ~np.isnan(found) & ~np.isnan(truth)
    gap = found[both] - truth[both]
    if len(gap) < 2:
        return {"mean_absolute_error": mean_of(gap), "bias": 0.0, "sd": UNKNOWN_SPREAD,
                "unread": int((~both).sum()), "limits_of_agreement": [-1.0, 1.0]}
    spread = float(gap.std(ddof=1))
    return {"mean_absolute_error": mean_of(np.abs(gap)), "bias": round(float(gap.mean()), 4),
            "sd": round(spread, 4), "unread": int((~both).sum()),
            "limits_of_agreement": [round(float(gap.mean() + k * spread), 4) for k in (-1.96, 1.96)]}


def ratios(organs: Array) -> Array:
    """The ratio of every film, NaN where it cannot be read."""
    return np.array([cardiothoracic_ratio(masks) for masks in organs])


def left_out(cache: Path, pictures: Pictures, folds: int) -> tuple[Array, Array, dict[str, Array]]:
    """Rows of outlined films that a fold's net has not seen, their organs, and retested ratios."""
    split, rows, organs, again = pictures.folds(folds), [], [], []
    for fold in range(folds):
        checkpoint = cache / "runs" / f"fold_{fold}.pt"
        if not checkpoint.exists():
            continue
        net, chosen = load(checkpoint), np.flatnonzero(split == fold)
        organs.append(read(net, pictures.jsrt[chosen])[0])
        tried = chosen[: max(4, RETESTED // folds)]
        again.append(np.stack([ratios(read(net, films)[0]) for films in retests(pictures.jsrt[tried])]))
        rows.append(chosen)
    return np.concatenate(rows), np.concatenate(organs), np.concatenate(again, 1)


def cross_validation(cache: Path, pictures: Pictures, folds: int) -> dict[str, object]:
    """Dice per structure and agreement of the ratio on outlined films left out."""
    rows, organs, again = left_out(cache, pictures, folds)
    truth = pictures.masks[rows].astype(bool)
    scores = {name: np.array([dice(a[place], b[place]) for a, b in zip(organs, truth, strict=True)])
              for place, name in enumerate(STRUCTURES)}
    spread, count = within_sd(again)
    runs = [cache / "runs" / f"fold_{fold}.pt" for fold in range(folds)]
    return {
        "films": int(len(rows)),
        "steps": [torch.load(run, weights_only=True)["done"] for run in runs if run.exists()],
        "dice": {name: mean_of(values) for name, values in scores.items()},
        "dice_lowest": {name: round(float(values.min()), 4) for name, values in scores.items()},
        "ratio": agreement(ratios(organs), ratios(truth)),
        "ratio_of_outlines": mean_of(ratios(truth)[~np.isnan(ratios(truth))]),
        "repeatability": {"sd": round(spread, 5), "films": count},
    }


def plausible(organs: Array) -> tuple[Array, Array]:
    """Which films have plausible lungs, and which a plausible heart between them."""
    lungs = np.array([lungs_plausible(m[0], m[1]) for m in organs])
    hearts = np.array([ok and heart_plausible(*m) for ok, m in zip(lungs, organs, strict=True)])
    return lungs, hearts


def elsewhere(organs: Array, table) -> dict[str, dict[str, object]]:
    """How often masks are plausible at every other source; ChestX-ray14 by view."""
    lungs, hearts = plausible(organs)
    places = table["source"].where(table["view"] == "", table["source"] + " " + table["view"])
    found = {}
    for place in sorted(places.unique()):
        rows = (places == place).to_numpy()
        groups = table["group"].astype(str).to_numpy()[rows]
        found[str(place)] = {"lungs": rate(lungs[rows], groups), "heart": rate(hearts[rows], groups)}
    return found


def cardiomegaly(organs: Array, table) -> dict[str, object]:
    """AUROC of the ratio for the mined label Cardiomegaly, by view."""
    values, found = ratios(organs), {}
    truth = table["kind"].str.contains("Cardiomegaly").to_numpy().astype(int)
    nih = (table["source"] == "cxr_nih").to_numpy() & ~np.isnan(values)
    for view in ("PA", "AP", "all"):
        rows = nih & ((table["view"] == view).to_numpy() if view != "all" else True)
        if len(np.unique(truth[rows])) == 2:
            found[view] = {**auroc(values[rows], truth[rows], table["group"].to_numpy()[rows]),
                           "median_with": round(float(np.median(values[rows][truth[rows] == 1])), 3),
                           "median_without": round(float(np.median(values[rows][truth[rows] == 0])), 3)}
    return found


def strangers(pictures: Pictures, seed: int = 11) -> dict[str, Array]:
    """Pictures that the gate must refuse, per kind, none of them seen in training."""
    random = np.random.default_rng(seed)
    rows = np.flatnonzero((pictures.film_table["split"] == "test").to_numpy())
    photographs, made = negatives.Photographs(), {}
    for kind in (*negatives.TURNED, *negatives.PROCEDURAL, negatives.PHOTO):
        drawn = []
        for row in random.choice(rows, EACH_KIND):
            film = torch.from_numpy(pictures.films[row].astype(np.float32) / 255)[None]
            new = (negatives.turned(film, kind, random) if kind in negatives.TURNED
                   else photographs.piece(False, random) if kind == negatives.PHOTO
                   else negatives.procedural(kind, random))
            drawn.append((new[0].numpy() * 255).astype(np.uint8))
        made[kind] = np.stack(drawn)
    for kind in negatives.FOREIGN:
        table = pictures.other_table
        unseen = (table["source"] == kind) & (table["split"] != "train")
        made[kind] = pictures.others[np.flatnonzero(unseen.to_numpy())[:EACH_KIND]]
    return made


def exposed(films: Array) -> dict[str, Array]:
    """Films at the extremes of exposure; whether they pass is reported, not required."""
    share = np.asarray(films, np.float32) / 255.0
    made = {"gamma_3_dark": share**3, "gamma_0.33_pale": share**0.33,
            "burnt_out": np.clip(share * 2.2, 0, 1), "black_crushed": np.clip(share * 2.2 - 1.2, 0, 1),
            "contrast_10_percent": 0.45 + 0.1 * share, "nearly_black": share * 0.04}
    return {name: np.round(values * 255).astype(np.uint8) for name, values in made.items()}


def gate_figures(read_all, pictures: Pictures, gates: Array, jsrt_gates: Array, cut: float) -> dict:
    """Coverage of test films per source, refusal per kind of stranger, ends of exposure."""
    table = pictures.film_table
    test = (table["split"] == "test").to_numpy()
    coverage = {"jsrt": rate(jsrt_gates >= cut, np.arange(len(jsrt_gates)))}
    for source in sorted(table["source"].unique()):
        rows = test & (table["source"] == source).to_numpy()
        coverage[source] = rate(gates[rows] >= cut, table["group"].astype(str).to_numpy()[rows])
    refused, extremes = {}, {}
    for kind, drawn in strangers(pictures).items():
        refused[kind] = rate(read_all(drawn)[1] < cut, np.arange(len(drawn)))
    chosen = np.random.default_rng(3).choice(np.flatnonzero(test), min(EACH_KIND, int(test.sum())), False)
    for name, films in exposed(pictures.films[np.sort(chosen)]).items():
        organs, gate = read_all(films)
        each = np.arange(len(films))
        extremes[name] = {"pass": rate(gate >= cut, each), "lungs": rate(plausible(organs)[0], each)}
    return {"coverage": coverage, "refused": refused, "extremes": extremes}


def retested(read_all, pictures: Pictures) -> dict[str, object]:
    """Spread of the ratio over retests of ChestX-ray14 films, never outlined, by view."""
    found, table = {}, pictures.film_table
    for view in ("PA", "AP"):
        rows = np.flatnonzero(((table["source"] == "cxr_nih") & (table["view"] == view)).to_numpy())
        films = pictures.films[rows[:RETESTED]]
        spread, count = within_sd(np.stack([ratios(read_all(again)[0]) for again in retests(films)]))
        found[view] = {"sd": round(spread, 5), "films": count}
    return found


def int8_against_float(small: tuple[Array, Array], whole: tuple[Array, Array]) -> dict[str, object]:
    """Dice of the masks of both, and how far ratio and gate move."""
    lungs_and_heart = {
        name: mean_of(np.array([dice(a[place], b[place]) for a, b in zip(small[0], whole[0], strict=True)]))
        for place, name in enumerate(STRUCTURES)}
    gap = np.abs(ratios(small[0]) - ratios(whole[0]))
    return {"dice": lungs_and_heart, "ratio_shift": mean_of(gap[~np.isnan(gap)]),
            "gate_shift_mean": round(float(np.abs(small[1] - whole[1]).mean()), 4)}


def evaluate(cache: Path, model: Path, folds: int) -> dict[str, object]:
    """All figures: of the fold nets, and of the exported model that is shipped."""
    pictures = Pictures(cache / "pixels")

    def read_all(pixels: Array) -> tuple[Array, Array]:
        return read_onnx(model, pixels)

    table = pictures.film_table
    organs, gates = read_all(pictures.films)
    jsrt = read_all(pictures.jsrt)
    val = (table["split"] == "val").to_numpy()
    cut = min(float(np.quantile(gates[val & (table["source"] == name).to_numpy()], 1 - GATE_COVERAGE))
              for name in table["source"].unique())
    some = np.flatnonzero(val)[:: max(1, int(val.sum()) // 300)]
    whole = read(load(cache / "runs" / "final.pt"), pictures.films[some])
    return {
        "cross_validation": cross_validation(cache, pictures, folds),
        "elsewhere": elsewhere(organs, table),
        "cardiomegaly": cardiomegaly(organs, table),
        "repeatability": retested(read_all, pictures),
        "gate": {"threshold_logit": round(cut, 4),
                 **gate_figures(read_all, pictures, gates, jsrt[1], cut)},
        "int8": int8_against_float((organs[some], gates[some]), whole),
    }
