"""Exports the network of the package, quantises it and compares."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from data import LABELS, Slices
from evaluate import within
from shared import head_phantom
from shared.golden import outputs_of, session
from shared.slice_export import to_golden, to_package
from shared.slice_predict import OUTPUTS, inputs, load

EACH_STYLE = 70


def calibration_films(slices: Slices, seed: int = 3) -> np.ndarray:
    """Equal numbers of training slices of every style."""
    random, rows = np.random.default_rng(seed), slices.rows("train")
    styles = slices.table["style"].to_numpy()[rows]
    chosen = [random.permutation(rows[styles == number])[:EACH_STYLE]
              for number in np.unique(styles)]
    return slices.pixels[np.sort(np.concatenate(chosen))]


def against_float(slices: Slices, fp32: Path, int8: Path) -> dict[str, object]:
    """AUROC of test slices before and after quantisation, and how far the logits move."""
    rows = slices.rows("test")
    images, table = inputs(slices.pixels[rows]).numpy(), slices.table.iloc[rows]
    whole, small = (outputs_of(session(path), images, OUTPUTS)["logits"] for path in (fp32, int8))
    found: dict[str, object] = {}
    for name, logits in (("fp32", whole), ("int8", small)):
        part = table.assign(**{f"logit_{label}": logits[:, k] for k, label in enumerate(LABELS)})
        found[name] = {label: within(part, label) for label in LABELS}
    moved = np.abs(whole - small)
    found["logit_shift_mean"] = [round(float(value), 4) for value in moved.mean(0)]
    found["logit_shift_p99"] = [round(float(value), 4) for value in np.quantile(moved, 0.99, 0)]
    return found


def export(cache: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx and golden.json; the checks made on the way."""
    slices, net = Slices(cache / "pixels"), load(cache / "runs" / "final.pt")
    films = calibration_films(slices)
    found = to_package(net.eval(), films, cache / "work", out)
    found["tolerance"] = to_golden(head_phantom.cases("mr"), films, out)
    found["int8"] = against_float(slices, cache / "work" / "float.onnx", out / "model.onnx")
    return found
