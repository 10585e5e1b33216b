"""Additive model of the 13 answers, shown in any incomplete subset."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.model_selection import StratifiedKFold

from data import NAMES, REST, WARD, Array
from shared.tabular_boost import Boost, fit
from shared.tabular_contexts import shifted, with_intercept, with_terms
from shared.tabular_gain import fitted_gain
from shared.tabular_onnx import Gain, Served

#: More of it never lowers the probability (1), or never raises it (-1).
MONOTONE = {"age": 1, "systolic_bp": 1, "total_cholesterol": 1, "max_heart_rate": -1,
            "exercise_angina": 1, "st_depression": 1, "fluoroscopy_vessels": 1}
COPIES = 8
PLAIN = 0.5
CUTS = np.array([4.5, 6.5, 8.5, 10.5, 12.5])


def settings(members: int, rounds: int, threads: int, seed: int) -> Boost:
    """How the boosters are trained."""
    monotone = {NAMES.index(name): sign for name, sign in MONOTONE.items()}
    return Boost(members=members, rounds=rounds, features=0.4, bins=10, least=20.0, threads=threads,
                 seed=seed, monotone=monotone)


def drawn(features: Array, rows: Array, copies: int, seed: int, plain: float) -> tuple[Array, Array]:
    """Random subsets of what is known of patients, and the place of each in `features`.

    A share is left as it is; of the others half lose any variables, half have what a ward knows or
    what is known at rest.
    """
    random = np.random.default_rng(seed)
    place = np.repeat(rows, copies)
    made = features[place].copy()
    kind = random.random(len(place))
    some = random.random(made.shape) < random.uniform(0.3, 0.95, (len(place), 1))
    ward, rest = (np.array([name in kept for name in NAMES]) for kept in (WARD, REST))
    panel = np.where((random.random(len(place)) < 0.6)[:, None], ward, rest)
    sent = np.where((kind < plain)[:, None], True,
                    np.where((kind < plain + (1 - plain) / 2)[:, None], some, panel))
    made[~sent] = np.nan
    return made, place


def plain(features: Array, truth: Array, rows: Array, boost: Boost) -> Served:
    """The model of some patients, before gain and calibration."""
    shown, place = drawn(features, rows, COPIES, boost.seed, PLAIN)
    model = fit(shown, truth[place], np.full(len(shown), 1.0 / COPIES), place, boost)
    every = with_terms(model, [(place,) for place in range(len(NAMES))])
    return Served([with_intercept(every, float(every.intercepts.mean()))])


def train(features: Array, truth: Array, rows: Array, boost: Boost) -> Served:
    """The model of some patients; gain and offset come from folds within, which it did not see."""
    few = replace(boost, members=max(2, boost.members // 2))
    folds = StratifiedKFold(5, shuffle=True, random_state=boost.seed)
    logits, share, told = [], [], []
    for inside, outside in folds.split(rows, truth[rows]):
        model = plain(features, truth, rows[inside], few)
        shown, place = drawn(features, rows[outside], COPIES, boost.seed + 1, 0.3)
        logits.append(model.run(shown)["logits"][:, 0] - model.intercept)
        share.append((~np.isnan(shown)).sum(1).astype(float))
        told.append(truth[place])
    served = plain(features, truth, rows, boost)
    factors, offset = fitted_gain(np.concatenate(logits), np.concatenate(share), np.concatenate(told), CUTS,
                                  served.intercept, len(rows), stiff=5.0)
    return Served([shifted(served.contexts[0], offset)], gain=Gain(np.ones(len(NAMES)), CUTS, factors[None, None]))
