"""Learns a trigram model from sentences: modified Kneser-Ney smoothing (Chen and Goodman 1999, doi:10.1006/csla.1999.0128)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from language_model_tables import FLOOR, Model, from_grams


def sequence(sentences: Sequence[np.ndarray], edge: int) -> tuple[np.ndarray, np.ndarray]:
    """All sentences end to end, each between two edges, and the place of each token within its sentence."""
    tokens = np.concatenate([np.concatenate([[edge], ids, [edge]]) for ids in sentences]).astype(np.int64)
    lengths = np.array([len(ids) + 2 for ids in sentences])
    places = np.arange(len(tokens)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return tokens, places


def count_rows(rows: np.ndarray, span: int) -> tuple[np.ndarray, np.ndarray]:
    """Distinct rows of ids and how often each occurs; rows with an unknown word are left out."""
    rows = rows[(rows >= 0).all(axis=1)]
    keys = np.zeros(len(rows), np.int64)
    for column in rows.T:
        keys = keys * span + column
    distinct, counts = np.unique(keys, return_counts=True)
    columns = []
    for _ in range(rows.shape[1]):
        columns.append(distinct % span)
        distinct = distinct // span
    return np.stack(columns[::-1], axis=1), counts


def discounts(counts: np.ndarray) -> np.ndarray:
    """What is taken from counts of 0, 1, 2, and 3 and more."""
    n = [max(int((counts == times).sum()), 1) for times in (1, 2, 3, 4)]
    share = n[0] / (n[0] + 2 * n[1])
    taken = [0.0] + [min(max(times - (times + 1) * share * n[times] / n[times - 1], 0.1), times - 0.05) for times in (1, 2, 3)]
    return np.array(taken)


def smoothed(counts: np.ndarray, owner: np.ndarray, lower: np.ndarray, owners: int) -> np.ndarray:
    """P of each n-gram: its discounted share of its history, and what was taken there by the lower order."""
    taken = discounts(counts)[np.minimum(counts, 3)]
    totals = np.bincount(owner, counts, owners)
    left = np.bincount(owner, taken, owners)
    return (counts - taken) / totals[owner] + (left / np.maximum(totals, 1))[owner] * lower


def learn(sentences: Sequence[np.ndarray], words: int, *, least_trigram: int = 1) -> Model:
    """A model of sentences of ids (-1: unknown); a trigram seen less often than `least_trigram` is left to the back-off."""
    span, edge = words + 1, words
    tokens, places = sequence(sentences, edge)
    pairs = np.stack([tokens[:-1], tokens[1:]], axis=1)[places[1:] >= 1]
    triples = np.stack([tokens[:-2], tokens[1:-1], tokens[2:]], axis=1)[places[2:] >= 2]
    three, c3 = count_rows(triples, span)
    two, raw = count_rows(pairs, span)
    k2 = two[:, 0] * span + two[:, 1]
    middle = np.searchsorted(k2, three[:, 1] * span + three[:, 2])
    different = np.bincount(middle, minlength=len(k2))
    # The beginning of a sentence has nothing before it, and words after unknown ones have no trigram.
    c2 = np.where((two[:, 0] == edge) | (different == 0), raw, different)
    c1 = np.bincount(two[:, 1], minlength=span)
    taken = discounts(c1)[np.minimum(c1, 3)]
    p1 = (c1 - taken) / c1.sum() + taken.sum() / c1.sum() / span
    p2 = smoothed(c2, two[:, 0], p1[two[:, 1]], span)
    history = np.searchsorted(k2, three[:, 0] * span + three[:, 1])
    p3 = smoothed(c3, history, p2[middle], len(k2))
    kept = c3 >= least_trigram
    return from_grams(np.log(np.maximum(p1, np.exp(FLOOR))), two, np.log(p2), three[kept], np.log(p3[kept]))


def word_marginal(sentences: Sequence[np.ndarray], words: int) -> np.ndarray:
    """ln P of each word, or of a sentence's beginning, as history: plain counts, and one more for each."""
    tokens, _ = sequence(sentences, words)
    counts = np.bincount(tokens[tokens >= 0], minlength=words + 1).astype(float)
    counts[words] /= 2
    return np.log((counts + 1) / (counts + 1).sum())
