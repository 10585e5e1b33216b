"""Writes a model as the product reads it (`src/dictation/recognition/language-model/n-gram-file.ts` describes the file)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from language_model_tables import Model

MAGIC = b"WBNGRAM1"
CODES = 256
LLOYD_ROUNDS = 20
BLOCK = 64
UNKNOWN = -14.0
"""ln P of a word that is not in the list: about one in a million."""


def codes(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Up to 256 values that stand for all, and the code of each.

    Lloyd's rounds from quantiles, for the many, and from even steps, for the rare ones at the ends. Back-offs of 0 belong to
    histories that nothing follows, which are never looked up: they have no effect.
    """
    telling = values[values != 0] if (values != 0).any() else values
    table = np.unique(telling)
    if len(table) > CODES:
        quantiles = np.quantile(telling, (np.arange(CODES // 2) + 0.5) / (CODES // 2))
        table = np.unique(np.concatenate([quantiles, np.linspace(telling.min(), telling.max(), CODES // 2)]))
        for _ in range(LLOYD_ROUNDS):
            nearest = np.searchsorted((table[1:] + table[:-1]) / 2, telling)
            filled = np.bincount(nearest, minlength=len(table))
            sums = np.bincount(nearest, telling, len(table))
            table = np.where(filled > 0, sums / np.maximum(filled, 1), table)
    nearest = np.searchsorted((table[1:] + table[:-1]) / 2, values)
    padded = np.concatenate([table, np.zeros(CODES - len(table))]).astype("<f4")
    return padded, nearest.astype(np.uint8)


def section(array: np.ndarray, kind: str) -> bytes:
    """An array, filled up to a multiple of four bytes."""
    written = np.ascontiguousarray(array).astype(kind).tobytes()
    return written + b"\0" * (-len(written) % 4)


def pack(model: Model, words: Sequence[str], path: Path) -> dict[str, np.ndarray]:
    """Writes the file; the values that the codes stand for, by kind."""
    span = model.span
    if span != len(words) + 1 or span > 65_535 or list(words) != sorted(set(words)):
        raise ValueError("words must be sorted, distinct, as many as the model's and fewer than 65,535")
    history, word = model.pairs
    bigram = model.k3 // span
    first = np.searchsorted(history, np.arange(span + 1))
    before = np.searchsorted(bigram, np.arange(len(model.k2) + 1))
    base = before[::BLOCK]
    offset = before - np.repeat(base, BLOCK)[: len(before)]
    if len(offset) and offset.max() > 65_535:
        raise ValueError("a block of bigrams has too many trigrams")
    kinds = {"p1": model.p1, "b1": model.b1, "p2": model.p2, "b2": model.b2, "p3": model.p3}
    coded = {kind: codes(np.minimum(values, 0.0) if kind[0] == "p" else values) for kind, values in kinds.items()}
    text = "\n".join(words).encode("ascii")
    parts = [MAGIC, struct.pack("<4IfI", len(words), len(model.k2), len(model.k3), len(text), UNKNOWN, 0)]
    parts += [section(table, "<f4") for table, _ in coded.values()]
    parts += [section(first, "<u4"), section(base, "<u4"), section(word, "<u2"), section(offset, "<u2"), section(model.k3 % span, "<u2")]
    parts += [section(places, "u1") for _, places in coded.values()]
    parts.append(text + b"\0" * (-len(text) % 4))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".tmp").write_bytes(b"".join(parts))
    path.with_suffix(".tmp").rename(path)
    return {kind: table[places].astype(float) for kind, (table, places) in coded.items()}
