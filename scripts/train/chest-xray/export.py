"""Exports the network to ONNX, quantises it and writes the package."""

from __future__ import annotations

import base64
import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import phantom
from data import SIZE, SOURCES, Films
from net import LABELS, ChestNet
from predict import by_onnx, inputs, session

CALIBRATION_FILMS = 300
OUTPUTS = ("logits", "activation", "gate")


class Served(nn.Module):
    """The network with the outputs of service."""

    def __init__(self, net: ChestNet) -> None:
        super().__init__()
        self.net = fold(net)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.net(image)


def fold(net: ChestNet) -> ChestNet:
    """Folds batch normalisation into the convolutions, in place."""
    for module in net.eval().modules():
        if isinstance(module, nn.Sequential) and len(module) >= 2:
            if isinstance(module[0], nn.Conv2d) and isinstance(module[1], nn.BatchNorm2d):
                module[0] = fuse_conv_bn_eval(module[0], module[1])
                module[1] = nn.Identity()
    return net


def to_onnx(net: ChestNet, target: Path) -> None:
    """fp32 ONNX with a free batch size."""
    image = torch.zeros(2, 1, SIZE, SIZE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Served(net), (image,), str(target), input_names=["image"],
            output_names=list(OUTPUTS), opset_version=18, dynamo=True, external_data=False,
            dynamic_shapes=({0: torch.export.Dim("N")},), verbose=False,
        )


class Calibration(CalibrationDataReader):
    """Films of every source, one at a time."""

    def __init__(self, pixels: np.ndarray) -> None:
        self.images = iter([inputs(film[None]).numpy() for film in pixels])

    def get_next(self) -> dict[str, np.ndarray] | None:
        image = next(self.images, None)
        return None if image is None else {"image": image}


def calibration_rows(films: Films, seed: int = 3) -> np.ndarray:
    """Equal numbers of training films of every source."""
    random = np.random.default_rng(seed)
    rows = films.rows("train")
    sources = films.table["source"].to_numpy()[rows]
    each = CALIBRATION_FILMS // len(SOURCES)
    chosen = [random.permutation(rows[sources == source])[:each] for source in SOURCES]
    return np.concatenate(chosen)


