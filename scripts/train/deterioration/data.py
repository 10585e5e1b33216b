"""The stays of PhysioNet 2012 set A: cleaned measurements in the units of the service."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

WINDOW = 24.0

#: Name in the data -> name of the service.
NAMES = {
    "HR": "heart_rate", "SysABP": "systolic_bp", "NISysABP": "systolic_bp",
    "DiasABP": "diastolic_bp", "NIDiasABP": "diastolic_bp", "MAP": "mean_arterial_pressure",
    "NIMAP": "mean_arterial_pressure", "RespRate": "respiratory_rate", "Temp": "temperature",
    "SaO2": "oxygen_saturation", "FiO2": "fio2", "GCS": "gcs", "PaO2": "pao2", "PaCO2": "paco2",
    "pH": "arterial_ph", "Albumin": "albumin", "ALP": "alp", "ALT": "alt", "AST": "ast",
    "Bilirubin": "bilirubin", "BUN": "bun", "Creatinine": "creatinine", "Glucose": "glucose",
    "HCO3": "bicarbonate", "HCT": "hematocrit", "K": "potassium", "Na": "sodium",
    "Lactate": "lactate", "Mg": "magnesium", "Platelets": "platelets", "WBC": "wbc",
    "TroponinI": "troponin_i", "TroponinT": "troponin_t", "Cholesterol": "total_cholesterol",
    "Weight": "weight", "Urine": "urine", "MechVent": "mechanical_ventilation",
}
#: ICUType of the data -> number of the feature, by rising mortality (so that a step parts low from high).
UNIT_CODES = {2: 0, 1: 1, 4: 2, 3: 3}
INVASIVE = ("SysABP", "DiasABP", "MAP")

#: What a living adult can have, in the unit of the service; anything else is an error of recording.
#: Wide limits, set by hand between what is compatible with life and what the recording shows to be an
#: artefact (an arterial line being flushed, a probe that fell off); no published table is followed.
PLAUSIBLE = {
    "heart_rate": (10, 300), "systolic_bp": (30, 300), "diastolic_bp": (10, 200),
    "mean_arterial_pressure": (20, 250), "respiratory_rate": (3, 70), "temperature": (25, 43),
    "oxygen_saturation": (40, 100), "fio2": (21, 100), "gcs": (3, 15), "pao2": (20, 600),
    "paco2": (10, 150), "arterial_ph": (6.6, 7.9), "albumin": (0.6, 6), "alp": (10, 4000),
    "alt": (2, 11000), "ast": (5, 22000), "bilirubin": (0.1, 60), "bun": (1, 250),
    "creatinine": (0.1, 30), "glucose": (20, 1500), "bicarbonate": (3, 60), "hematocrit": (9, 65),
    "potassium": (1.5, 10), "sodium": (95, 180), "lactate": (0.2, 30), "magnesium": (0.5, 9),
    "platelets": (3, 1500), "wbc": (0.1, 200), "troponin_i": (0, 100_000), "troponin_t": (0, 50_000),
    "total_cholesterol": (25, 600), "weight": (30, 300), "height": (120, 220), "urine": (0, 6000),
}
FAHRENHEIT = (80.0, 115.0)
#: A record of urine is never extrapolated from less.
MIN_HOURS = 4.0


def in_units(rows: pd.DataFrame) -> pd.Series:
    """Values in the units of the service; known slips of recording are put right."""
    value, name = rows["value"].copy(), rows["parameter"]
    acid = name == "pH"
    value = value.mask(acid & value.between(65, 80), value / 10)
    value = value.mask(acid & value.between(650, 800), value / 100)
    warm = (name == "Temp") & value.between(*FAHRENHEIT)
    value = value.mask(warm, (value - 32) / 1.8)
    value = value.mask(name == "FiO2", value * 100)
    return value.mask(name.isin(["TroponinI", "TroponinT"]), value * 1000)


def swapped(rows: pd.DataFrame) -> pd.DataFrame:
    """Pressures of one moment in which the diastolic is not below the systolic are taken out."""
    wide = rows[rows["variable"].isin(["systolic_bp", "diastolic_bp"])].pivot_table(
        index=["stay", "hour", "invasive"], columns="variable", values="value", aggfunc="mean")
    bad = wide.index[wide["diastolic_bp"] >= wide["systolic_bp"]]
    place = pd.MultiIndex.from_frame(rows[["stay", "hour", "invasive"]])
    pressures = rows["variable"].isin(
        ["systolic_bp", "diastolic_bp", "mean_arterial_pressure"])
    return rows[~(pressures & place.isin(bad))]


def measurements(source: Path) -> pd.DataFrame:
    """stay, hour, variable, value, invasive: first day, plausible values only."""
    rows = pd.read_csv(source / "risk" / "physionet2012-set-a.csv.gz")
    rows["hour"] = rows["time"].str[:2].astype(int) + rows["time"].str[3:].astype(int) / 60
    rows = rows[(rows["hour"] < WINDOW) & rows["parameter"].isin(list(NAMES))]
    rows = rows.assign(variable=rows["parameter"].map(NAMES), value=in_units(rows),
                       invasive=rows["parameter"].isin(INVASIVE)).rename(columns={"record": "stay"})
    rows = rows[["stay", "hour", "variable", "value", "invasive"]]
    low = rows["variable"].map({name: limits[0] for name, limits in PLAUSIBLE.items()})
    high = rows["variable"].map({name: limits[1] for name, limits in PLAUSIBLE.items()})
    kept = ((rows["value"] >= low) & (rows["value"] <= high)) | low.isna()
    return swapped(rows[kept]).sort_values(["stay", "variable", "hour"], kind="stable")


def height_in_cm(values: pd.Series) -> pd.Series:
    """Heights in centimetres; those in inches are converted, impossible ones dropped."""
    values = values.mask(values.between(55, 80), values * 2.54)
    low, high = PLAUSIBLE["height"]
    return values.where(values.between(low, high))


def stays(source: Path) -> pd.DataFrame:
    """One row per stay: age, sex (1 man), height, ICU type, scores, outcome."""
    rows = pd.read_csv(source / "risk" / "physionet2012-set-a.csv.gz")
    first = rows[rows["parameter"].isin(["Age", "Gender", "Height", "ICUType"])]
    wide = first.drop_duplicates(["record", "parameter"]).pivot(
        index="record", columns="parameter", values="value")
    told = pd.read_csv(source / "risk" / "physionet2012-outcomes-a.csv").set_index("RecordID")
    made = pd.DataFrame({
        "age": wide["Age"].where(wide["Age"] >= 0), "sex": wide["Gender"].where(wide["Gender"] >= 0),
        "height": height_in_cm(wide["Height"]), "icu": wide["ICUType"].astype(int)})
    made["icu_type"] = wide["ICUType"].map(UNIT_CODES)
    made["saps"] = told["SAPS-I"].where(told["SAPS-I"] >= 0)
    made["sofa"] = told["SOFA"].where(told["SOFA"] >= 0)
    made["died"] = told["In-hospital_death"]
    return made.rename_axis("stay")


def urine_per_day(rows: pd.DataFrame, hours: float) -> pd.Series:
    """Volume in mL per day of every stay with a record of it, from the first `hours`.

    A record that stops before half of them is extrapolated from the time that it covers.
    """
    urine = rows[(rows["variable"] == "urine") & (rows["hour"] < hours)]
    last = urine.groupby("stay")["hour"].max().clip(lower=1.0)
    total = urine.groupby("stay")["value"].sum()
    return total * np.where(last < hours / 2, 24.0 / np.maximum(last, MIN_HOURS), 24.0 / hours)
