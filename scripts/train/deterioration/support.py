"""SUPPORT2: 9,105 seriously ill adults of five hospitals, one value per variable on the third day.

Only what was measured is used: age, sex, physiology. Left out are the outcome in other words and what
physicians, prices or models said (death, d.time, slos, sps, aps, surv2m, surv6m, prg2m, prg6m, dnr,
dnrday, charges, totcst, totmcst, avtisst, sfdm2, adlp, adls, adlsc). The coma score has no published
way back to the Glasgow scale, and PaO2/FiO2 cannot be taken apart: left out too. The file that is used
has gaps where a value was not measured; the fill-ins that its authors suggest (albumin 3.5, bilirubin
1.01, creatinine 1.01, BUN 6.51, white cells 9, urine 2502) are never put in.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from data import PLAUSIBLE
from views import Array, columns

#: Column of the data -> variable of the service.
NAMES = {
    "age": "age", "meanbp": "mean_arterial_pressure", "hrt": "heart_rate", "resp": "respiratory_rate",
    "temp": "temperature", "alb": "albumin", "bili": "bilirubin", "crea": "creatinine",
    "sod": "sodium", "ph": "arterial_ph", "glucose": "glucose", "bun": "bun",
    "urine": "urine_output", "wblc": "wbc",
}
#: What is seen in intensive care in most of these hospitals' cases.
ACUTE = ("ARF/MOSF w/Sepsis", "Coma", "MOSF w/Malig")


def patients(source: Path) -> tuple[Array, Array, Array]:
    """Rows of features with one value per variable, death in hospital, and whether acutely ill."""
    rows = pd.read_csv(source / "risk" / "support2.csv.gz")
    known = {}
    for column, name in NAMES.items():
        low, high = PLAUSIBLE.get(name, (0, 25_000) if name == "urine_output" else (18, 110))
        known[name] = rows[column].where(rows[column].between(low, high)).to_numpy(float)
    known["sex"] = (rows["sex"] == "male").to_numpy(float)
    gap = np.full(len(rows), np.nan)
    made = [gap if statistic == "slope" else known.get(name, gap) for name, statistic in columns()]
    return (np.stack(made, axis=1).astype(np.float32), rows["hospdead"].to_numpy(int),
            rows["dzgroup"].isin(ACUTE).to_numpy())