def float_nodes(model: onnx.ModelProto) -> list[str]:
    """Nodes kept in float: local contrast, the first convolution and everything after the trunk."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    kept = {convolutions[0].name, convolutions[-1].name}
    order = [node.name for node in model.graph.node]
    before = set(order[: order.index(convolutions[0].name)])
    after = set(order[order.index(convolutions[-1].name) :])
    return sorted(kept | before | after)


def quantise(source: Path, target: Path, films: Films) -> None:
    """Static int8 with per-channel weights of seven bits."""
    ready = source.with_name("ready.onnx")
    quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
    quantize_static(
        str(ready), str(target), Calibration(films.pixels[calibration_rows(films)]),
        quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        op_types_to_quantize=["Conv", "Add", "Relu"],
        nodes_to_exclude=float_nodes(onnx.load(ready)),
    )


def clean(path: Path) -> None:
    """Drops what the exporter noted about source files."""
    model = onnx.load(path)
    graph = model.graph
    noted = [model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info]
    for part in [*noted, *graph.initializer]:
        del part.metadata_props[:]
        part.doc_string = ""
    del graph.value_info[:]
    model.producer_name, model.producer_version = "wardbox", ""
    onnx.checker.check_model(model)
    onnx.save(model, path)


def floats(values: np.ndarray) -> dict[str, object]:
    """A tensor as little-endian floats."""
    data = base64.b64encode(values.astype("<f4").tobytes()).decode()
    return {"dtype": "float32", "shape": list(values.shape), "encoding": "f32-le", "data": data}


def golden_case(name: str, picture: np.ndarray, model: Path) -> dict[str, object]:
    """A made picture with what the shipped model says of it."""
    mean, spread = float(picture.mean()), max(float(picture.std()), 1.0)
    scale, offset = 1.0 / spread, -mean / spread
    image = (offset + scale * picture.astype(np.float64)).astype(np.float32)[None, None]
    found = session(model).run(list(OUTPUTS), {"image": image})
    data = base64.b64encode(picture.tobytes()).decode()
    tensor = {"dtype": "float32", "shape": [1, 1, SIZE, SIZE], "encoding": "u8-affine",
              "scale": scale, "offset": offset, "data": data}
    outputs = {key: floats(value) for key, value in zip(OUTPUTS, found, strict=True)}
    return {"name": name, "inputs": {"image": tensor}, "outputs": outputs}


def wiggle(model: Path, pixels: np.ndarray) -> dict[str, float]:
    """Largest change of each output when no graph optimisation (no integer kernel) is used."""
    fast, plain = by_onnx(session(model), pixels), by_onnx(session(model, False), pixels)
    return {key: float(np.abs(fast[key] - plain[key]).max()) for key in OUTPUTS}


def entry(path: Path) -> dict[str, object]:
    """Digest and size of a file."""
    content = path.read_bytes()
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def label_entry(label: str, about: dict, settings: dict) -> dict[str, object]:
    """One label of the manifest."""
    made = {"id": label, **about[label]}
    made["calibration"] = {key: settings[label][key] for key in ("scale", "bias")}
    made["threshold"] = settings[label]["threshold"]
    made["box"] = {"activation_threshold": settings[label]["activation_threshold"]}
    made["caveat"] = made.pop("caveat")
    return made


def manifest(folder: Path, settings: dict, tolerance: dict[str, float]) -> dict[str, object]:
    """The content of model.json."""
    about = json.loads((Path(__file__).parent / "about.json").read_text())
    labels = about.pop("labels")
    names = ("model.onnx", "golden.json", "CARD.md")
    return {
        **about,
        "files": {name: entry(folder / name) for name in names if (folder / name).exists()},
        "weights": "model.onnx",
        "input": {"name": "image", "width": SIZE, "height": SIZE, "channels": 1,
                  "fit": "fill", "normalisation": "per_image_standard"},
        "outputs": {name: name for name in OUTPUTS},
        "gate": settings["gate"],
        "labels": [label_entry(label, labels, settings) for label in LABELS],
        "golden": {"file": "golden.json", "tolerance": tolerance},
    }


def write_json(path: Path, content: object) -> None:
    """JSON with a final newline."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def tolerances(checks: dict) -> dict[str, float]:
    """Four times the change seen when no integer kernel is used, within bounds."""
    bounds = {"logits": (0.1, 0.3), "activation": (0.3, 1.0), "gate": (0.1, 0.3)}
    seen = {key: max(checks["wiggle_films"][key], checks["wiggle_golden"][key]) for key in OUTPUTS}
    return {key: round(min(max(4 * seen[key], low), high), 3) for key, (low, high) in bounds.items()}


def write_manifest(folder: Path, report: dict) -> None:
    """Writes model.json over the files that lie in the folder."""
    tolerance = tolerances(report["export"])
    write_json(folder / "model.json", manifest(folder, report["settings"], tolerance))


def export(net: ChestNet, films: Films, work: Path, out: Path) -> dict[str, object]:
    """Writes model.onnx and golden.json; the checks made on the way."""
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    sample = films.pixels[calibration_rows(films, 5)[::2]]
    with torch.inference_mode():
        torch_logits = net(inputs(sample))[0].numpy()
    to_onnx(net, work / "float.onnx")
    quantise(work / "float.onnx", out / "model.onnx", films)
    clean(out / "model.onnx")
    gap = np.abs(by_onnx(session(work / "float.onnx"), sample)["logits"] - torch_logits).max()
    cases = [golden_case(*case, out / "model.onnx") for case in phantom.cases().items()]
    (out / "golden.json").write_text(json.dumps({"cases": cases}, separators=(",", ":")) + "\n")
    made = np.stack(list(phantom.cases().values()))
    return {"torch_to_onnx_max_logit_gap": float(gap),
            "wiggle_films": wiggle(out / "model.onnx", sample),
            "wiggle_golden": wiggle(out / "model.onnx", made),
            "bytes": (out / "model.onnx").stat().st_size}
