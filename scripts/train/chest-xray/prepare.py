"""Decodes every film once, outlines the lungs with the anatomy model and cuts to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pandas as pd
from PIL import Image

from data import KEPT, KEPT_MARGIN, LUNG_SIZE, MARGIN, SIZE, tables
from shared.chest_masks import cardiothoracic_ratio, lung_box, organs_of
from shared.golden import session

SMOKE_ROWS = 40
OUTLINED = 256
Box = tuple[float, float, float, float]
WHOLE: Box = (0.0, 0.0, 1.0, 1.0)


def widened(box: Box, margin: float) -> Box:
    """A box with a margin of its own width and height, inside the picture."""
    left, top, right, bottom = box
    across, along = margin * (right - left), margin * (bottom - top)
    return (max(0.0, left - across), max(0.0, top - along),
            min(1.0, right + across), min(1.0, bottom + along))


def within(inner: Box, outer: Box) -> Box:
    """A box as shares of another."""
    left, top, right, bottom = outer
    return ((inner[0] - left) / (right - left), (inner[1] - top) / (bottom - top),
            (inner[2] - left) / (right - left), (inner[3] - top) / (bottom - top))


def squeeze(picture: Image.Image, box: Box, size: int) -> np.ndarray:
    """A part of a picture squeezed to a square."""
    part = (box[0] * picture.width, box[1] * picture.height,
            box[2] * picture.width, box[3] * picture.height)
    return np.asarray(picture.resize((size, size), Image.Resampling.LANCZOS, box=part), np.uint8)


def outline(model: ort.InferenceSession, picture: Image.Image) -> np.ndarray:
    """Right lung, left lung and heart of a film, 3 x S x S."""
    grey = squeeze(picture, WHOLE, OUTLINED).astype(np.float32)
    image = (grey - grey.mean()) / max(float(grey.std()), 1.0)
    return organs_of(model.run(["masks"], {"image": image[None, None]})[0][0])


class Store:
    """Arrays of one table, filled film by film."""

    def __init__(self, cache: Path, name: str, count: int) -> None:
        shapes = {"served": SIZE, "kept": KEPT, "whole": KEPT, "lungs": LUNG_SIZE}
        self.arrays = {
            part: np.lib.format.open_memmap(
                cache / f"{name}_{part}.npy", "w+", np.uint8, (count, size, size))
            for part, size in shapes.items()
        }
        self.inner = np.zeros((count, 4), np.float32)
        self.facts: list[dict[str, object]] = []
        self.cache, self.name = cache, name

    def add(self, row: int, picture: Image.Image, organs: np.ndarray) -> None:
        """Cuts one film."""
        found = lung_box(organs)
        box = widened(found, MARGIN) if found else WHOLE
        outer = widened(found, KEPT_MARGIN) if found else WHOLE
        shape = organs.any(0) if found else np.zeros(organs.shape[1:], bool)
        mask = Image.fromarray((shape * 255).astype(np.uint8))
        self.arrays["served"][row] = squeeze(picture, box, SIZE)
        self.arrays["kept"][row] = squeeze(picture, outer, KEPT)
        self.arrays["whole"][row] = squeeze(picture, WHOLE, KEPT)
        self.arrays["lungs"][row] = squeeze(mask, outer, LUNG_SIZE)
        self.inner[row] = within(box, outer)
        self.facts.append({"outlined": int(found is not None),
                           "ratio": round(cardiothoracic_ratio(organs), 4),
                           **dict(zip(("left", "top", "right", "bottom"), box, strict=True))})

    def close(self, table: pd.DataFrame) -> None:
        """Writes arrays and table."""
        for values in self.arrays.values():
            values.flush()
        np.save(self.cache / f"{self.name}_inner.npy", self.inner)
        whole = pd.concat([table.reset_index(drop=True), pd.DataFrame(self.facts)], axis=1)
        whole.to_csv(self.cache / f"{self.name}.csv", index=False)


def prepare(data: Path, cache: Path, segmenter: Path, smoke: bool = False) -> None:
    """Builds the cache from the data folder and the weights of the anatomy model."""
    cache.mkdir(parents=True, exist_ok=True)
    pd.read_csv(data / "cxr-nih" / "boxes.csv").to_csv(cache / "boxes.csv", index=False)
    model = session(segmenter)
    for name, table in tables(data).items():
        if smoke:
            kinds = table.groupby(["source", "split", "abnormal"])
            table = kinds.head(SMOKE_ROWS).reset_index(drop=True)
        store = Store(cache, name, len(table))
        for row, file in enumerate(table["file"]):
            with Image.open(data / file) as picture:
                grey = picture.convert("L")
            store.add(row, grey, outline(model, grey))
        store.close(table)
