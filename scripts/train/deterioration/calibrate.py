"""How far the answers may go, by context, kind and known share, from stays that the models did not see."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dropout import LABS
from shared.tabular_gain import fitted_gain
from shared.tabular_onnx import Gain
from shared.tabular_tables import Array
from train import Learned
from views import GASES, Views, columns

#: Steps of the known share.
CUTS = np.array([0.2, 0.35, 0.5, 0.65, 0.8])
#: Ways that calibration is learned from: the worst values of a day stand for none of them.
LEARNED_FROM = ("day_silent", "half_day", "half_day_variables", "vitals_day", "last", "mean", "first",
                "half_last_variables", "vitals_last", "labs_last")
#: What makes the kind of a row: whether any of these variables is known.
KINDS = {"laboratory value": tuple(name for name in (*LABS, *GASES) if name != "fio2"), "GCS": ("gcs",)}
#: Kinds with a factor and an offset of their own: no laboratory value, without and with the GCS. There the gain by
#: the known share, learned mostly from rows with laboratory values, is too small (calibration slopes of 1.13 to 1.21).
VITAL_SIGNS_ONLY = (0, 2)
VITAL_SIGNS_FROM = (*LEARNED_FROM, "vitals_day_no_gcs", "vitals_last_no_gcs")
#: A kind with fewer deaths has the gain of its context.
MIN_DEATHS = 100


@dataclass
class Answers:
    """What models said of rows: sums of contributions (of the model, and of its members) and their circumstances."""

    sums: Array
    members: Array
    known: Array
    context: Array
    kind: Array
    intercept: Array

    def put(self, rows: Array, other: Answers) -> None:
        """Takes over the answers to some rows."""
        for name, values in vars(self).items():
            values[rows] = getattr(other, name)


def blank(count: int, members: int) -> Answers:
    """No answers yet."""
    return Answers(np.zeros(count), np.zeros((count, members)), np.zeros(count), np.zeros(count, int),
                   np.zeros(count, int), np.zeros(count))


@dataclass
class Calibration:
    """Factors [contexts, kinds, shares] and offsets [contexts, kinds]."""

    factors: Array
    offsets: Array

    def logits(self, told: Answers) -> tuple[Array, Array]:
        """Calibrated log-odds of the model [N] and of its members [N,K]."""
        step = np.searchsorted(CUTS, told.known, side="right")
        factor = self.factors[told.context, told.kind, step]
        offset = self.offsets[told.context, told.kind]
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


def groups(learned: Learned) -> list[list[int]]:
    """Places of the features that make the kind of a row."""
    return [[at for at, place in enumerate(learned.used) if columns()[place][0] in names] for names in KINDS.values()]


def answered(learned: Learned, weights: Array, table: Array) -> Answers:
    """The answers of a model that has no gain yet."""
    rows, served = learned.rows(table), learned.served
    told = served.run(rows)
    known = ~np.isnan(rows)
    context = known[:, served.series].any(1).astype(int) if len(served.contexts) > 1 \
        else np.zeros(len(rows), int)
    kind = Gain(weights, CUTS, np.ones(1), groups(learned)).kinds(known)
    return Answers(told["logits"][:, 0] - served.intercept, told["members"] - served.intercept,
                   known.astype(float) @ weights, context, kind, np.full(len(rows), served.intercept))


@dataclass
class Sample:
    """Unseen rows of one context, in all ways that calibration is learned from."""

    sums: Array
    known: Array
    intercept: Array
    kind: Array
    died: Array
    patients: int

    def fitted(self, rows: Array, cuts: Array) -> tuple[Array, float]:
        """Factors by known share (in steps of `cuts`) and offset of some of the rows."""
        return fitted_gain(self.sums[rows], self.known[rows], self.died[rows], cuts, self.intercept[rows],
                           self.patients)


def sample_of(told: dict[str, Answers], truth: Array, kept: Array, context: int,
              ways: tuple[str, ...]) -> Sample | None:
    """The rows of a context among some of the stays; nothing where there are none."""
    chosen = [(told[name], kept & (told[name].context == context)) for name in ways]
    if not any(rows.any() for _, rows in chosen):
        return None
    joined = {name: np.concatenate([getattr(one, name)[rows] for one, rows in chosen])
              for name in ("sums", "known", "intercept", "kind")}
    return Sample(**joined, died=np.concatenate([truth[rows] for _, rows in chosen]), patients=int(kept.sum()))


def learn(told: dict[str, Answers], truth: Array, kept: Array, own: bool = True) -> Calibration:
    """Factors and offsets of all contexts and kinds, from some of the stays; without `own` all kinds are alike."""
    factors = np.ones((2, 2 ** len(KINDS), len(CUTS) + 1))
    offsets = np.zeros(factors.shape[:2])
    for context in (0, 1):
        every = sample_of(told, truth, kept, context, LEARNED_FROM)
        few = sample_of(told, truth, kept, context, VITAL_SIGNS_FROM)
        if every is None or few is None:
            continue
        factors[context], offsets[context] = every.fitted(np.ones(len(every.died), bool), CUTS)
        for kind in VITAL_SIGNS_ONLY if own else ():
            rows = few.kind == kind
            if few.died[rows].sum() >= MIN_DEATHS:
                factors[context, kind], offsets[context, kind] = few.fitted(rows, np.empty(0))
    return Calibration(factors, offsets)


def calibrated(learned: Learned, weights: Array, found: Calibration) -> Learned:
    """The model with gain and offsets in its graph."""
    contexts = len(learned.served.contexts)
    gain = Gain(weights, CUTS, found.factors[:contexts], groups(learned), found.offsets[:contexts])
    return Learned(replace(learned.served, gain=gain), learned.used)
