"""Exports the network of the package, quantises it and compares."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from data import LABELS, Heads
from shared import head_phantom
from shared.golden import outputs_of, session
from shared.metrics import auroc
from shared.slice_export import to_golden, to_package
from shared.slice_predict import OUTPUTS, inputs, load


def against_float(heads: Heads, fp32: Path, int8: Path) -> dict[str, object]:
    """AUROC before and after quantisation on the slices it was trained on, which says nothing of
    accuracy, and how far the logits move."""
    images, truth = inputs(heads.pixels).numpy(), heads.labels[:, 0]
    whole, small = (outputs_of(session(path), images, OUTPUTS)["logits"] for path in (fp32, int8))
    moved = np.abs(whole - small)
    return {
        "fp32": {LABELS[0]: auroc(whole[:, 0], truth, heads.groups)},
        "int8": {LABELS[0]: auroc(small[:, 0], truth, heads.groups)},
        "logit_shift_mean": [round(float(value), 4) for value in moved.mean(0)],
        "logit_shift_p99": [round(float(value), 4) for value in np.quantile(moved, 0.99, 0)],
    }


def export(cache: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx and golden.json; the checks made on the way."""
    heads, net = Heads(cache / "pixels"), load(cache / "runs" / "final.pt")
    found = to_package(net.eval(), heads.pixels, cache / "work", out)
    found["tolerance"] = to_golden(head_phantom.cases("ct"), heads.pixels, out)
    found["int8"] = against_float(heads, cache / "work" / "float.onnx", out / "model.onnx")
    return found
