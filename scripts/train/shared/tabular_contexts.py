"""Two additive models as one: the same terms, the same intercept; small terms are left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shared.tabular_tables import Additive, Array, Term


def sized(model: Additive, term: Term) -> tuple[int, ...]:
    """Shape of the table of a term."""
    return tuple(len(model.edges[place]) + 2 for place in term)


def strength(model: Additive, term: Term, codes: Array) -> float:
    """Spread of what a term says over rows."""
    if term not in model.terms:
        return 0.0
    table = model.tables[model.terms.index(term)].mean(0)
    return float(table[tuple(codes[:, place] for place in term)].std())


def kept_terms(models: Sequence[Additive], codes: Sequence[Array], least: float) -> list[Term]:
    """Terms that say at least so much in any of the models."""
    every = sorted(set().union(*(model.terms for model in models)), key=lambda term: (len(term), term))
    return [term for term in every
            if max(strength(model, term, rows) for model, rows in zip(models, codes, strict=True)) >= least]


def with_terms(model: Additive, terms: Sequence[Term]) -> Additive:
    """The model over a list of terms: others are dropped, new ones are zero."""
    count = len(model.intercepts)
    tables = [model.tables[model.terms.index(term)] if term in model.terms
              else np.zeros((count, *sized(model, term))) for term in terms]
    return Additive(model.edges, list(terms), tables, model.intercepts.copy())


def shifted(model: Additive, offset: Array | float) -> Additive:
    """The model with an offset (one, or one a member) shared out over the single-feature terms."""
    alone = sum(len(term) == 1 for term in model.terms)
    each = np.broadcast_to(np.asarray(offset) / alone, model.intercepts.shape).reshape(-1, 1)
    tables = [table + each if len(term) == 1 else table
              for term, table in zip(model.terms, model.tables, strict=True)]
    return Additive(model.edges, model.terms, tables, model.intercepts.copy())


def with_intercept(model: Additive, intercept: float) -> Additive:
    """The same model around another intercept; the rest is shared out."""
    made = shifted(model, model.intercepts - intercept)
    return Additive(made.edges, made.terms, made.tables, np.full_like(model.intercepts, intercept))


def without_features(models: Sequence[Additive], kept: Sequence[int]) -> list[Additive]:
    """The models over the features that are kept; terms must only ask for those."""
    place = {old: new for new, old in enumerate(kept)}
    made = []
    for model in models:
        terms = [tuple(place[old] for old in term) for term in model.terms]
        made.append(Additive([model.edges[old] for old in kept], terms, model.tables, model.intercepts))
    return made
