"""How far the answers may go, by context and known share, from stays that the models did not see."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from shared.tabular_contexts import shifted
from shared.tabular_gain import fitted_gain
from shared.tabular_onnx import Gain
from shared.tabular_tables import Array
from train import Learned
from views import Views, columns

#: Steps of the known share.
CUTS = np.array([0.2, 0.35, 0.5, 0.65, 0.8])
#: Ways that calibration is learned from: the worst values of a day stand for none of them.
LEARNED_FROM = ("day_silent", "half_day", "half_day_variables", "vitals_day", "last", "mean", "first",
                "half_last_variables", "vitals_last", "labs_last")


@dataclass
class Answers:
    """What models said of rows: sums of contributions (of the model, and of its members) and their circumstances."""

    sums: Array
    members: Array
    known: Array
    context: Array
    intercept: Array

    def put(self, rows: Array, other: Answers) -> None:
        """Takes over the answers to some rows."""
        for name, values in vars(self).items():
            values[rows] = getattr(other, name)


def blank(count: int, members: int) -> Answers:
    """No answers yet."""
    return Answers(np.zeros(count), np.zeros((count, members)), np.zeros(count), np.zeros(count, int),
                   np.zeros(count))


@dataclass
class Calibration:
    """Factors [contexts, shares] and offsets [contexts]."""

    factors: Array
    offsets: Array

    def logits(self, told: Answers) -> tuple[Array, Array]:
        """Calibrated log-odds of the model [N] and of its members [N,K]."""
        place = np.searchsorted(CUTS, told.known, side="right")
        factor, offset = self.factors[told.context, place], self.offsets[told.context]
        return (told.intercept + factor * (told.sums + offset),
                told.intercept[:, None] + factor[:, None] * (told.members + offset[:, None]))


def counted(learned: Learned, views: Views, stays: Array) -> Array:
    """Weights of the features in the known share; together 1.

    A variable counts as much as its contributions spread over whole series, at its `last` or `value`.
    """
    parts = learned.served.run(learned.rows(views.tables["day"][stays]))["contributions"].std(0)
    names = [columns()[place][0] for place in learned.used]
    said = dict.fromkeys(names, 0.0)
    for term, spread in zip(learned.served.terms, parts, strict=True):
        for place in term:
            said[names[place]] += spread / len(term)
    weights = np.array([said[name] if columns()[place][1] in ("last", "value") else 0.0
                        for name, place in zip(names, learned.used, strict=True)])
    return weights / weights.sum()


def answered(learned: Learned, weights: Array, table: Array) -> Answers:
    """The answers of a model that has no gain yet."""
    rows, served = learned.rows(table), learned.served
    told = served.run(rows)
    known = ~np.isnan(rows)
    context = known[:, served.series].any(1).astype(int) if len(served.contexts) > 1 \
        else np.zeros(len(rows), int)
    return Answers(told["logits"][:, 0] - served.intercept, told["members"] - served.intercept,
                   known.astype(float) @ weights, context, np.full(len(rows), served.intercept))


def learn(told: dict[str, Answers], truth: Array, kept: Array) -> Calibration:
    """Factors and offsets of both contexts, from some of the stays."""
    factors, offsets = [], []
    for context in (0, 1):
        chosen = [(told[name], kept & (told[name].context == context)) for name in LEARNED_FROM]
        if not any(rows.any() for _, rows in chosen):
            factors.append(np.ones(len(CUTS) + 1))
            offsets.append(0.0)
            continue
        sums, known, base = (np.concatenate([getattr(one, name)[rows] for one, rows in chosen])
                             for name in ("sums", "known", "intercept"))
        died = np.concatenate([truth[rows] for _, rows in chosen])
        factor, offset = fitted_gain(sums, known, died, CUTS, base, int(kept.sum()))
        factors.append(factor)
        offsets.append(offset)
    return Calibration(np.stack(factors), np.array(offsets))


def calibrated(learned: Learned, weights: Array, found: Calibration) -> Learned:
    """The model with gain and offsets in its graph."""
    served = learned.served
    contexts = [shifted(model, offset) for model, offset in
                zip(served.contexts, found.offsets, strict=False)]
    gain = Gain(weights, CUTS, found.factors[: len(contexts)])
    return Learned(replace(served, contexts=contexts, gain=gain), learned.used)
