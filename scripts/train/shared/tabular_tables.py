"""Additive models as tables: bins of every feature, and one table over the bins of each term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Array = np.ndarray
Term = tuple[int, ...]


def edges_of(values: Array, most: int) -> Array:
    """Edges (float32, rising) that part the known values into about equal shares, at most `most` bins."""
    known = values[~np.isnan(values)].astype(np.float32)
    different = np.unique(known)
    if len(different) <= 1:
        return np.empty(0, np.float32)
    middle = ((different[1:].astype(float) + different[:-1]) / 2).astype(np.float32)
    if len(different) <= most:
        return np.unique(middle)
    cuts = np.quantile(known.astype(float), np.linspace(0, 1, most + 1)[1:-1])
    return np.unique(middle[np.clip(np.searchsorted(middle, cuts), 0, len(middle) - 1)])


def codes_of(features: Array, edges: Sequence[Array]) -> Array:
    """Bin of every value, int32 [N,F]: 0 where missing, else 1 + the edges at or below it."""
    rows = features.astype(np.float32)
    made = np.empty(rows.shape, np.int32)
    for place, cuts in enumerate(edges):
        column = rows[:, place]
        made[:, place] = np.where(np.isnan(column), 0, 1 + np.searchsorted(cuts, column, side="right"))
    return made


@dataclass
class Additive:
    """Log-odds = intercept + one table per term, looked up by the bins of its features.

    `tables[t]` is [K, bins] or [K, bins, bins] in float: K members; the model is their mean.
    `intercepts` is [K]. Bin 0 of every feature stands for missing.
    """

    edges: list[Array]
    terms: list[Term]
    tables: list[Array]
    intercepts: Array

    def contributions(self, codes: Array) -> Array:
        """[N,T] of the mean of the members."""
        return np.stack([table.mean(0)[tuple(codes[:, place] for place in term)]
                         for term, table in zip(self.terms, self.tables, strict=True)], axis=1)

    def logits(self, codes: Array) -> Array:
        """[N] of the mean of the members."""
        return self.contributions(codes).sum(1) + self.intercepts.mean()

    def members(self, codes: Array) -> Array:
        """[N,K] of every member."""
        total = np.repeat(self.intercepts[None], len(codes), axis=0)
        for term, table in zip(self.terms, self.tables, strict=True):
            total += table[(slice(None), *(codes[:, place] for place in term))].T
        return total


def centred(model: Additive, codes: Array, weights: Array) -> Additive:
    """The same model with terms of mean zero, member by member, over weighted rows that know their features.

    The effect of a value is relative to the average of those who have one: against everybody, a value would
    also tell that it was measured at all (a high respiratory rate: at least no ventilator).
    """
    intercepts, tables = model.intercepts.copy(), []
    for term, table in zip(model.terms, model.tables, strict=True):
        known = weights * (codes[:, list(term)] > 0).all(1)
        counted = known if known.sum() > 0 else weights
        mass = np.zeros(table.shape[1:])
        np.add.at(mass, tuple(codes[:, place] for place in term), counted / counted.sum())
        mean = (table * mass).reshape(len(table), -1).sum(1)
        intercepts += mean
        tables.append(table - mean.reshape(-1, *[1] * len(term)))
    return Additive(model.edges, model.terms, tables, intercepts)


def quantised(model: Additive) -> tuple[list[Array], list[float], list[float]]:
    """int8 tables [bins..., 1 + K] (mean, then members) with the step of the mean and of the members."""
    made, steps, spreads = [], [], []
    for table in model.tables:
        mean = table.mean(0)
        step = max(float(np.abs(mean).max()) / 127, 1e-6)
        spread = max(float(np.abs(table).max()) / 127, 1e-6)
        whole = np.concatenate([np.round(mean / step)[None], np.round(table / spread)])
        made.append(np.moveaxis(whole.astype(np.int8), 0, -1))
        steps.append(step)
        spreads.append(spread)
    return made, steps, spreads
