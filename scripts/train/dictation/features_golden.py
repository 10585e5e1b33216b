"""Sounds made from a seed and their features, for the test of the features in service."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np

from features import RATE, log_mel, normalise

Array = np.ndarray


def sounds(seed: int) -> dict[str, Array]:
    """Short int16 sounds: a chirp, noise, a tone that falls silent, the shortest with a frame."""
    random, times = np.random.default_rng(seed), np.arange(2000) / RATE
    chirp = 0.4 * np.sin(2 * np.pi * (100 * times + 30000 * times**2))
    noise = 0.05 * random.standard_normal(2000)
    tone = 0.7 * np.sin(2 * np.pi * 440 * times) * (times < 0.06)
    made = {"chirp": chirp, "noise": noise, "tone-then-silence": tone, "one-frame": chirp[:400],
            "too-short": chirp[:399], "mixed": chirp + noise}
    return {name: np.round(sound * 32767).clip(-32768, 32767).astype(np.int16)
            for name, sound in made.items()}


def write_golden(path: Path, seed: int = 11) -> None:
    """Writes the cases: samples are int16 little-endian in base64, to be divided by 32768."""
    cases = []
    for name, sound in sounds(seed).items():
        energies = log_mel(sound / np.float32(32768))
        normal = normalise(energies) if len(energies) else energies
        cases.append({
            "name": name, "samples": base64.b64encode(sound.astype("<i2").tobytes()).decode(),
            "frames": len(energies),
            "features": [round(float(value), 4) for value in normal.ravel()]})
    note = ("Triangles of the mel filters are straight in Hz, peak 1. Features are normalised, "
            "frame after frame, 80 a frame.")
    path.write_text(json.dumps({"note": note, "cases": cases}) + "\n")
