"""Made-up speech for a short run: every phone is two tones, every speaker moves them a little."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from features import RATE
from phones import INDEX, Lexicon
from prepare import write

Array = np.ndarray
Random = np.random.Generator

WORDS = ("patient chest pain heart cough fever normal lung left right pressure mild severe no "
         "with and heel shoulder thyroid joy measure voice out book").split()


def phone_sound(token: int, factor: float, random: Random) -> Array:
    """60 to 110 ms of the two tones of a phone."""
    times = np.arange(int(RATE * random.uniform(0.06, 0.11))) / RATE
    low, high = 250 + 60 * (token % 7), 900 + 170 * (token // 2)
    tones = np.sin(2 * np.pi * low * factor * times) + np.sin(2 * np.pi * high * factor * times)
    ramp = np.minimum(1, np.minimum(times, times[::-1]) / 0.008)
    return 0.2 * tones * ramp


def sentence(words: list[str], lexicon: Lexicon, factor: float, random: Random) -> Array:
    """int16 sound of some words with noise under it."""
    parts = [phone_sound(token, factor, random) for token in lexicon.target(words)]
    sound = np.concatenate([np.zeros(1600), *parts, np.zeros(1600)])
    sound += random.standard_normal(len(sound)) * 10 ** random.uniform(-3.5, -2)
    return np.round(sound * 32767).clip(-32768, 32767).astype(np.int16)


def make(cache: Path, clips: int, seed: int) -> None:
    """Writes clips in the form that `prepare` writes."""
    random, lexicon = np.random.default_rng(seed), Lexicon(set())
    assert all(word in lexicon.known for word in WORDS) and len(INDEX) == 39
    rows, sounds = [], []
    for place in range(clips):
        speaker = place % 30
        words = [WORDS[int(pick)] for pick in random.integers(0, len(WORDS), 5)]
        sounds.append(sentence(words, lexicon, 0.93 + 0.14 * speaker / 29, random))
        rows.append({"clip": f"made-up/{place}", "source": "made-up", "speaker": f"s{speaker}",
                     "seconds": f"{len(sounds[-1]) / RATE:.2f}", "text": " ".join(words)})
    write(cache, rows, sounds, seed)
