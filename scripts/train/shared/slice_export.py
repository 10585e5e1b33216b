"""ONNX, int8, golden pictures and manifest of a slice model."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path

import numpy as np
import onnx
import torch

from shared.golden import (
    entries,
    golden_case,
    outputs_of,
    session,
    wiggle,
    write_golden,
    write_json,
)
from shared.quantise import clean, downstream, fold, quantise, ready, to_onnx
from shared.slice_net import SliceNet
from shared.slice_predict import OUTPUTS, inputs

SIZE = 224
BOUNDS = {"logits": (0.1, 0.3), "activation": (0.3, 1.0), "gate": (0.1, 0.3)}


def float_nodes(model: onnx.ModelProto, labels: int) -> list[str]:
    """Nodes kept in float: local contrast, the first convolution, the maps and what follows."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    shapes = {tensor.name: list(tensor.dims) for tensor in model.graph.initializer}
    maps = {node.name for node in convolutions if shapes[node.input[1]][0] == labels}
    order = [node.name for node in model.graph.node]
    before = set(order[: order.index(convolutions[0].name) + 1])
    pooled = {node.name for node in model.graph.node
              if node.op_type in ("ReduceMean", "GlobalAveragePool")} - before
    return sorted(before | downstream(model, maps | pooled))


def to_package(net: SliceNet, films: np.ndarray, work: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx (int8) and, for comparison, float.onnx in the work folder."""
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    sample = inputs(films[::10])
    with torch.inference_mode():
        before = net(sample)[0].numpy()
    served = fold(deepcopy(net)).eval()
    to_onnx(served, torch.zeros(2, 1, SIZE, SIZE), work / "float.onnx", OUTPUTS)
    model = ready(work / "float.onnx", work / "ready.onnx")
    quantise(work / "ready.onnx", out / "model.onnx",
             (inputs(film[None]).numpy() for film in films),
             float_nodes(model, net.maps.out_channels))
    clean(out / "model.onnx")
    after = outputs_of(session(work / "float.onnx"), sample.numpy(), OUTPUTS)["logits"]
    return {"torch_to_onnx_max_logit_gap": round(float(np.abs(after - before).max()), 5),
            "float_bytes": (work / "float.onnx").stat().st_size,
            "bytes": (out / "model.onnx").stat().st_size}


def to_golden(made: Mapping[str, np.ndarray], films: np.ndarray, out: Path) -> dict[str, float]:
    """Writes golden.json; the tolerance of every output.

    Four times the change seen when no integer kernel is used, within bounds.
    """
    model = session(out / "model.onnx")
    cases = [golden_case(name, picture, model, OUTPUTS) for name, picture in made.items()]
    write_golden(out / "golden.json", cases)
    drawn = inputs(np.stack(list(made.values()))).numpy()
    moved = [wiggle(out / "model.onnx", images, OUTPUTS)
             for images in (drawn, inputs(films[::4]).numpy())]
    return {name: round(min(max(4 * max(part[name] for part in moved), low), high), 3)
            for name, (low, high) in BOUNDS.items()}


def label_entry(label: str, about: dict, setting: dict) -> dict[str, object]:
    """One label of the manifest; a map that does not lie on the finding is not shown."""
    made = {"id": label, **about}
    caveat, shown = made.pop("caveat"), made.pop("map_shown")
    made["calibration"] = {key: setting[key] for key in ("scale", "bias")}
    made["threshold"] = setting["threshold"]
    if "unsure" in setting:
        made["unsure"] = setting["unsure"]
    made["repeatability_sd"] = setting["repeatability_sd"]
    if shown:
        made["box"] = {"activation_threshold": setting["activation_threshold"]}
    return {**made, "caveat": caveat}


def write_manifest(out: Path, about: dict, report: dict, window: dict | None = None) -> None:
    """Writes model.json over the files that lie in the folder."""
    labels, settings = about.pop("labels"), report["settings"]
    grey = {"method": "per_image_standard"}
    write_json(out / "model.json", {
        **about,
        "files": entries(out, ("model.onnx", "golden.json", "CARD.md")),
        "weights": "model.onnx",
        "input": {"name": "image", "width": SIZE, "height": SIZE, "channels": 1, "fit": "fill",
                  "normalisation": grey, **({"window": window} if window else {})},
        "outputs": {"logits": "logits", "form": "logits", "activation": "activation",
                    "gate": "gate"},
        "gate": settings["gate"],
        "labels": [label_entry(name, entry, settings[name]) for name, entry in labels.items()],
        "golden": {"file": "golden.json", "tolerance": report["export"]["tolerance"]},
    })
