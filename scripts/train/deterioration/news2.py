"""NEWS2 of the same stays, for comparison only (Royal College of Physicians 2017, scale 1 of SpO2)."""

from __future__ import annotations

import numpy as np

from views import Array, columns

PLACE = {column: number for number, column in enumerate(columns())}
#: Upper bounds of the bands, and the points of each band (one more than bounds).
BANDS: dict[str, tuple[list[float], list[int]]] = {
    "respiratory_rate": ([8, 11, 20, 24], [3, 1, 0, 2, 3]),
    "oxygen_saturation": ([91, 93, 95], [3, 2, 1, 0]),
    "systolic_bp": ([90, 100, 110, 219], [3, 2, 1, 0, 3]),
    "heart_rate": ([40, 50, 90, 110, 130], [3, 1, 0, 1, 2, 3]),
    "temperature": ([35.0, 36.0, 38.0, 39.0], [3, 1, 0, 1, 2]),
    "gcs": ([14.5], [3, 0]),
}
OXYGEN = 2


def points(variable: str, values: Array) -> Array:
    """Points of one variable; 0 where it is missing."""
    bounds, given = BANDS[variable]
    found = np.array(given)[np.searchsorted(bounds, np.nan_to_num(values, nan=0.0), side="left")]
    return np.where(np.isnan(values), 0, found)


def news2(table: Array, statistics: tuple[str, ...]) -> Array:
    """NEWS2 of every row, each variable with the worst points of some statistics."""
    total = np.zeros(len(table))
    for variable in BANDS:
        total += np.max([points(variable, table[:, PLACE[(variable, statistic)]])
                         for statistic in statistics], axis=0)
    ventilated = table[:, PLACE[("mechanical_ventilation", "last")]] == 1
    oxygen = table[:, PLACE[("fio2", statistics[-1])]] > 21
    return total + OXYGEN * (ventilated | oxygen)
