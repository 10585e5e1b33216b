"""Exports the network to ONNX, quantises it and writes the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch

from data import MARGIN, SIZE, Films
from labels import LABELS
from net import ChestNet
from predict import OUTPUTS, by_onnx, inputs
from shared import phantom
from shared.chest_films import SOURCES
from shared.golden import entries, golden_case, session, wiggle, write_golden
from shared.quantise import clean, fold, quantise, ready, to_onnx
from wording import caveat

CALIBRATION_FILMS = 300
MIN_SPREAD = 0.0001
BOUNDS = {"logits": (0.1, 0.3), "activation": (0.3, 1.0)}


def calibration_rows(films: Films, seed: int = 3) -> np.ndarray:
    """Equal numbers of training films of every source."""
    random = np.random.default_rng(seed)
    rows = films.rows("train")
    sources = films.table["source"].to_numpy()[rows]
    each = CALIBRATION_FILMS // len(SOURCES)
    return np.concatenate([random.permutation(rows[sources == source])[:each] for source in SOURCES])


def float_nodes(model: onnx.ModelProto) -> list[str]:
    """Nodes kept in float: local contrast, the first convolution and everything after the trunk."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    kept = {convolutions[0].name, convolutions[-1].name}
    order = [node.name for node in model.graph.node]
    before = set(order[: order.index(convolutions[0].name)])
    after = set(order[order.index(convolutions[-1].name) :])
    return sorted(kept | before | after)


def one_by_one(films: np.ndarray) -> Iterator[np.ndarray]:
    """Films as batches of one."""
    return (inputs(film[None]).numpy() for film in films)


def tolerances(moved: list[dict[str, float]]) -> dict[str, float]:
    """Four times the change seen when no integer kernel is used, within bounds."""
    return {name: round(min(max(4 * max(part[name] for part in moved), low), high), 3)
            for name, (low, high) in BOUNDS.items()}


def export(net: ChestNet, films: Films, work: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx and golden.json; the checks made on the way."""
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    sample = films.served[np.sort(calibration_rows(films, 5)[::4])]
    with torch.inference_mode():
        before = net(inputs(sample))[0].numpy()
    net.contrast.eval()
    to_onnx(fold(net), torch.zeros(2, 1, SIZE, SIZE), work / "float.onnx", OUTPUTS)
    model = ready(work / "float.onnx", work / "ready.onnx")
    chosen = films.served[np.sort(calibration_rows(films))]
    quantise(work / "ready.onnx", out / "model.onnx", one_by_one(chosen), float_nodes(model))
    clean(out / "model.onnx")
    opened, made = session(out / "model.onnx"), phantom.cases(SIZE)
    write_golden(out / "golden.json",
                 [golden_case(name, picture, opened, OUTPUTS, coarsely=("activation",))
                  for name, picture in made.items()])
    moved = [wiggle(out / "model.onnx", inputs(pixels).numpy(), OUTPUTS)
             for pixels in (sample, np.stack(list(made.values())))]
    after = by_onnx(work / "float.onnx", sample)["logits"]
    return {"torch_to_onnx_max_logit_gap": float(np.abs(after - before).max()),
            "tolerance": tolerances(moved), "bytes": (out / "model.onnx").stat().st_size}


# Maps that hold up against radiologists' boxes; the others may point anywhere.
MAPS_SHOWN = ("abnormal", "pneumonia")


def label_entry(label: str, about: dict, report: dict) -> dict[str, object]:
    """One label of the manifest."""
    setting = report["settings"][label]
    return {
        "id": label, **about[label], "reported": report["reported"][label],
        "calibration": {key: setting[key] for key in ("scale", "bias")},
        "threshold": setting["threshold"],
        "repeatability_sd": max(report["repeatability"][label]["sd"], MIN_SPREAD),
        **({"box": {"activation_threshold": setting["activation_threshold"]}}
           if label in MAPS_SHOWN else {}),
        "caveat": caveat(label, report),
    }


def manifest(folder: Path, report: dict) -> dict[str, object]:
    """The content of model.json."""
    about = json.loads((Path(__file__).parent / "about.json").read_text())
    labels = about.pop("labels")
    return {
        **about,
        "files": entries(folder, ("model.onnx", "golden.json", "CARD.md")),
        "weights": "model.onnx",
        "input": {"name": "image", "width": SIZE, "height": SIZE, "channels": 1, "fit": "fill",
                  "normalisation": {"method": "per_image_standard"},
                  "region": {"segmenter": "chest-xray-anatomy",
                             "structures": ["right_lung", "left_lung"], "margin": MARGIN}},
        "outputs": {"logits": "logits", "form": "logits", "activation": "activation"},
        "labels": [label_entry(label, labels, report) for label in LABELS],
        "golden": {"file": "golden.json", "tolerance": report["export"]["tolerance"]},
    }
