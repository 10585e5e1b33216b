"""Whether the evidence maps point at the radiologists' boxes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from labels import LABELS
from shared.metrics import Figure, rate

BOX_SCALE = 320.0
POINTED: dict[str, tuple[str, ...] | None] = {
    "abnormal": None, "pneumonia": ("Pneumonia", "Infiltrate"), "effusion": ("Effusion",),
    "atelectasis": ("Atelectasis",), "nodule": ("Mass", "Nodule"),
    "cardiomegaly": ("Cardiomegaly",), "pneumothorax": ("Pneumothorax",),
}


def centres(film: pd.Series, grid: int) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Centres of the cells of the film's cut in pixels of the boxes, and half a cell."""
    wide = (float(film["right"]) - float(film["left"])) * BOX_SCALE / grid
    high = (float(film["bottom"]) - float(film["top"])) * BOX_SCALE / grid
    place = np.arange(grid) + 0.5
    return (float(film["left"]) * BOX_SCALE + place * wide,
            float(film["top"]) * BOX_SCALE + place * high, wide / 2, high / 2)


def inside(box: pd.Series, film: pd.Series, grid: int) -> np.ndarray:
    """Which cells have their centre in a box, half a cell allowed."""
    x, y, across, along = centres(film, grid)
    in_x = (x >= box["x"] - across) & (x <= box["x"] + box["width"] + across)
    in_y = (y >= box["y"] - along) & (y <= box["y"] + box["height"] + along)
    return in_y[:, None] & in_x[None]


def pointing(films: pd.DataFrame, maps: np.ndarray, boxes: pd.DataFrame,
             labels: tuple[str, ...]) -> dict[str, dict[str, Figure | float]]:
    """Share of boxes that hold the highest cell of a map, and by how much chance would."""
    place = {str(name).rsplit("/", 1)[-1]: row for row, name in enumerate(films["file"])}
    boxes = boxes[boxes["image"].isin(list(place))]
    found: dict[str, dict[str, Figure | float]] = {}
    for label in labels:
        kinds = POINTED[label]
        chosen = boxes if kinds is None else boxes[boxes["label"].isin(kinds)]
        hits, chances = [], []
        for _, box in chosen.iterrows():
            row = place[box["image"]]
            level = maps[row, LABELS.index(label)]
            cells = inside(box, films.iloc[row], level.shape[-1])
            hits.append(cells.ravel()[int(level.argmax())])
            chances.append(cells.mean())
        if hits:
            figure = rate(np.asarray(hits), chosen["image"].to_numpy())
            found[label] = {**figure, "chance": round(float(np.mean(chances)), 3)}
    return found
