"""Does the highest cell of the `abnormal` map lie on the lesion?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import torch
from torch.nn import functional as F

import style
from data import Slices
from shared.lesions import Habits, LesionPainter, head_mask
from shared.metrics import Figure, rate
from shared.slice_net import GRID, SliceNet
from shared.slice_predict import by_net
from shared.slice_train import FAINT, PAINTED

Array = np.ndarray


def peaks(net: SliceNet, films: torch.Tensor) -> Array:
    """Number of the highest cell of the `abnormal` map of every film (0..1)."""
    pixels = (films[:, 0].numpy() * 255).round().astype(np.uint8)
    return by_net(net, pixels)["maps"][:, 0].reshape(len(pixels), -1).argmax(1)


def on_painted(net: SliceNet, slices: Slices, rows: Array, seed: int = 21) -> Figure:
    """Normal slices with one painted lesion: share of peaks on a cell of it or beside one."""
    films = torch.from_numpy(slices.pixels[rows].astype(np.float32) / 255)[:, None]
    masks, painter = head_mask(films), LesionPainter(Habits(), seed)
    change = torch.stack([painter.paint(film, mask)
                          for film, mask in zip(films, masks, strict=True)])
    amount = F.adaptive_avg_pool2d(change.abs(), GRID)
    kept = (amount.amax((1, 2, 3)) > PAINTED).numpy()
    near = F.max_pool2d((amount > FAINT).float(), 3, 1, 1).flatten(1).numpy()[kept] > 0
    found = peaks(net, (films + change)[torch.from_numpy(kept)])
    hit = near[np.arange(len(found)), found]
    groups = slices.table["group"].to_numpy()[rows][kept]
    return {**rate(hit, groups), "chance": round(float(near.mean()), 3)}


def on_side(net: SliceNet, slices: Slices, rows: Array, sides: pd.DataFrame) -> Figure | None:
    """Slices with a tumour on a known side: share of peaks in that half; by chance one half."""
    known = sides[sides["row"].isin(rows)]
    if len(known) < 10:
        return None
    row = known["row"].to_numpy()
    table = slices.table.iloc[row]
    films = torch.from_numpy(slices.pixels[row].astype(np.float32) / 255)[:, None]
    films = style.upright(films, table["angle"].to_numpy(), table["shift"].to_numpy())
    right = peaks(net, films) % GRID >= GRID // 2
    hit = right == (known["side"].to_numpy() == 1)
    return {**rate(hit, table["group"].to_numpy()), "chance": 0.5}


def pointing(net: SliceNet, slices: Slices, cache: Path) -> dict[str, Figure]:
    """Both figures, on slices outside training."""
    rows = np.concatenate([slices.rows("val"), slices.rows("test")])
    normal = rows[slices.labels[rows, 0] == 0]
    sides = on_side(net, slices, rows, pd.read_csv(cache / "sides.csv"))
    return {"painted": on_painted(net, slices, normal), **({"side": sides} if sides else {})}
