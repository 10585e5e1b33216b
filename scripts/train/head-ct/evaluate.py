"""Measures the cross-validated runs and derives the settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from data import FOLDS, LABELS, SIZE, Heads
from shared import strangers
from shared.abstain import choose
from shared.calibrate import at_specificity, balanced, platt, sigmoid
from shared.metrics import auroc, rate
from shared.retest import retests, within_sd
from shared.slice_net import SliceNet
from shared.slice_predict import by_net, load
from train import name_of

Array = np.ndarray
SPECIFICITY = 0.9
GATE_COVERAGE = 0.99
CELL_SHARE = 0.99
EACH_KIND = 200
LABEL = LABELS[0]


def unseen(cache: Path, heads: Heads, round_: int) -> dict[str, Array]:
    """Logit, gate and map of every slice by the network whose fold left it out."""
    fold = heads.fold(round_)
    found = {"logit": np.zeros(len(fold)), "gate": np.zeros(len(fold)),
             "maps": np.zeros((len(fold), 14, 14))}
    for number in range(FOLDS):
        rows = np.flatnonzero(fold == number)
        scores = by_net(load(cache / "runs" / f"{name_of(round_, number)}.pt"), heads.pixels[rows])
        found["logit"][rows], found["gate"][rows] = scores["logits"][:, 0], scores["gate"]
        found["maps"][rows] = scores["maps"][:, 0]
    return found


def simple_scores(pixels: Array) -> Array:
    """Difference of the halves: 99th percentile of what is brighter than its mirror image."""
    films = torch.from_numpy(pixels.astype(np.float32))[:, None]
    smooth = torch.nn.functional.avg_pool2d(films, 9, 1, 4)[:, 0]
    brain = (smooth > 40) & (smooth < 235)
    difference = (smooth - smooth.flip(2)).clamp(min=0) * brain * brain.flip(2)
    return np.quantile(difference.flatten(1)[:, ::5].numpy(), 0.99, axis=1)


def strangers_of(heads: Heads, seed: int = 11) -> dict[str, Array]:
    """Pictures that the gate must refuse, none of them from training."""
    random = np.random.default_rng(seed)
    made = {}
    for kind in strangers.KINDS:
        films = [strangers.made(kind, SIZE, random)[0].numpy() for _ in range(EACH_KIND)]
        made[kind] = (np.stack(films) * 255).astype(np.uint8)
    for name, part in heads.foreign.items():
        rows = np.flatnonzero((part["split"] == "test").to_numpy())
        made[{"brain": "brain MRI", "chest": "chest film"}[name]] = (
            heads.foreign_pixels[name][random.permutation(rows)[:EACH_KIND]])
    return made


def gate_figures(net: SliceNet, heads: Heads, gate: Array, cut: float) -> dict[str, object]:
    """Coverage of unseen slices (cross-validated) and refusal of strangers (final network)."""
    refused = {}
    for kind, pictures in strangers_of(heads).items():
        found = by_net(net, pictures)["gate"]
        refused[kind] = rate(found < cut, np.arange(len(found)))
    return {"threshold_logit": round(cut, 4),
            "coverage": {"unseen head CT slices": rate(gate >= cut, heads.groups)},
            "refused": refused}


def flagged(chance: Array, setting: dict, heads: Heads) -> dict[str, dict]:
    """Share of unseen slices of each kind that are called positive or left undecided."""
    doubt = setting.get("unsure")
    unsure = (chance >= doubt["low"]) & (chance <= doubt["high"]) if doubt else chance < 0
    yes = (chance >= setting["threshold"]) & ~unsure
    found = {}
    for kind in sorted(heads.table["kind"].unique()):
        rows = (heads.table["kind"] == kind).to_numpy()
        found[kind] = {"yes": rate(yes[rows], heads.groups[rows]),
                       "unsure": rate(unsure[rows], heads.groups[rows])}
    return {LABEL: found}


def evaluate(cache: Path, rounds: int) -> dict[str, object]:
    """All figures and the settings of the manifest."""
    heads, net = Heads(cache / "pixels"), load(cache / "runs" / "final.pt")
    truth = heads.labels[:, 0]
    each = [unseen(cache, heads, round_) for round_ in range(rounds)]
    logits, homes = each[0]["logit"], np.zeros(len(truth), np.int64)
    scale, bias = platt(logits, truth, homes)
    setting: dict[str, object] = {"scale": round(max(scale, 0.01), 5), "bias": round(bias, 5)}
    chance = 1 / (1 + np.exp(-(setting["scale"] * logits + setting["bias"])))
    doubt = choose(chance, truth, balanced(truth, homes))
    cut = at_specificity(logits, truth, homes, SPECIFICITY)
    threshold = sigmoid(setting["scale"] * cut + setting["bias"])
    if doubt["chosen"]:
        setting["unsure"] = doubt["chosen"]
        threshold = min(max(threshold, doubt["chosen"]["low"]), doubt["chosen"]["high"])
    setting["threshold"] = round(threshold, 4)
    maps = each[0]["maps"][truth == 0]
    setting["activation_threshold"] = round(float(np.quantile(maps, CELL_SHARE)), 4)
    again = np.stack([by_net(net, films)["logits"][:, 0] for films in retests(heads.pixels)])
    setting["repeatability_sd"] = max(round(within_sd(setting["scale"] * again)[0], 4), 1e-4)
    gate = each[0]["gate"]
    lowest = float(np.quantile(gate, 1 - GATE_COVERAGE))
    return {
        "groups": int(len(np.unique(heads.groups))),
        "cross_validated": {f"round {number + 1}": auroc(part["logit"], truth, heads.groups)
                            for number, part in enumerate(each)},
        "symmetry_rule": auroc(simple_scores(heads.pixels), truth, heads.groups),
        "flagged": flagged(chance, setting, heads),
        "doubt": {LABEL: doubt},
        "gate": gate_figures(net, heads, gate, lowest),
        "retested": len(heads.table),
        "settings": {LABEL: setting, "gate": {"threshold": round(sigmoid(lowest), 6),
                                              "scale": 1.0, "bias": 0.0}},
    }
