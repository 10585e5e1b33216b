"""The two contexts (single values, series), made one model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dropout import ONE_SHARES, SERIES_SHARES, drawn
from shared.tabular_boost import Boost, fit
from shared.tabular_contexts import kept_terms, with_intercept, with_terms, without_features
from shared.tabular_onnx import Served
from shared.tabular_tables import Array, codes_of, edges_of
from views import Views, columns

#: More of it never lowers the probability (1), or never raises it (-1).
MONOTONE = {"age": 1, "lactate": 1, "bun": 1, "bilirubin": 1, "respiratory_rate": 1, "gcs": -1}


@dataclass
class Plan:
    """What a training does."""

    boost: Boost
    copies: int = 6
    #: Terms whose contributions spread less than this are left out.
    least: float = 0.002


@dataclass
class Learned:
    """A model and the places (in `columns`) of its features."""

    served: Served
    used: list[int]

    def rows(self, table: Array) -> Array:
        """The features of the model from a table of all."""
        return table[:, self.used]


def settings(members: int, rounds: int, pairs: int, threads: int, seed: int) -> Boost:
    """How the boosters are trained."""
    monotone = {place: MONOTONE[name] for place, (name, statistic) in enumerate(columns())
                if name in MONOTONE and statistic != "slope"}
    return Boost(members=members, rounds=rounds, pairs=pairs, pair_rounds=rounds // 2, bins=16,
                 threads=threads, seed=seed, monotone=monotone)


def slopes(terms: list[tuple[int, ...]]) -> list[int]:
    """Slopes that are used in a term: a row with one of them is a row of series."""
    asked = {place for term in terms for place in term}
    return [place for place, (_, statistic) in enumerate(columns())
            if statistic == "slope" and place in asked]


def train(views: Views, stays: Array, truth: Array, plan: Plan) -> Learned:
    """The model of some stays, before its gain and offsets."""
    sets = [drawn(views, stays, plan.copies, plan.boost.seed + number, shares)
            for number, shares in enumerate((ONE_SHARES, SERIES_SHARES))]
    whole = np.concatenate([rows for rows, _ in sets])
    edges = [edges_of(whole[:, place], plan.boost.bins) for place in range(whole.shape[1])]
    models, codes = [], []
    for rows, place in sets:
        weights = np.full(len(rows), 1.0 / plan.copies)
        models.append(fit(rows, truth[place], weights, place, plan.boost, edges))
        codes.append(codes_of(rows, edges))
    terms = kept_terms(models, codes, plan.least)
    intercept = float(np.mean([model.intercepts.mean() for model in models]))
    models = [with_intercept(with_terms(model, terms), intercept) for model in models]
    used = sorted({place for term in terms for place in term})
    series = [used.index(place) for place in slopes(terms)]
    told = models if series else models[:1]
    return Learned(Served(without_features(told, used), series), used)
