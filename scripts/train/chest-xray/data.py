"""The films, their sources, groups and masked labels."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd

from net import LABELS

SIZE = 224
UNKNOWN = -1
INFECTIVE = {"Pneumonia", "Consolidation", "Infiltration"}
AMBIGUOUS = {"Edema", "Atelectasis", "Fibrosis"}
SOURCES = ("kermany_ped", "mendeley_pk", "rsna_nih_adult", "bimcv_padchest", "cxr_nih")
LEFT_OUT = ("kermany_ped", "mendeley_pk", "cxr_nih", "rsna_nih_adult+bimcv_padchest")


def group_of(source: str) -> str:
    """The left-out group that a source belongs to: the one-class sources share a network."""
    return next(group for group in LEFT_OUT if source in group.split("+"))


def split_of(group: str) -> str:
    """Stable split of a patient: 10 % validation, 12 % test."""
    place = int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % 100
    return "val" if place < 10 else "test" if place < 22 else "train"


def known_labels(source: str, label: str) -> dict[str, int]:
    """Labels of a film of the four re-encoded collections; -1 where the film does not say."""
    normal = label == "normal"
    pneumonia = label.startswith("pneumonia")
    says_pneumonia = 1 if pneumonia else 0 if normal else UNKNOWN
    return {
        "abnormal": int(not normal),
        "pneumonia": says_pneumonia,
        "tuberculosis": int(label == "tb"),
        "covid19": int(label == "covid"),
    }


def mined_labels(findings: set[str]) -> dict[str, int]:
    """Labels of a film whose findings were mined from its report."""
    infective = bool(findings & INFECTIVE)
    unclear = bool(findings & AMBIGUOUS)
    return {
        "abnormal": int(findings != {"No Finding"}),
        "pneumonia": 1 if infective else UNKNOWN if unclear else 0,
        "tuberculosis": 0,
        "covid19": 0,
    }


def film_table(data: Path) -> pd.DataFrame:
    """One row per film: file, source, split, group, kind and the labels."""
    rows: list[dict[str, object]] = []
    for row in pd.read_csv(data / "cxr" / "labels.csv").itertuples():
        rows.append(
            {"file": f"cxr/images/{row.image}", "source": row.source, "split": row.split,
             "group": row.group, "kind": row.label, **known_labels(row.source, row.label)}
        )
    for row in pd.read_csv(data / "cxr-nih" / "labels.csv").itertuples():
        findings = set(str(row.labels).split("|"))
        rows.append(
            {"file": f"cxr-nih/images/{row.image}", "source": "cxr_nih",
             "split": split_of(str(row.patient)), "group": row.patient,
             "kind": row.labels, **mined_labels(findings)}
        )
    return pd.DataFrame(rows)


def stranger_table(data: Path) -> pd.DataFrame:
    """Films of a hospital that no training sees; a lung nodule is the only disease there."""
    rows = []
    for path in sorted((data / "cxr-masks" / "images").iterdir()):
        rows.append(
            {"file": f"cxr-masks/images/{path.name}", "source": "jsrt", "split": "stranger",
             "group": path.stem, "kind": "nodule" if path.stem.startswith("JPCLN") else "normal",
             **mined_labels({"Nodule" if path.stem.startswith("JPCLN") else "No Finding"})}
        )
    return pd.DataFrame(rows)


def other_table(data: Path) -> pd.DataFrame:
    """Pictures that are no chest film: brain MRI and head CT."""
    brain = pd.read_csv(data / "brain-mri" / "labels.csv")
    head = pd.read_csv(data / "head-ct" / "labels.csv")
    rows = [
        {"file": f"brain-mri/images/{row.image}", "source": "brain_mri", "split": row.split}
        for row in brain.itertuples()
    ]
    rows += [
        {"file": f"head-ct/images/{row.image}", "source": "head_ct", "split": split_of(row.image)}
        for row in head.itertuples()
    ]
    return pd.DataFrame(rows)


class Films:
    """Cached pictures beside their table."""

    def __init__(self, cache: Path) -> None:
        self.table = pd.read_csv(cache / "films.csv")
        self.pixels = np.load(cache / "films.npy", mmap_mode="r")
        self.stranger_table = pd.read_csv(cache / "strangers.csv")
        self.stranger_pixels = np.load(cache / "strangers.npy", mmap_mode="r")
        self.others = pd.read_csv(cache / "others.csv")
        self.other_pixels = np.load(cache / "others.npy", mmap_mode="r")
        self.lung_prior = np.load(cache / "lung_prior.npy")
        self.labels = self.table[list(LABELS)].to_numpy(np.int64)

    def rows(self, split: str, without: str | None = None) -> np.ndarray:
        """Row numbers of a split, the sources of a left-out group ("a+b") taken away."""
        keep = self.table["split"] == split
        for source in (without or "").split("+"):
            keep &= self.table["source"] != source
        return np.flatnonzero(keep.to_numpy())
