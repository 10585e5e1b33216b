"""A trigram model with back-off as arrays, and what is done to it: scored, mixed, pruned, its back-offs put right.

Words are 0..V-1; V is the edge of a sentence: its beginning as history, its end where it is predicted. All weights are natural
logarithms. The bigrams are sorted by (history, word), the trigrams by (place of their bigram, word), as one whole number each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

FLOOR = -99.0


@dataclass(frozen=True)
class Model:
    """`p1`, `b1`: [V + 1]; `k2 = history * (V + 1) + word`, sorted; `k3 = bigram * (V + 1) + word`, sorted."""

    p1: np.ndarray
    b1: np.ndarray
    k2: np.ndarray
    p2: np.ndarray
    b2: np.ndarray
    k3: np.ndarray
    p3: np.ndarray

    @property
    def span(self) -> int:
        """Words and the edge."""
        return len(self.p1)

    @property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """History and word of each bigram."""
        return self.k2 // self.span, self.k2 % self.span

    @property
    def triples(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bigram of each trigram's history, its middle and its last word."""
        bigram = self.k3 // self.span
        return bigram, self.k2[bigram] % self.span, self.k3 % self.span


def place(keys: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Where each wanted key is among sorted keys, or -1."""
    if len(keys) == 0:
        return np.full(len(wanted), -1)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, at, -1)


def after_one(model: Model, history: np.ndarray, word: np.ndarray) -> np.ndarray:
    """ln P(word | one word before)."""
    at = place(model.k2, history * model.span + word)
    return np.where(at >= 0, model.p2[at] if len(model.p2) else 0, model.b1[history] + model.p1[word])


def after_two(model: Model, first: np.ndarray, second: np.ndarray, word: np.ndarray) -> np.ndarray:
    """ln P(word | two words before)."""
    bigram = place(model.k2, first * model.span + second)
    at = np.where(bigram >= 0, place(model.k3, bigram * model.span + word), -1)
    backed = np.where(bigram >= 0, model.b2[bigram] if len(model.b2) else 0, 0) + after_one(model, second, word)
    return np.where(at >= 0, model.p3[at] if len(model.p3) else 0, backed)


def log_rest(sums: np.ndarray) -> np.ndarray:
    """ln(1 - sum), and little where the sum is 1 or more."""
    return np.log(np.maximum(1 - sums, 1e-6))


def normalised(model: Model) -> Model:
    """The same probabilities with the back-offs that make each history's come to 1; 0 for histories that nothing follows."""
    history, word = model.pairs
    size = model.span
    seen = np.bincount(history, np.exp(model.p2), size)
    lower = np.bincount(history, np.exp(model.p1[word]), size)
    followed = np.bincount(history, minlength=size) > 0
    model = replace(model, b1=np.where(followed, log_rest(seen) - log_rest(lower), 0.0))
    if len(model.k3) == 0:
        return replace(model, b2=np.zeros(len(model.k2)))
    bigram, middle, last = model.triples
    seen = np.bincount(bigram, np.exp(model.p3), len(model.k2))
    lower = np.bincount(bigram, np.exp(after_one(model, middle, last)), len(model.k2))
    followed = np.bincount(bigram, minlength=len(model.k2)) > 0
    return replace(model, b2=np.where(followed, log_rest(seen) - log_rest(lower), 0.0))


def from_grams(p1: np.ndarray, bigrams: np.ndarray, p2: np.ndarray, trigrams: np.ndarray, p3: np.ndarray) -> Model:
    """A model of n-grams in any order, [n, 2] and [n, 3]; trigrams whose history is no bigram are left out."""
    span = len(p1)
    k2, order = np.unique(bigrams[:, 0] * span + bigrams[:, 1], return_index=True)
    bigram = place(k2, trigrams[:, 0] * span + trigrams[:, 1])
    kept = bigram >= 0
    k3, order3 = np.unique(bigram[kept] * span + trigrams[kept, 2], return_index=True)
    zeros = np.zeros(len(k2))
    return normalised(Model(p1, np.zeros(span), k2, p2[order], zeros, k3, p3[kept][order3]))


def grams(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """All bigrams [n, 2] and trigrams [n, 3]."""
    bigram, middle, last = model.triples
    return np.stack(model.pairs, axis=1), np.stack([model.k2[bigram] // model.span, middle, last], axis=1)


def mixed(models: Sequence[Model], weights: Sequence[float]) -> Model:
    """The n-grams of all models, each with the weighted mean of the models' probabilities."""
    span = models[0].span
    both = [grams(model) for model in models]
    k2 = np.unique(np.concatenate([two[:, 0] * span + two[:, 1] for two, _ in both]))
    bigrams = np.stack([k2 // span, k2 % span], axis=1)
    k3 = np.unique(np.concatenate([(place(k2, three[:, 0] * span + three[:, 1])) * span + three[:, 2] for _, three in both]))
    trigrams = np.concatenate([bigrams[k3 // span], (k3 % span)[:, None]], axis=1)

    def mean(of: Sequence[np.ndarray]) -> np.ndarray:
        return np.log(sum(weight * np.exp(part) for weight, part in zip(weights, of, strict=True)))

    p1 = mean([model.p1 for model in models])
    p2 = mean([after_one(model, *bigrams.T) for model in models])
    p3 = mean([after_two(model, *trigrams.T) for model in models])
    return from_grams(p1, bigrams, p2, trigrams, p3)


def losses(seen: np.ndarray, lower: np.ndarray, p: np.ndarray, backed: np.ndarray, backoff: np.ndarray, history: np.ndarray) -> np.ndarray:
    """How much entropy the model loses with each n-gram (Stolcke 1998, arXiv:cs/0006025).

    `seen`, `lower`: sums of P and of lower P over each n-gram's history; `p`, `backed`: ln P and ln lower P of the n-gram itself;
    `backoff`, `history`: ln of the back-off and of P of its history.
    """
    after = log_rest(seen - np.exp(p)) - log_rest(lower - np.exp(backed))
    change = np.exp(p) * (backed + after - p) + np.maximum(1 - seen, 1e-6) * (after - backoff)
    return -np.exp(history) * change


def smallest_kept(loss: np.ndarray, keep: int) -> np.ndarray:
    """Which of the n-grams are kept: the `keep` that lose most."""
    if keep >= len(loss):
        return np.ones(len(loss), bool)
    return loss > np.partition(loss, len(loss) - keep - 1)[len(loss) - keep - 1]


def pruned(model: Model, bigrams: int, trigrams: int, marginal: np.ndarray) -> Model:
    """The model with about so many n-grams, those whose loss tells most.

    `marginal`: ln P of each word as history, from plain counts: a smoothed model's own unigrams say how many histories a word has.
    """
    bigram, middle, last = model.triples
    first, word = model.pairs
    joint = marginal[first] + model.p2
    backed = after_one(model, middle, last)
    sums = [np.bincount(bigram, np.exp(values), len(model.k2))[bigram] for values in (model.p3, backed)]
    kept = smallest_kept(losses(*sums, model.p3, backed, model.b2[bigram], joint[bigram]), trigrams)
    two, three = grams(model)
    model = from_grams(model.p1, two, model.p2, three[kept], model.p3[kept])
    sums = [np.bincount(first, np.exp(values), model.span)[first] for values in (model.p2, model.p1[word])]
    loss = losses(*sums, model.p2, model.p1[word], model.b1[first], marginal[first])
    loss[np.unique(model.k3 // model.span)] = np.inf
    kept2 = smallest_kept(loss, bigrams)
    _, three = grams(model)
    return from_grams(model.p1, two[kept2], model.p2[kept2], three, model.p3)


@dataclass(frozen=True)
class Text:
    """A text of ids (-1: unknown) ready to be scored: each word, and the end of each sentence, after the two words before it."""

    first: np.ndarray
    second: np.ndarray
    word: np.ndarray
    sentences: int

    @classmethod
    def of(cls, sentences: Sequence[np.ndarray], edge: int) -> Text:
        padded = [np.concatenate([[-1, edge], ids, [edge]]) for ids in sentences]
        columns = [np.concatenate([ids[place : len(ids) - 2 + place] for ids in padded]) for place in range(3)]
        return cls(*columns, len(sentences))

    @property
    def unknown(self) -> int:
        return int((self.word < 0).sum())

    @property
    def words(self) -> int:
        return len(self.word) - self.sentences

    def chances(self, model: Model) -> np.ndarray:
        """P of each known word; an unknown one is forgotten as history."""
        known = self.word >= 0
        first, second, word = self.first[known], self.second[known], self.word[known]
        score = np.where(first >= 0, after_two(model, np.maximum(first, 0), np.maximum(second, 0), word), after_one(model, np.maximum(second, 0), word))
        return np.exp(np.where(second < 0, model.p1[word], score))
