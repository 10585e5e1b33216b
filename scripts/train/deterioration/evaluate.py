"""Cross-validation: figures of every way to send a stay, scores, groups, another collection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import lightgbm as lgb
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from calibrate import Answers, answered, blank, counted, learn
from news2 import news2
from scenarios import TOLD, scenarios
from shared.tabular_metrics import difference, figures, interval_check
from shared.tabular_tables import Array
from support import patients
from train import Plan, train
from views import Views

LEVEL = 0.9
ICU = {1: "coronary care", 2: "cardiac surgery", 3: "medical", 4: "surgical"}
AGES = ((18, 50), (50, 65), (65, 80), (80, 120))


@dataclass
class Unseen:
    """What models said of stays that they did not see."""

    fold: Array
    told: dict[str, Answers]
    free: Array
    #: SUPPORT2 by the model of every fold.
    outside: list[Answers]


def unrestricted(table: Array, truth: Array, threads: int) -> lgb.Booster:
    """Gradient boosting without additivity, on whole series only (settings fixed beforehand)."""
    settings = {"objective": "binary", "learning_rate": 0.02, "num_leaves": 12, "lambda_l2": 20,
                "feature_fraction": 0.1, "bagging_fraction": 0.7, "bagging_freq": 1, "seed": 1,
                "min_data_in_leaf": 30, "max_bin": 63, "num_threads": threads, "verbose": -1}
    return lgb.train(settings, lgb.Dataset(table, truth), 600)


def unseen(views: Views, truth: Array, plan: Plan, folds: int, other: Array) -> Unseen:
    """Every stay, in every way to send it, told by a model of the other folds."""
    ways = scenarios(views)
    count = len(truth)
    found = Unseen(np.zeros(count, int), {name: blank(count, plan.boost.members) for name in ways},
                   np.zeros(count), [])
    splits = StratifiedKFold(folds, shuffle=True, random_state=plan.boost.seed)
    for number, (inside, outside) in enumerate(splits.split(truth, truth)):
        learned = train(views, inside, truth, plan)
        weights = counted(learned, views, inside)
        for name, table in ways.items():
            found.told[name].put(outside, answered(learned, weights, table[outside]))
        free = unrestricted(ways["day"][inside], truth[inside], plan.boost.threads)
        found.free[outside] = free.predict(ways["day"][outside])
        found.fold[outside] = number
        found.outside.append(answered(learned, weights, other))
    return found


def ends(chance: Array, members: Array) -> tuple[Array, Array]:
    """The interval, as the service computes it."""
    low, high = np.quantile(1 / (1 + np.exp(-members)), [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=1)
    return np.minimum(low, chance), np.maximum(high, chance)


@dataclass
class Said:
    """Probabilities with the ends of their intervals, by way."""

    chance: dict[str, Array]
    low: dict[str, Array]
    high: dict[str, Array]


def crossed(found: Unseen, truth: Array, own: bool = True) -> Said:
    """Probabilities of every fold, calibrated on the others; without `own` rows of all kinds have one gain."""
    said = Said({}, {}, {})
    for name in found.told:
        for part in (said.chance, said.low, said.high):
            part[name] = np.zeros(len(truth))
    for number in np.unique(found.fold):
        rows = found.fold == number
        calibration = learn(found.told, truth, ~rows, own)
        for name, told in found.told.items():
            logits, members = calibration.logits(told)
            chance = 1 / (1 + np.exp(-logits))
            low, high = ends(chance, members)
            for part, values in ((said.chance, chance), (said.low, low), (said.high, high)):
                part[name][rows] = values[rows]
    return said


def as_chance(score: Array, truth: Array, seed: int) -> Array:
    """A score as a cross-validated probability (logistic regression; unknown scores get the median)."""
    known = np.where(np.isnan(score), np.nanmedian(score), score)[:, None]
    chance = np.zeros(len(truth))
    for inside, outside in StratifiedKFold(5, shuffle=True, random_state=seed).split(known, truth):
        model = LogisticRegression(C=1e6).fit(known[inside], truth[inside])
        chance[outside] = model.predict_proba(known[outside])[:, 1]
    return chance


def scores(views: Views, truth: Array, seed: int) -> dict[str, Array]:
    """Scores of the same stays, as probabilities."""
    day = views.tables["day"]
    raw = {"SAPS-I": views.stays["saps"].to_numpy(float), "SOFA": views.stays["sofa"].to_numpy(float),
           "NEWS2, worst of 24 h": news2(day, ("min", "max")), "NEWS2, last": news2(day, ("last",))}
    return {name: as_chance(score, truth, seed) for name, score in raw.items()}


def groups(views: Views) -> dict[str, Array]:
    """Flags of the subgroups."""
    stays = views.stays
    made = {"men": (stays["sex"] == 1).to_numpy(), "women": (stays["sex"] == 0).to_numpy()}
    for low, high in AGES:
        made[f"age {low} to {high - 1}" if high < 120 else f"age {low} and above"] = \
            stays["age"].between(low, high - 1).to_numpy()
    for number, name in ICU.items():
        made[f"{name} unit"] = (stays["icu"] == number).to_numpy()
    made["ventilated"], made["not ventilated"] = views.ventilated, ~views.ventilated
    return made


def external(found: Unseen, truth: Array, died: Array, acute: Array, rounds: int) -> dict[str, object]:
    """SUPPORT2: the mean of the models of the folds, none of which saw it."""
    calibration = learn(found.told, truth, np.ones(len(truth), bool))
    chance = np.mean([1 / (1 + np.exp(-calibration.logits(told)[0])) for told in found.outside], axis=0)
    return {"all": figures(chance, died, rounds), "acute": figures(chance[acute], died[acute], rounds)}


def evaluate(views: Views, found: Unseen, source: Path, seed: int, rounds: int) -> dict[str, object]:
    """Everything that stands in evaluation.json."""
    truth = views.stays["died"].to_numpy(int)
    _, died, acute = patients(source)
    said = crossed(found, truth)
    day = said.chance["day"]
    compared = scores(views, truth, seed)
    return {
        "stays": len(truth), "deaths": int(truth.sum()), "folds": int(found.fold.max()) + 1,
        "ways": {name: {"told": TOLD[name], **figures(chance, truth, rounds)}
                 for name, chance in said.chance.items()},
        "one_gain": {name: figures(chance, truth, rounds) for name, chance in
                     crossed(found, truth, own=False).chance.items() if name.startswith("vitals")},
        "scores": {name: figures(chance, truth, rounds) for name, chance in compared.items()},
        "above": {name: difference(day, chance, truth, rounds) for name, chance in compared.items()},
        "unrestricted": figures(found.free, truth, rounds),
        "cost_of_additivity": difference(found.free, day, truth, rounds),
        "groups": {name: subgroup(day[rows], truth[rows], rounds) for name, rows in groups(views).items()
                   if 5 <= truth[rows].sum() < rows.sum()},
        "intervals": {name: interval_check(said.chance[name], said.low[name], said.high[name], truth)
                      for name in said.chance},
        "external": external(found, truth, died, acute, rounds),
    }


def subgroup(chance: Array, truth: Array, rounds: int) -> dict[str, object]:
    """The figures of a subgroup that matter."""
    told = figures(chance, truth, rounds)
    return {name: told[name] for name in ("n", "events", "auroc", "calibration_slope",
                                          "observed_to_expected")}
