"""Where the chest films and the pictures that are none lie, with their source, split and patient."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from shared.pixels import split_of

SOURCES = ("kermany_ped", "mendeley_pk", "rsna_nih_adult", "bimcv_padchest", "cxr_nih")


def film_table(data: Path) -> pd.DataFrame:
    """One row per film: file, source, split, group (patient), kind (label as published), view."""
    rows: list[dict[str, object]] = []
    for row in pd.read_csv(data / "cxr" / "labels.csv").itertuples():
        rows.append({"file": f"cxr/images/{row.image}", "source": row.source, "split": row.split,
                     "group": row.group, "kind": row.label, "view": ""})
    for row in pd.read_csv(data / "cxr-nih" / "labels.csv").itertuples():
        rows.append({"file": f"cxr-nih/images/{row.image}", "source": "cxr_nih",
                     "split": split_of(str(row.patient)), "group": row.patient,
                     "kind": row.labels, "view": row.view})
    return pd.DataFrame(rows)


def jsrt_table(data: Path) -> pd.DataFrame:
    """The outlined films; a lung nodule is the only disease there."""
    rows = []
    for path in sorted((data / "cxr-masks" / "images").iterdir()):
        kind = "nodule" if path.stem.startswith("JPCLN") else "normal"
        rows.append({"file": f"cxr-masks/images/{path.name}", "source": "jsrt",
                     "split": "stranger", "group": path.stem, "kind": kind, "view": "PA"})
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
