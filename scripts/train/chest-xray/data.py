"""The films, cut to the lungs, with their sources, patients and masked labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from labels import LABELS, labels_of
from shared.chest_films import film_table, jsrt_table
from shared.pixels import fold_of

SIZE = 192
MARGIN = 0.08
KEPT = 224
KEPT_MARGIN = 0.20
LUNG_SIZE = 56
THIRDS = 3
LEFT_OUT = ("kermany_ped", "mendeley_pk", "rsna_nih_adult+bimcv_padchest", "cxr_nih")


def group_of(source: str) -> str:
    """The left-out group that a source belongs to: the one-class sources share a network."""
    return next(group for group in LEFT_OUT if source in group.split("+"))


def third_of(without: str) -> int | None:
    """The third of ChestX-ray14's patients that a left-out run does not see."""
    return None if without == "cxr_nih" else LEFT_OUT.index(without)


def labelled(table: pd.DataFrame) -> pd.DataFrame:
    """The table with a column per label and the third of every patient."""
    pairs = zip(table["source"], table["kind"], strict=True)
    labels = pd.DataFrame([labels_of(source, kind) for source, kind in pairs])
    thirds = [fold_of(str(group), THIRDS) for group in table["group"]]
    return pd.concat([table.reset_index(drop=True), labels], axis=1).assign(third=thirds)


def tables(data: Path) -> dict[str, pd.DataFrame]:
    """Films that may be trained on, and those of a hospital that no training sees."""
    return {"films": labelled(film_table(data)), "strangers": labelled(jsrt_table(data))}


class Films:
    """Cached pictures beside their table.

    `served` is what the service would show the net (S x S); `kept` is a wider cut to draw from,
    `inner` the service's cut inside it (left, top, right, bottom as shares), `whole` the film and
    `lungs` the masks of lungs and heart in the wider cut, which no net is ever shown.
    """

    def __init__(self, cache: Path, name: str = "films") -> None:
        self.table = pd.read_csv(cache / f"{name}.csv", keep_default_na=False)
        for part in ("served", "kept", "whole", "lungs", "inner"):
            setattr(self, part, np.load(cache / f"{name}_{part}.npy", mmap_mode="r"))
        self.labels = self.table[list(LABELS)].to_numpy(np.int64)

    def rows(self, split: str, without: str | None = None) -> np.ndarray:
        """Row numbers of a split, a left-out group ("a+b") and its third of patients taken away."""
        keep = self.table["split"] == split
        if without:
            keep &= ~self.table["source"].isin(without.split("+"))
            keep &= (self.table["source"] != "cxr_nih") | (self.table["third"] != third_of(without))
        return np.flatnonzero(keep.to_numpy())
