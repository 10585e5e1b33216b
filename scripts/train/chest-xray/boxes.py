"""Whether the evidence maps point at the radiologists' boxes of a source that was left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import torch

from data import Films
from metrics import Figure, rate
from net import LABELS
from predict import inputs, load

BOX_SCALE = 320.0
POINTED = {"abnormal": None, "pneumonia": ("Pneumonia", "Infiltrate")}


def peak(level: np.ndarray) -> tuple[float, float]:
    """Centre of the highest cell as shares of the width and height."""
    row, column = np.unravel_index(int(level.argmax()), level.shape)
    return (column + 0.5) / level.shape[1], (row + 0.5) / level.shape[0]


def inside(box: pd.Series, point: tuple[float, float], margin: float = 0.5 / 14) -> bool:
    """Whether a point lies in a box, half a cell allowed."""
    x, y = point[0] * BOX_SCALE, point[1] * BOX_SCALE
    edge = margin * BOX_SCALE
    across = box["x"] - edge <= x <= box["x"] + box["width"] + edge
    return bool(across and box["y"] - edge <= y <= box["y"] + box["height"] + edge)


def share_of_film(box: pd.Series) -> float:
    """Chance that a point anywhere on the film lies in the box."""
    edge = BOX_SCALE / 14
    return float((box["width"] + edge) * (box["height"] + edge) / BOX_SCALE**2)


def pointing(cache: Path, films: Films, boxes: pd.DataFrame) -> dict[str, dict[str, Figure | float]]:
    """Share of boxes that hold the highest cell of a map."""
    net = load(cache / "runs" / "without_cxr_nih.pt")
    place = {Path(name).name: row for row, name in enumerate(films.table["file"])}
    boxes = boxes[boxes["image"].isin(list(place))]
    found: dict[str, dict[str, Figure | float]] = {}
    for label, findings in POINTED.items():
        chosen = boxes if findings is None else boxes[boxes["label"].isin(findings)]
        hits, chances = [], []
        for _, box in chosen.iterrows():
            with torch.inference_mode():
                maps = net(inputs(films.pixels[[place[box["image"]]]]))[1][0].numpy()
            hits.append(inside(box, peak(maps[LABELS.index(label)])))
            chances.append(share_of_film(box))
        if hits:
            figure = rate(np.asarray(hits), chosen["image"].to_numpy())
            found[label] = {**figure, "chance": round(float(np.mean(chances)), 3)}
    return found
