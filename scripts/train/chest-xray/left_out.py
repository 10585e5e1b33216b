"""Scores of films by networks that never saw their hospital, or their patient."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import torch

from data import LEFT_OUT, Films, group_of, third_of
from labels import LABELS, ONLY_SOURCE, UNKNOWN
from predict import Scores, by_net, load
from shared.chest_films import SOURCES
from shared.metrics import auroc

Tables = dict[str, pd.DataFrame]


def scored(table: pd.DataFrame, scores: Scores) -> pd.DataFrame:
    """The table with a column per logit."""
    table = table.reset_index(drop=True).copy()
    for place, label in enumerate(LABELS):
        table[f"logit_{label}"] = scores["logits"][:, place]
    return table


def checkpoint_of(cache: Path, group: str) -> Path:
    """Where the network without a group lies."""
    return cache / "runs" / f"without_{group}.pt"


def epochs(cache: Path, group: str) -> int:
    """Epochs that the network without a group was trained for."""
    return int(torch.load(checkpoint_of(cache, group), weights_only=True)["epoch"])


def kept_scores(cache: Path, films: Films, group: str, rows: np.ndarray, name: str) -> pd.DataFrame:
    """Scores of rows by the network without a group, with the maps beside; kept on disk."""
    checkpoint, folder = checkpoint_of(cache, group), cache / "scores"
    kept = folder / f"{name}.csv"
    if not kept.exists() or kept.stat().st_mtime < checkpoint.stat().st_mtime:
        folder.mkdir(exist_ok=True)
        found = by_net(load(checkpoint), films.served[rows])
        np.save(folder / f"{name}_maps.npy", found["maps"])
        scored(films.table.iloc[rows], found).to_csv(kept, index=False)
    return pd.read_csv(kept, keep_default_na=False)


def sources_left_out(cache: Path, films: Films) -> Tables:
    """Every source, scored by the network that never saw it."""
    found = {}
    for source in SOURCES:
        if checkpoint_of(cache, group_of(source)).exists():
            rows = np.flatnonzero((films.table["source"] == source).to_numpy())
            found[source] = kept_scores(cache, films, group_of(source), rows, f"without_{source}")
    return found


def patients_left_out(cache: Path, films: Films) -> tuple[pd.DataFrame, np.ndarray] | None:
    """ChestX-ray14, every third of its patients scored by a network that saw the others; maps."""
    tables, maps = [], []
    for group in LEFT_OUT[:-1]:
        if checkpoint_of(cache, group).exists():
            of_third = (films.table["source"] == "cxr_nih") & (films.table["third"] == third_of(group))
            name = f"third_{third_of(group)}"
            tables.append(kept_scores(cache, films, group, np.flatnonzero(of_third.to_numpy()), name))
            maps.append(np.load(cache / "scores" / f"{name}_maps.npy"))
    return (pd.concat(tables, ignore_index=True), np.concatenate(maps)) if tables else None


def judged(source: str) -> list[str]:
    """Labels that the network without this source has learned."""
    gone = group_of(source).split("+")
    return [label for label in LABELS if ONLY_SOURCE.get(label) not in gone]


def within(table: pd.DataFrame, label: str) -> dict[str, object] | None:
    """AUROC of a label among the films of a table that say something of it."""
    known = table[table[label] != UNKNOWN]
    if known[label].nunique() < 2:
        return None
    logits, truth = known[f"logit_{label}"].to_numpy(), known[label].to_numpy()
    return auroc(logits, truth, known["group"].astype(str).to_numpy())


def aurocs(tables: Tables, left_out: bool = False) -> dict[str, dict]:
    """AUROC of every label in every source that can tell."""
    found: dict[str, dict] = {}
    for source, table in tables.items():
        labels = judged(source) if left_out else LABELS
        figures = {label: within(table, label) for label in labels}
        found[source] = {label: value for label, value in figures.items() if value}
    return found


def mean_left_out(figures: dict[str, dict]) -> dict[str, object]:
    """Mean AUROC over the left-out sources, per label and over all cells of the table."""
    found = {}
    for label in ("abnormal", "pneumonia"):
        values = [labels[label]["auroc"] for labels in figures.values() if label in labels]
        if values:
            found[label] = round(float(np.mean(values)), 4)
    cells = [labels[label]["auroc"] for labels in figures.values()
             for label in ("abnormal", "pneumonia") if label in labels]
    return {**found, "all": round(float(np.mean(cells)), 4)} if cells else {}
