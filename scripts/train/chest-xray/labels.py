"""The labels, and what each source says of them."""

from __future__ import annotations

UNKNOWN = -1
MAIN = ("abnormal", "pneumonia", "tuberculosis", "covid19")
MINED = {
    "effusion": {"Effusion"},
    "pneumothorax": {"Pneumothorax"},
    "cardiomegaly": {"Cardiomegaly"},
    "edema": {"Edema"},
    "atelectasis": {"Atelectasis"},
    "consolidation": {"Consolidation"},
    "nodule": {"Nodule", "Mass"},
}
LABELS = (*MAIN, *MINED)
INFECTIVE = {"Pneumonia", "Consolidation", "Infiltration"}
AMBIGUOUS = {"Edema", "Atelectasis", "Fibrosis"}
ONLY_SOURCE = {"tuberculosis": "mendeley_pk", "covid19": "bimcv_padchest",
               **{label: "cxr_nih" for label in MINED}}


def published(label: str) -> dict[str, int]:
    """Labels of a film of the four re-encoded collections; -1 where the film does not say.

    A normal film is free of everything; a diseased one says nothing of the mined findings.
    """
    normal = label == "normal"
    pneumonia = 1 if label.startswith("pneumonia") else 0 if normal else UNKNOWN
    return {"abnormal": int(not normal), "pneumonia": pneumonia, "tuberculosis": int(label == "tb"),
            "covid19": int(label == "covid"), **{name: 0 if normal else UNKNOWN for name in MINED}}


def mined(findings: set[str]) -> dict[str, int]:
    """Labels of a film whose findings were mined from its report."""
    unclear = bool(findings & AMBIGUOUS)
    return {"abnormal": int(findings != {"No Finding"}),
            "pneumonia": 1 if findings & INFECTIVE else UNKNOWN if unclear else 0,
            "tuberculosis": 0, "covid19": 0,
            **{name: int(bool(findings & of)) for name, of in MINED.items()}}


def jsrt(kind: str) -> dict[str, int]:
    """Labels of a film of JSRT, where a lung nodule is the only disease."""
    nodule = int(kind == "nodule")
    return {**mined({"No Finding"}), "abnormal": nodule, "nodule": nodule}


def labels_of(source: str, kind: str) -> dict[str, int]:
    """Labels of a film by its source and its published label."""
    if source == "jsrt":
        return jsrt(kind)
    return mined(set(kind.split("|"))) if source == "cxr_nih" else published(kind)
