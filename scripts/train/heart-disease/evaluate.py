"""Repeated nested cross-validation: figures by what is known, other methods, intervals, groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import lightgbm as lgb
import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from data import NAMES, REST, WARD, Array, without
from shared.tabular_boost import Boost
from shared.tabular_metrics import figures, interval_check
from shrinkage import chance
from train import train

LEVEL = 0.9
TOLD = {
    "all": "all 13 answers",
    "ward": "without fluoroscopy and thallium scan (11 answers)",
    "rest": "before any exercise (7 answers)",
    "half": "a random half of the answers, and the age",
}
Predict = Callable[[Array], Array]


def ways(features: Array, seed: int) -> dict[str, Array]:
    """The patients, known in different ways."""
    kept = np.random.default_rng(seed).random(features.shape) < 0.5
    kept[:, NAMES.index("age")] = True
    return {"all": features, "ward": without(features, WARD), "rest": without(features, REST),
            "half": np.where(kept, features, np.nan).astype(np.float32)}


def logistic(features: Array, truth: Array) -> Predict:
    """Ridge logistic regression on the numbers as they are, gaps filled with the median."""
    model = make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), LogisticRegression(C=0.1))
    model.fit(features, truth)
    return lambda rows: model.predict_proba(rows)[:, 1]


def unrestricted(features: Array, truth: Array) -> Predict:
    """Gradient boosting without additivity, settings fixed beforehand."""
    settings = {"objective": "binary", "learning_rate": 0.03, "num_leaves": 6, "lambda_l2": 5,
                "feature_fraction": 0.4, "bagging_fraction": 0.7, "bagging_freq": 1, "seed": 1,
                "min_data_in_leaf": 10, "num_threads": 2, "verbose": -1}
    model = lgb.train(settings, lgb.Dataset(features, truth), 150)
    return model.predict


def as_learned(name: str) -> str:
    """Key of the probabilities before shrinking."""
    return f"{name}, as learned"


def unseen(features: Array, truth: Array, boost: Boost, folds: int, repeats: int) -> dict[str, Array]:
    """Probability [R,N] of every patient by models that did not see him, and the ends of the interval."""
    shape = (repeats, len(truth))
    names = [*TOLD, *map(as_learned, TOLD), "low", "high", "logistic regression", "unrestricted boosting"]
    found = {name: np.zeros(shape) for name in names}
    for repeat in range(repeats):
        known = ways(features, repeat)
        splits = StratifiedKFold(folds, shuffle=True, random_state=boost.seed + repeat)
        for inside, outside in splits.split(features, truth):
            served = train(features, truth, inside, replace(boost, seed=boost.seed + 100 * repeat))
            rate = float(truth[inside].mean())
            for name, rows in known.items():
                told = served.run(rows[outside])
                logits = told["logits"][:, 0]
                found[name][repeat, outside] = chance(logits, rate)
                found[as_learned(name)][repeat, outside] = 1 / (1 + np.exp(-logits))
                if name == "all":
                    found["low"][repeat, outside], found["high"][repeat, outside] = np.quantile(
                        chance(told["members"], rate), [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=1)
            for name, method in (("logistic regression", logistic), ("unrestricted boosting", unrestricted)):
                found[name][repeat, outside] = method(features[inside], truth[inside])(features[outside])
    return found


def evaluate(found: dict[str, Array], features: Array, truth: Array, folds: int, rounds: int) -> dict[str, object]:
    """Everything that stands in evaluation.json, from what `unseen` gave."""
    sex, age = features[:, NAMES.index("sex")], features[:, NAMES.index("age")]
    groups = {"men": sex == 1, "women": sex == 0, "age below 55": age < 55, "age 55 and above": age >= 55}
    kept = ("n", "events", "auroc", "calibration_slope", "observed_to_expected")
    return {
        "patients": len(truth), "diseased": int(truth.sum()), "folds": folds, "repeats": len(found["all"]),
        "ways": {name: {"told": told, **figures(found[name], truth, rounds)} for name, told in TOLD.items()},
        "as_learned": {name: {"told": told, **figures(found[as_learned(name)], truth, rounds)}
                       for name, told in TOLD.items()},
        "others": {name: figures(found[name], truth, rounds)
                   for name in ("logistic regression", "unrestricted boosting")},
        "groups": {name: {key: told[key] for key in kept} for name, told in (
            (name, figures(found["all"][:, rows], truth[rows], rounds)) for name, rows in groups.items())},
        "intervals": {"all": interval_check(found["all"][0], found["low"][0], found["high"][0], truth, 5)},
    }
