"""What is read off outlined lungs and hearts, as the service reads it.

A mask is a square of cells, 0 or 1, over the whole picture. Lengths are in cells. The bounds of what
can be lungs or a heart are those of `src/imaging/chest-plausibility.ts`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import ndimage

Array = np.ndarray

LUNG_AREA = (0.02, 0.4)
MIN_BALANCE = 0.25
MIN_SHARED_HEIGHT = 0.4
HEART_AREA = (0.01, 0.35)
HEART_TO_LUNGS = (0.06, 1.5)
HEART_POSITION = (0.15, 0.85)
MAX_HEART_IN_LUNGS = 0.3


class Span(NamedTuple):
    """Edges of a box in cells; the right and bottom edge of cell 0 are 1."""

    left: int
    top: int
    right: int
    bottom: int


def filled(mask: Array) -> Array:
    """Holes filled: what is outside and does not reach the border by edges is taken in."""
    pieces, count = ndimage.label(~mask)
    open_ones = np.zeros(count + 1, bool)
    for edge in (pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]):
        open_ones[edge] = True
    open_ones[0] = False
    return mask | ((pieces > 0) & ~open_ones[pieces])


def slid(mask: Array, every: bool) -> Array:
    """A 3 x 3 window of which all cells, or any, must be inside; beyond the border lies nothing."""
    join = np.logical_and if every else np.logical_or
    for axis in (0, 1):
        wide = np.pad(mask, [(1, 1) if each == axis else (0, 0) for each in (0, 1)])
        length = mask.shape[axis]
        parts = [np.take(wide, range(k, k + length), axis) for k in range(3)]
        mask = join(join(parts[0], parts[1]), parts[2])
    return mask


def organ_of(probability: Array, level: float = 0.5) -> Array:
    """One organ without specks: holes filled, spurs cut, largest piece kept."""
    mask = slid(slid(filled(probability >= level), True), False)
    pieces, count = ndimage.label(mask)
    if count == 0:
        return np.zeros(mask.shape, bool)
    return pieces == 1 + int(np.argmax(np.bincount(pieces.ravel())[1:]))


def organs_of(logits: Array) -> Array:
    """The organs of one picture: logits 3 x S x S to masks of the same shape."""
    return np.stack([organ_of(logit, 0.0) for logit in logits])


def span_of(mask: Array) -> Span | None:
    """The box around a mask."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) == 0:
        return None
    return Span(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


def edges(mask: Array) -> tuple[Array, Array]:
    """First and one past the last cell of every row; -1 where the row is empty."""
    size, filled = mask.shape[1], mask.any(1)
    first = np.where(filled, mask.argmax(1), -1)
    return first, np.where(filled, size - mask[:, ::-1].argmax(1), -1)


def shared_rows(right: Array, left: Array) -> Array:
    """Rows that cross both lungs: left wall, mediastinum from and to, right wall, N x 4."""
    (a, b), (c, d) = edges(right), edges(left)
    rows = np.stack((a, b, c, d), 1)
    return rows[(a >= 0) & (c >= 0)]


def lungs_plausible(right: Array, left: Array) -> bool:
    """Whether two masks can be lungs."""
    spans = (span_of(right), span_of(left))
    if None in spans:
        return False
    areas = sorted((right.mean(), left.mean()))
    if areas[0] < LUNG_AREA[0] or areas[1] > LUNG_AREA[1] or areas[0] / areas[1] < MIN_BALANCE:
        return False
    rows = shared_rows(right, left)
    taller = max(span.bottom - span.top for span in spans)
    if len(rows) < MIN_SHARED_HEIGHT * taller or len(rows) == 0:
        return False
    return bool((rows[:, 2] - rows[:, 1] >= -right.shape[1] / 50).all())


def heart_plausible(right: Array, left: Array, heart: Array) -> bool:
    """Whether a mask can be the heart between two plausible lungs."""
    if not heart.any():
        return False
    area, lungs = heart.mean(), right.mean() + left.mean()
    centres = [ndimage.center_of_mass(mask) for mask in (right, left, heart)]
    across = (centres[2][1] - centres[0][1]) / (centres[1][1] - centres[0][1])
    spans = (span_of(right), span_of(left), span_of(heart))
    bottom = max(spans[0].bottom, spans[1].bottom)
    inside = ((heart & right).sum() + (heart & left).sum()) / heart.sum()
    return bool(
        HEART_AREA[0] <= area <= HEART_AREA[1]
        and HEART_TO_LUNGS[0] <= area / lungs <= HEART_TO_LUNGS[1]
        and HEART_POSITION[0] <= across <= HEART_POSITION[1]
        and centres[2][0] >= (centres[0][0] + centres[1][0]) / 2
        and spans[2].top < bottom
        and inside <= MAX_HEART_IN_LUNGS
    )


def cardiothoracic_ratio(masks: Array) -> float:
    """Greatest width of the heart over the greatest inner width of the chest in one row.

    `masks` are right lung, left lung and heart, 3 x S x S; NaN where it cannot be read.
    """
    right, left, heart = masks.astype(bool)
    if not lungs_plausible(right, left) or not heart_plausible(right, left, heart):
        return float("nan")
    rows, span = shared_rows(right, left), span_of(heart)
    return (span.right - span.left) / float((rows[:, 3] - rows[:, 0]).max())


def lung_box(masks: Array) -> tuple[float, float, float, float] | None:
    """Box around both lungs as shares of the picture (left, top, right, bottom), if plausible."""
    right, left = masks[0].astype(bool), masks[1].astype(bool)
    if not lungs_plausible(right, left):
        return None
    span = span_of(right | left)
    return tuple(edge / len(right) for edge in span)


def dice(found: Array, truth: Array) -> float:
    """Twice the common cells over the cells of both."""
    return float(2 * (found & truth).sum() / max(1, found.sum() + truth.sum()))
