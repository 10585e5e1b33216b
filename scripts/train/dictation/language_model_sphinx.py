"""Reads the trigram model of Debian's pocketsphinx-en-us (Carnegie Mellon University, 2-clause BSD licence).

The file is the binary trie of sphinxbase's `lm_trie.c`: words are nested backwards (w, then the word before it, …), indices and
codes of weights are packed bit by bit, weights are logarithms to the base 1.0001. Debian's own converter stops at an assertion
on this file, since six of its n-grams are out of reach; they are left out here too.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MODEL = Path("/usr/share/pocketsphinx/model/en-us/en-us.lm.bin")
MAGIC = b"Trie Language Model"
CODES = 1 << 16
NATURAL = math.log(1.0001)
UNIGRAM = np.dtype([("p", "<f4"), ("b", "<f4"), ("next", "<u4")])


@dataclass(frozen=True)
class Sphinx:
    """n-grams in the order in which they are said: [n, order] indices of words; weights are natural logarithms."""

    words: list[str]
    unigrams: np.ndarray
    unigram_backoffs: np.ndarray
    bigrams: np.ndarray
    bigram_weights: np.ndarray
    bigram_backoffs: np.ndarray
    trigrams: np.ndarray
    trigram_weights: np.ndarray


def bit_field(packed: np.ndarray, rows: int, stride: int, offset: int, width: int) -> np.ndarray:
    """Numbers of `width` bits, `offset` bits into rows of `stride` bits."""
    place = np.arange(rows, dtype=np.int64) * stride + offset
    gathered = np.zeros(rows, np.uint64)
    for byte in range(5):
        gathered |= packed[(place >> 3) + byte].astype(np.uint64) << np.uint64(8 * byte)
    return ((gathered >> (place & 7).astype(np.uint64)) & np.uint64((1 << width) - 1)).astype(np.int64)


def owners(firsts: np.ndarray, children: int) -> np.ndarray:
    """Which row each child belongs to, from the first child of each row."""
    starts = firsts[1:][firsts[1:] < children]
    return np.cumsum(np.bincount(starts, minlength=children))


def read_sphinx(path: Path = MODEL) -> Sphinx:
    """Reads a trigram trie; ValueError for a file of another shape."""
    raw = path.read_bytes()
    if not raw.startswith(MAGIC) or raw[len(MAGIC)] != 3:
        raise ValueError(f"{path} is no trigram trie of sphinxbase")
    at = len(MAGIC) + 1
    words, bigrams, trigrams = struct.unpack_from("<3I", raw, at)
    at += 12 + 4
    tables = np.frombuffer(raw, "<f4", 3 * CODES, at).reshape(3, CODES) * NATURAL
    at += 12 * CODES
    unigrams = np.frombuffer(raw, UNIGRAM, words + 1, at)
    at += UNIGRAM.itemsize * (words + 1)
    word_bits, next_bits = words.bit_length(), trigrams.bit_length()
    strides = word_bits + 32 + next_bits, word_bits + 16
    sizes = [((1 + count) * stride + 7) // 8 + 8 for count, stride in zip((bigrams, trigrams), strides, strict=True)]
    middle = np.frombuffer(raw, np.uint8, sizes[0], at)
    longest = np.frombuffer(raw, np.uint8, sizes[1], at + sizes[0])
    at += sum(sizes)
    names = raw[at + 4 : at + 4 + struct.unpack_from("<I", raw, at)[0]].split(b"\0")[:words]
    reached = int(unigrams["next"][words])
    last = owners(unigrams["next"].astype(np.int64), reached)
    before = bit_field(middle, reached, strides[0], 0, word_bits)
    nexts = bit_field(middle, reached + 1, strides[0], word_bits + 32, next_bits)
    parent = owners(nexts, int(nexts[reached]))
    first = bit_field(longest, len(parent), strides[1], 0, word_bits)
    weights = [bit_field(middle, reached, strides[0], word_bits + shift, 16) for shift in (16, 0)]
    return Sphinx(
        words=[name.decode() for name in names],
        unigrams=unigrams["p"][:words] * NATURAL,
        unigram_backoffs=unigrams["b"][:words] * NATURAL,
        bigrams=np.stack([before, last], axis=1),
        bigram_weights=tables[0][weights[0]],
        bigram_backoffs=tables[1][weights[1]],
        trigrams=np.stack([first, before[parent], last[parent]], axis=1),
        trigram_weights=tables[2][bit_field(longest, len(parent), strides[1], word_bits, 16)],
    )
