"""The slices, their labels, splits and style clusters, and pictures that are no brain MRI."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from shared.pixels import fold_of

SIZE = 224
LABELS = ("abnormal", "glioma", "meningioma", "pituitary")
TYPES = LABELS[1:]
NORMAL = "notumor"
EACH_CHEST = 240


def split_of(split: str, group: str) -> str:
    """The published training part; its validation part is halved into val and test."""
    return split if split == "train" else ("val", "test")[fold_of(group, 2)]


def slice_table(data: Path) -> pd.DataFrame:
    """One row per slice: file, split, group (near-duplicate cluster), kind and the labels."""
    rows: list[dict[str, object]] = []
    for row in pd.read_csv(data / "brain-mri" / "labels.csv").itertuples():
        group = str(row.group)
        rows.append({"file": f"brain-mri/images/{row.image}", "group": group,
                     "split": split_of(row.split, group), "kind": row.label,
                     "abnormal": int(row.label != NORMAL),
                     **{name: int(row.label == name) for name in TYPES}})
    return pd.DataFrame(rows)


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


def head_table(data: Path) -> pd.DataFrame:
    """The head CT slices."""
    table = pd.read_csv(data / "head-ct" / "labels.csv")
    return pd.DataFrame({"file": "head-ct/images/" + table["image"], "kind": table["label"]})


class Slices:
    """Cached pictures beside their tables."""

    def __init__(self, cache: Path) -> None:
        self.table = pd.read_csv(cache / "slices.csv", dtype={"group": str})
        self.pixels = np.load(cache / "slices.npy", mmap_mode="r")
        self.foreign = {name: pd.read_csv(cache / f"{name}.csv") for name in ("chest", "head")}
        self.foreign_pixels = {name: np.load(cache / f"{name}.npy") for name in self.foreign}
        self.labels = self.table[list(LABELS)].to_numpy(np.int64)

    def rows(self, split: str) -> np.ndarray:
        """Row numbers of a split."""
        return np.flatnonzero((self.table["split"] == split).to_numpy())

    def without(self, left_out: str) -> np.ndarray:
        """All rows that share neither style nor near-duplicates with a left-out group ("a+b")."""
        gone = self.table["style"].astype(str).isin(left_out.split("+"))
        touched = self.table["group"].isin(set(self.table.loc[gone, "group"]))
        return np.flatnonzero(~(gone | touched).to_numpy())

    def within(self, left_out: str) -> np.ndarray:
        """Rows of a left-out group."""
        return np.flatnonzero(self.table["style"].astype(str).isin(left_out.split("+")).to_numpy())

    def style_groups(self) -> list[str]:
        """Groups to leave out: a style cluster each, those with few tumours together."""
        tumours = self.table.groupby("style")["abnormal"].sum()
        few = [str(name) for name in tumours.index[tumours < max(10, tumours.sum() * 0.03)]]
        rest = [str(name) for name in tumours.index if str(name) not in few]
        return rest + (["+".join(few)] if few else [])
