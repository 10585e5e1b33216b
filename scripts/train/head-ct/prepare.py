"""Decodes every picture once and groups near-duplicates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from data import SIZE, brain_table, chest_table, slice_table
from shared.duplicates import groups
from shared.pixels import decode_all, fold_of


def parted(table: pd.DataFrame) -> pd.DataFrame:
    """Two thirds of the groups to train, the others to test."""
    split = ["test" if fold_of(str(group), 3) == 0 else "train" for group in table["group"]]
    return table.assign(split=split)


def prepare(data: Path, cache: Path) -> None:
    """Builds the cache from the data folder."""
    cache.mkdir(parents=True, exist_ok=True)
    table = slice_table(data)
    decode_all(data, table, cache / "slices.npy", SIZE)
    table["group"] = groups(np.load(cache / "slices.npy"))
    table.to_csv(cache / "slices.csv", index=False)
    for name, part in (("chest", chest_table(data)), ("brain", brain_table(data))):
        decode_all(data, part, cache / f"{name}.npy", SIZE)
        parted(part).to_csv(cache / f"{name}.csv", index=False)
