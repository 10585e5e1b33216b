"""Exports the network to ONNX, quantises it and writes the package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch

from data import Pictures
from net import SIZE, STRUCTURES, AnatomyNet
from predict import OUTPUTS, inputs, logits_of
from shared import phantom
from shared.golden import entries, golden_case, outputs_of, session, wiggle, write_golden
from shared.quantise import clean, downstream, fold, quantise, ready, to_onnx

EACH_SOURCE = 50
GOLDEN = ("opacity-1", "inverted")
BOUNDS = {"masks": (0.6, 2.5), "gate": (0.1, 0.5)}
NAMES = {"right_lung": "Right lung", "left_lung": "Left lung", "heart": "Heart"}


def calibration_films(pictures: Pictures, seed: int = 3) -> np.ndarray:
    """Equal numbers of training films of every source, and outlined ones."""
    random, table = np.random.default_rng(seed), pictures.film_table
    chosen = [pictures.jsrt[np.sort(random.permutation(len(pictures.jsrt))[:EACH_SOURCE])]]
    for source in sorted(table["source"].unique()):
        rows = np.flatnonzero(((table["source"] == source) & (table["split"] == "train")).to_numpy())
        chosen.append(pictures.films[np.sort(random.permutation(rows)[:EACH_SOURCE])])
    return np.concatenate(chosen)


def float_nodes(model: onnx.ModelProto) -> list[str]:
    """Nodes kept in float: the first convolution, the logits of the masks and the gate."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    shapes = {tensor.name: list(tensor.dims) for tensor in model.graph.initializer}
    masks = next(n.name for n in convolutions if shapes[n.input[1]][0] == len(STRUCTURES))
    pooled = {n.name for n in model.graph.node if n.op_type in ("ReduceMean", "ReduceMax")}
    return sorted({convolutions[0].name} | downstream(model, {masks} | pooled))


def one_by_one(films: np.ndarray) -> Iterator[np.ndarray]:
    """Films as batches of one."""
    return (inputs(film[None]).numpy() for film in films)


def weights(net: AnatomyNet, pictures: Pictures, work: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx; the checks made on the way."""
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    films = calibration_films(pictures)
    sample = films[::20]
    with torch.inference_mode():
        before = net(inputs(sample))[0].numpy()
    to_onnx(fold(net), torch.zeros(2, 1, SIZE, SIZE), work / "float.onnx", OUTPUTS)
    model = ready(work / "float.onnx", work / "ready.onnx")
    quantise(work / "ready.onnx", out / "model.onnx", one_by_one(films), float_nodes(model))
    clean(out / "model.onnx")
    after = outputs_of(session(work / "float.onnx"), inputs(sample).numpy(), OUTPUTS)["masks"]
    return {"torch_to_onnx_max_gap": float(np.abs(after - before).max()),
            "float_bytes": (work / "float.onnx").stat().st_size,
            "bytes": (out / "model.onnx").stat().st_size}


def golden(out: Path, pictures: Pictures) -> dict[str, float]:
    """Writes golden.json; the tolerance of every output."""
    model, made = session(out / "model.onnx"), phantom.cases(SIZE)
    cases = [golden_case(name, made[name], model, OUTPUTS, coarsely=("masks",)) for name in GOLDEN]
    write_golden(out / "golden.json", cases)
    drawn = inputs(np.stack([made[name] for name in GOLDEN])).numpy()
    films = inputs(calibration_films(pictures, 5)[::30]).numpy()
    moved = [wiggle(out / "model.onnx", images, OUTPUTS) for images in (drawn, films)]
    steps = max(case["outputs"]["masks"]["scale"] for case in cases)
    found = {}
    for name, (low, high) in BOUNDS.items():
        seen = 4 * max(part[name] for part in moved) + (steps / 2 if name == "masks" else 0)
        found[name] = round(min(max(seen, low), high), 3)
    return found


def manifest(out: Path, about: dict, report: dict) -> dict[str, object]:
    """The content of model.json."""
    crossed = report["cross_validation"]
    spread = max(report["cross_validation"]["repeatability"]["sd"],
                 *(part["sd"] for part in report["repeatability"].values()))
    gate = 1 / (1 + np.exp(-report["gate"]["threshold_logit"]))
    return {
        **about,
        "files": entries(out, ("model.onnx", "golden.json", "CARD.md")),
        "weights": "model.onnx",
        "input": {"name": "image", "width": SIZE, "height": SIZE, "channels": 1, "fit": "fill",
                  "normalisation": {"method": "per_image_standard"}},
        "outputs": {"masks": "masks", "form": "logits", "gate": "gate"},
        "gate": {"threshold": round(float(gate), 6), "scale": 1.0, "bias": 0.0},
        "structures": [{"id": name, "name": NAMES[name], "threshold": 0.5, "keep": "largest"}
                       for name in STRUCTURES],
        "measurements": {"cardiothoracic_ratio": {
            "repeatability_sd": round(spread, 4),
            "agreement_sd": round(crossed["ratio"]["sd"], 4)}},
        "golden": {"file": "golden.json", "tolerance": report["export"]["tolerance"]},
    }
