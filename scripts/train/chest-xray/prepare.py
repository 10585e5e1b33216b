"""Decodes every picture once into arrays of unsigned bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from data import SIZE, film_table, other_table, stranger_table

SMOKE_ROWS = 40


def decode(path: Path) -> np.ndarray:
    """Grey picture squashed to the size of service."""
    with Image.open(path) as picture:
        grey = picture.convert("L")
        if grey.size != (SIZE, SIZE):
            grey = grey.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
        return np.asarray(grey, np.uint8)


def decode_all(data: Path, table: pd.DataFrame, target: Path) -> None:
    """Writes the pictures of a table in its order."""
    pixels = np.lib.format.open_memmap(target, "w+", np.uint8, (len(table), SIZE, SIZE))
    for row, name in enumerate(table["file"]):
        pixels[row] = decode(data / name)
    pixels.flush()


def lung_prior(data: Path) -> np.ndarray:
    """Where lungs lie on average, from films with outlined lungs."""
    total = np.zeros((SIZE, SIZE), np.float64)
    names = sorted((data / "cxr-masks" / "left_lung").iterdir())
    for left in names:
        right = data / "cxr-masks" / "right_lung" / left.name
        total += np.maximum(decode(left) > 0, decode(right) > 0)
    return (total / len(names)).astype(np.float32)


def thin(table: pd.DataFrame, column: list[str]) -> pd.DataFrame:
    """A few rows of every kind, for the smoke run."""
    return table.groupby(column).head(SMOKE_ROWS).reset_index(drop=True)


def prepare(data: Path, cache: Path, smoke: bool = False) -> None:
    """Builds the cache from the data folder."""
    cache.mkdir(parents=True, exist_ok=True)
    films, others = film_table(data), other_table(data)
    if smoke:
        films = thin(films, ["source", "split", "abnormal"])
        others = thin(others, ["source", "split"])
    np.save(cache / "lung_prior.npy", lung_prior(data))
    pd.read_csv(data / "cxr-nih" / "boxes.csv").to_csv(cache / "boxes.csv", index=False)
    strangers = stranger_table(data)
    for name, table in (("strangers", strangers), ("others", others), ("films", films)):
        decode_all(data, table, cache / f"{name}.npy")
        table.to_csv(cache / f"{name}.csv", index=False)
