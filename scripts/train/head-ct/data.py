"""The CT slices, their near-duplicate groups and folds, and pictures that are no head CT."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

SIZE = 224
LABELS = ("haemorrhage",)
POSITIVE = "hemorrhage"
FOLDS = 5
EACH_CHEST = 120
BRAIN = 1000


def slice_table(data: Path) -> pd.DataFrame:
    """One row per slice."""
    table = pd.read_csv(data / "head-ct" / "labels.csv")
    return pd.DataFrame({"file": "head-ct/images/" + table["image"], "kind": table["label"],
                         "haemorrhage": (table["label"] == POSITIVE).astype(int)})


def chest_table(data: Path) -> pd.DataFrame:
    """Some chest films of every source, for the gate."""
    table = pd.read_csv(data / "cxr" / "labels.csv")
    table = table.groupby("source").sample(EACH_CHEST, random_state=4)
    rows = [{"file": f"cxr/images/{row.image}", "group": str(row.group)}
            for row in table.itertuples()]
    nih = pd.read_csv(data / "cxr-nih" / "labels.csv").sample(EACH_CHEST, random_state=4)
    rows += [{"file": f"cxr-nih/images/{row.image}", "group": f"nih-{row.patient}"}
             for row in nih.itertuples()]
    return pd.DataFrame(rows)


def brain_table(data: Path) -> pd.DataFrame:
    """Some brain MRI slices of every kind, for the gate."""
    table = pd.read_csv(data / "brain-mri" / "labels.csv")
    table = table.groupby("label").sample(BRAIN // 4, random_state=4)
    return pd.DataFrame({"file": "brain-mri/images/" + table["image"],
                         "group": table["group"].astype(str)}).reset_index(drop=True)


def folds(groups: np.ndarray, truth: np.ndarray, seed: int) -> np.ndarray:
    """Fold of every slice: groups stay whole, and folds are balanced in size and class."""
    random = np.random.default_rng(seed)
    names = random.permutation(np.unique(groups))
    names = sorted(names, key=lambda name: -int((groups == name).sum()))
    counts = np.zeros((FOLDS, 2))
    fold = np.zeros(len(groups), np.int64)
    for name in names:
        rows = groups == name
        added = np.array([(truth[rows] == value).sum() for value in (0, 1)])
        cost = ((counts + added) ** 2 - counts**2).sum(1) + random.random(FOLDS) * 0.1
        best = int(cost.argmin())
        fold[rows] = best
        counts[best] += added
    return fold


class Heads:
    """Cached pictures beside their tables."""

    def __init__(self, cache: Path) -> None:
        self.table = pd.read_csv(cache / "slices.csv", dtype={"group": str})
        self.pixels = np.load(cache / "slices.npy")
        self.foreign = {name: pd.read_csv(cache / f"{name}.csv") for name in ("chest", "brain")}
        self.foreign_pixels = {name: np.load(cache / f"{name}.npy") for name in self.foreign}
        self.labels = self.table[list(LABELS)].to_numpy(np.int64)
        self.groups = self.table["group"].to_numpy(str)

    def fold(self, seed: int) -> np.ndarray:
        """Fold of every slice in a round of cross-validation."""
        return folds(self.groups, self.labels[:, 0], seed)
