"""Outlined films, films of other hospitals and pictures that are no film."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from net import SIZE, STRUCTURES
from shared.chest_films import film_table, jsrt_table, other_table
from shared.pixels import decode, decode_all

EACH_SOURCE = {"train": 500, "val": 150, "test": 250}
SMOKE_EACH = {"train": 12, "val": 6, "test": 6}


def thin(table: pd.DataFrame, each: dict[str, int]) -> pd.DataFrame:
    """Some films of every split of every source; every ChestX-ray14 film, for the heart's size."""
    mixed = table.sample(frac=1.0, random_state=4)
    place = mixed.groupby(["source", "split"]).cumcount()
    chosen = place < mixed["split"].map(each)
    if each is EACH_SOURCE:
        chosen |= mixed["source"] == "cxr_nih"
    return mixed[chosen].reset_index(drop=True)


def outlines(data: Path, names: list[str]) -> np.ndarray:
    """Masks of the structures, N x 3 x S x S of 0 and 1."""
    made = np.zeros((len(names), len(STRUCTURES), SIZE, SIZE), np.uint8)
    for row, name in enumerate(names):
        for place, structure in enumerate(STRUCTURES):
            file = data / "cxr-masks" / structure / f"{name}.png"
            made[row, place] = decode(file, SIZE) > 127
    return made


def prepare(data: Path, cache: Path, smoke: bool = False) -> None:
    """Builds the cache from the data folder."""
    cache.mkdir(parents=True, exist_ok=True)
    each = SMOKE_EACH if smoke else EACH_SOURCE
    jsrt = jsrt_table(data)
    if smoke:
        jsrt = jsrt.iloc[::10].reset_index(drop=True)
    np.save(cache / "masks.npy", outlines(data, list(jsrt["group"])))
    tables = {"jsrt": jsrt, "films": thin(film_table(data), each),
              "others": thin(other_table(data), each)}
    for name, table in tables.items():
        decode_all(data, table, cache / f"{name}.npy", SIZE)
        table.to_csv(cache / f"{name}.csv", index=False)


class Pictures:
    """The cached arrays beside their tables."""

    def __init__(self, cache: Path) -> None:
        self.masks = np.load(cache / "masks.npy")
        self.jsrt, self.jsrt_table = self.read(cache, "jsrt")
        self.films, self.film_table = self.read(cache, "films")
        self.others, self.other_table = self.read(cache, "others")

    @staticmethod
    def read(cache: Path, name: str) -> tuple[np.ndarray, pd.DataFrame]:
        """Pixels and table of a name."""
        table = pd.read_csv(cache / f"{name}.csv", keep_default_na=False)
        return np.load(cache / f"{name}.npy", mmap_mode="r"), table

    def folds(self, count: int) -> np.ndarray:
        """Fold of every outlined film, nodule and normal films spread evenly."""
        order = np.random.default_rng(2).permutation(len(self.jsrt_table))
        kinds = self.jsrt_table["kind"].to_numpy()[order]
        folds = np.empty(len(order), np.int64)
        for kind in np.unique(kinds):
            rows = order[kinds == kind]
            folds[rows] = np.arange(len(rows)) % count
        return folds
