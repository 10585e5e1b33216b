"""The views of all adult stays, kept in the cache."""

from __future__ import annotations

import pickle
from pathlib import Path

from data import measurements, stays
from views import Views, make

ADULT = 18


def prepare(source: Path, target: Path, seed: int, most: int | None = None) -> None:
    """Writes the views; `most` keeps only so many stays."""
    people = stays(source)
    people = people[people["age"] >= ADULT].head(most)
    rows = measurements(source)
    made = make(rows[rows["stay"].isin(people.index)], people, seed)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(pickle.dumps(made))


def prepared(target: Path) -> Views:
    """What `prepare` wrote."""
    return pickle.loads(target.read_bytes())
