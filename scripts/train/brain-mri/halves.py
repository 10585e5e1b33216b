"""Normal slices of the tumours' own source: the half without the tumour, mirrored.

Without them every contrast-enhanced slice of the data holds a tumour, and the network would learn
the sequence. The half with the tumour is mirrored as well, so that symmetry tells nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch import Tensor

import style
from data import LABELS, SIZE, Slices
from shared.slice_net import SliceNet
from shared.slice_predict import by_net

TWO_SIDED = ("glioma", "meningioma")
CLEAR = 0.25
LEFTOVER = 0.75
AWAY = 16 / SIZE


def mirrored(films: Tensor, side: Tensor) -> Tensor:
    """Upright films rebuilt from one half: side 0 the left of the picture, 1 the right."""
    half = SIZE // 2
    left, right = films[..., :half], films[..., half:]
    from_left = torch.cat([left, left.flip(-1)], -1)
    from_right = torch.cat([right.flip(-1), right], -1)
    return torch.where(side.reshape(-1, 1, 1, 1) == 0, from_left, from_right)


def candidates(slices: Slices) -> np.ndarray:
    """Rows of symmetric slices with a tumour that has a side."""
    table = slices.table
    chosen = table["kind"].isin(TWO_SIDED) & (table["symmetry"] > style.SYMMETRIC)
    return np.flatnonzero(chosen.to_numpy())


def rebuilt(slices: Slices, rows: np.ndarray, side: np.ndarray, away: np.ndarray) -> Tensor:
    """Mirrored halves of rows, 0..1; `away` moves the axis into the half that is kept.

    Moved by 8 pixels (AWAY), what a tumour has across the middle is left out.
    """
    films = torch.from_numpy(slices.pixels[rows].astype(np.float32) / 255)[:, None]
    table = slices.table.iloc[rows]
    shift = table["shift"].to_numpy() + np.where(np.asarray(side) == 0, -1, 1) * away
    films = style.upright(films, table["angle"].to_numpy(), shift)
    return mirrored(films, torch.from_numpy(np.array(side)))


def of_sides(slices: Slices, scout: SliceNet, rows: np.ndarray) -> np.ndarray:
    """Logit of the tumour's own type for the picture made of the left and of the right half."""
    kind = [LABELS.index(name) for name in slices.table["kind"].iloc[rows]]
    found = []
    for side in (0, 1):
        whole = np.full(len(rows), side)
        films = rebuilt(slices, rows, whole, np.full(len(rows), AWAY))[:, 0].numpy()
        logits = by_net(scout, (films * 255).round().astype(np.uint8))["logits"]
        found.append(logits[np.arange(len(rows)), kind])
    return np.stack(found, 1)


def sides(slices: Slices, scout: SliceNet, cache: Path) -> None:
    """Writes which half holds the tumour, for the share of candidates where the scout finds the
    halves most different and little in the healthy one."""
    rows = candidates(slices)
    both = np.concatenate([of_sides(slices, scout, rows[start : start + 256])
                           for start in range(0, len(rows), 256)])
    table = pd.DataFrame({"row": rows, "side": both.argmax(1), "healthy": both.min(1),
                          "gap": np.abs(both[:, 0] - both[:, 1])})
    table = table[table["gap"] >= table["gap"].quantile(1 - CLEAR)]
    table = table[table["healthy"] <= table["healthy"].quantile(LEFTOVER)]
    table.to_csv(cache / "sides.csv", index=False)
    print(f"halves: {len(table)} clear of {len(rows)}", flush=True)
