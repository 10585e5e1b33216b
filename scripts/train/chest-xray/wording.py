"""Remarks of the manifest, made from the figures."""

from __future__ import annotations

from labels import MINED

NOT_EXCLUDED = "a low score does not exclude disease"


def span(values: list[float]) -> str:
    """Lowest to highest."""
    low, high = min(values), max(values)
    return f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"


def strangers(label: str, report: dict) -> str:
    """AUROC at hospitals left out."""
    values = [labels[label]["auroc"] for labels in report["left_out"]["auroc"].values()
              if label in labels]
    if not values:
        return "It was not measured at hospitals left out of training"
    return f"At hospitals left out of training AUROC was {span(values)}"


def mined_caveat(label: str, report: dict) -> str:
    """Remark on a finding that one hospital's reports taught."""
    figure = report["left_out"].get("patients", {}).get(label)
    if figure is None:
        return "It was not measured on patients left out of training."
    low, high = figure["ci95"]
    text = (f"Learned from labels mined from reports of one hospital; AUROC {figure['auroc']:.2f} "
            f"(95 % interval {low:.2f} to {high:.2f}, {figure['positive']} films with it) on its "
            "patients left out of training")
    if report["reported"][label]:
        return f"{text}, not measured at other hospitals; {NOT_EXCLUDED}."
    ratio = report["left_out"].get("ratio", {}).get("all")
    better = ("" if label != "cardiomegaly" or ratio is None else
              f" The measured cardiothoracic ratio reaches {ratio['ratio']['auroc']:.2f} on the same films.")
    return f"{text}, which is too low to report.{better}"


def caveat(label: str, report: dict) -> str:
    """Remark on a label."""
    if label in MINED:
        return mined_caveat(label, report)
    if label == "tuberculosis":
        return ("All positive films came from one source, so sensitivity at other hospitals has not "
                "been measured.")
    if label == "covid19":
        flagged = report["stranger_jsrt"]["flagged_at_threshold"]["covid19"].get("normal")
        share = "" if flagged is None else (
            f"; {flagged['rate'] * 100:.0f} % of healthy films of a hospital outside training were flagged")
        return ("All positive films came from one hospital network with no negatives, so this label "
                f"cannot be told from that source{share}.")
    rest = ("thresholds carry over unevenly between hospitals, so check them locally"
            if label == "abnormal" else "check the threshold locally")
    return f"{strangers(label, report)}; {rest}, and {NOT_EXCLUDED}."
