"""Decodes every picture once and describes its style."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

import style
from data import SIZE, chest_table, head_table, slice_table
from shared.duplicates import groups
from shared.pixels import decode_all, fold_of

SMOKE_ROWS = 60


def foreign_tables(data: Path) -> dict[str, pd.DataFrame]:
    """Pictures that are no brain MRI."""
    return {"chest": chest_table(data), "head": head_table(data)}


def parted(table: pd.DataFrame) -> pd.DataFrame:
    """Three fifths of the groups to train, the others to test."""
    split = ["train" if fold_of(str(group), 5) < 3 else "test" for group in table["group"]]
    return table.assign(split=split)


def prepare(data: Path, cache: Path, smoke: bool = False) -> None:
    """Builds the cache from the data folder."""
    cache.mkdir(parents=True, exist_ok=True)
    table = slice_table(data)
    if smoke:
        table = table.groupby(["kind", "split"]).head(SMOKE_ROWS).reset_index(drop=True)
    decode_all(data, table, cache / "slices.npy", SIZE)
    pixels = np.load(cache / "slices.npy")
    look = style.figures(pixels)
    table = pd.concat([table, look, style.axes(pixels)], axis=1)
    table["style"] = style.clusters(pixels, look)
    table.to_csv(cache / "slices.csv", index=False)
    for name, part in foreign_tables(data).items():
        decode_all(data, part, cache / f"{name}.npy", SIZE)
        if name == "head":
            part = part.assign(group=groups(np.load(cache / "head.npy")))
        parted(part).to_csv(cache / f"{name}.csv", index=False)
