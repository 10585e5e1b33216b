"""Masks of films without outlines, by nets that agree; a second training learns from them.

Only training films are used, and only where two nets see the same plausible organs with smooth
outlines: what the first nets get right on plain films of other hospitals is then required under
hard changes of look.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import ndimage

from data import Pictures
from predict import load, read
from shared.chest_masks import dice, heart_plausible, lungs_plausible

MIN_AGREEMENT = (0.94, 0.93, 0.90)
MIN_SMOOTH = 0.965
BRUSH = 9


def smooth(mask: np.ndarray) -> bool:
    """Whether little is lost when a broad brush opens a mask: leaks into neck or arm are thin."""
    opened = ndimage.binary_opening(mask, np.ones((BRUSH, BRUSH), bool))
    return opened.sum() >= MIN_SMOOTH * mask.sum()


def sound(masks: np.ndarray) -> bool:
    """Whether the organs of one picture can be believed."""
    right, left, heart = masks
    return (lungs_plausible(right, left) and heart_plausible(right, left, heart)
            and smooth(right) and smooth(left) and smooth(heart))


def believed(cache: Path, teachers: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of training films with organs that the teachers agree on; kept on disk."""
    kept = cache / f"pseudo_{'_'.join(teachers)}.npz"
    if not kept.exists():
        pictures = Pictures(cache / "pixels")
        rows = np.flatnonzero((pictures.film_table["split"] == "train").to_numpy())
        seen = [read(load(cache / "runs" / f"{name}.pt"), pictures.films[rows])[0]
                for name in teachers]
        good = [sound(seen[0][i]) and all(
            dice(seen[0][i][k], other[i][k]) >= MIN_AGREEMENT[k]
            for other in seen[1:] for k in range(3)) for i in range(len(rows))]
        np.savez_compressed(kept, rows=rows[good], masks=seen[0][good].astype(np.uint8))
        counts = pictures.film_table.iloc[rows[good]]["source"].value_counts().to_dict()
        print(f"believed {int(np.sum(good))} of {len(rows)}", counts, flush=True)
    found = np.load(kept)
    return found["rows"], found["masks"]
