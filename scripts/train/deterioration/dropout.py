"""Random incompleteness: which view of a stay is shown and which variables are withheld."""

from __future__ import annotations

import numpy as np

from views import GASES, STATIC, VITALS, WHOLE, Array, Views, columns

#: How often a view is drawn: for the context of series, and for that of single values.
SERIES_SHARES = {"day": 0.66, "cuff": 0.10, "half": 0.08, "late": 0.10, "quarter": 0.06}
SINGLE_SHARES = {"last": 0.27, "first": 0.11, "mean": 0.21, "worst": 0.27, "any": 0.14}
ONE_SHARES = {name: 0.8 * share for name, share in SERIES_SHARES.items()} | {
    name: 0.2 * share for name, share in SINGLE_SHARES.items()}
#: How often the type of the unit is told.
UNIT_TOLD = 0.6
NAMES = list(dict.fromkeys(name for name, _ in columns()))
VARIABLE = np.array([NAMES.index(name) for name, _ in columns()])
LABS = tuple(name for name in NAMES if name not in (*VITALS, *GASES, *STATIC, *WHOLE, "weight"))


def panel(kept: tuple[str, ...]) -> Array:
    """Flags of the variables that stay; what a patient is known by stays as well."""
    return np.array([name in kept or name in STATIC or name == "weight" for name in NAMES])


PANELS = np.stack([
    panel(VITALS), panel((*VITALS, "urine_output")), panel((*VITALS, *LABS)), panel(LABS),
    panel((*VITALS, *LABS, *WHOLE)), panel((*VITALS, *GASES, *WHOLE)),
])


def withheld(count: int, random: np.random.Generator, plain: float) -> Array:
    """Flags [N, variables] of what a caller sends; a share of the rows is left as it is."""
    kind = random.random(count)
    keep = random.uniform(0.25, 0.95, (count, 1))
    some = random.random((count, len(NAMES))) < keep
    panels = PANELS[random.integers(0, len(PANELS), count)]
    panels = panels & (random.random(panels.shape) < 0.92)
    sent = np.where((kind < plain)[:, None], True,
                    np.where((kind < plain + (1 - plain) / 2)[:, None], some, panels))
    age = NAMES.index("age")
    sent[:, age] = random.random(count) < 0.97
    unit = NAMES.index("icu_type")
    sent[:, unit] &= random.random(count) < UNIT_TOLD
    return sent


def drawn(views: Views, stays: Array, copies: int, seed: int, shares: dict[str, float],
          plain: float = 0.5) -> tuple[Array, Array]:
    """`copies` random rows of every stay, and the place of the stay each row shows."""
    random = np.random.default_rng(seed)
    place = np.repeat(stays, copies)
    names = list(shares)
    chance = np.array(list(shares.values()))
    view = random.choice(len(names), len(place), p=chance / chance.sum())
    rows = np.empty((len(place), len(VARIABLE)), np.float32)
    for number, name in enumerate(names):
        mine = view == number
        rows[mine] = views.tables[name][place[mine]]
    rows[~withheld(len(place), random, plain)[:, VARIABLE]] = np.nan
    unsaid(rows, random)
    return rows, place


def unsaid(rows: Array, random: np.random.Generator) -> None:
    """Half of those not ventilated: not stated."""
    at = list(columns()).index(("mechanical_ventilation", "last"))
    silent = (rows[:, at] == 0) & (random.random(len(rows)) < 0.5)
    rows[silent, at] = np.nan
