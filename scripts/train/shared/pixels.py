"""Decoding into arrays of unsigned bytes, and stable splits."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image


def split_of(group: str) -> str:
    """Stable split of a patient: 10 % validation, 12 % test."""
    place = int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % 100
    return "val" if place < 10 else "test" if place < 22 else "train"


def fold_of(group: str, folds: int) -> int:
    """Stable fold of a patient, independent of the split."""
    return int(hashlib.sha256(f"fold {group}".encode()).hexdigest()[:8], 16) % folds


def decode(path: Path, size: int) -> np.ndarray:
    """Grey picture squashed to a square."""
    with Image.open(path) as picture:
        grey = picture.convert("L")
        if grey.size != (size, size):
            grey = grey.resize((size, size), Image.Resampling.LANCZOS)
        return np.asarray(grey, np.uint8)


def decode_all(data: Path, table: pd.DataFrame, target: Path, size: int) -> None:
    """Writes the pictures of a table in its order."""
    pixels = np.lib.format.open_memmap(target, "w+", np.uint8, (len(table), size, size))
    for row, name in enumerate(table["file"]):
        pixels[row] = decode(data / name, size)
    pixels.flush()
