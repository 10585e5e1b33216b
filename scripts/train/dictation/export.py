"""The network as ONNX: fp32, checked against PyTorch, then int8, checked against fp32.

Two ways to int8 are tried, and the more accurate is kept: dynamic (MatMul only: the scale of every
input is found when it is there) and static (QDQ, calibrated on clips of every source).
"""

from __future__ import annotations

import argparse
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_dynamic,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from augment import normalised
from clips import Clip, Collection
from features_golden import write_golden
from greedy import distance, read
from model import STRIDE, Acoustic, load

Array = np.ndarray
CALIBRATION, CHECKED = 40, 150


class Served(nn.Module):
    """One whole clip in, the log-probabilities of the end out."""

    def __init__(self, net: Acoustic) -> None:
        super().__init__()
        self.net = net

    def forward(self, features: Tensor) -> Tensor:
        """(1, frames, 80) -> (1, ceil(frames / 3), 40)."""
        return self.net(features)[-1]


def to_onnx(net: Acoustic, target: Path) -> None:
    """fp32 with a free number of frames."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Served(net.eval()), (torch.randn(1, 301, 80),), str(target),
            input_names=["features"], output_names=["log_probs"], opset_version=18, dynamo=True,
            external_data=False, dynamic_shapes=({1: torch.export.Dim("frames", min=4)},),
            verbose=False)


def session(path: Path) -> ort.InferenceSession:
    """An inference session on one thread."""
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 1
    return ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


class Clips(CalibrationDataReader):
    """Features of clips, one by one."""

    def __init__(self, clips: list[Clip]) -> None:
        self.waiting = iter(clips)

    def get_next(self) -> dict[str, Array] | None:
        clip = next(self.waiting, None)
        return None if clip is None else {"features": features_of(clip)}


def features_of(clip: Clip) -> Array:
    """(1, frames, 80) as in service."""
    return normalised(clip.energies(None)).numpy()[None]


def constant_products(path: Path) -> list[str]:
    """Names of the matrix products with weights."""
    graph = onnx.load(path).graph
    constants = {each.name for each in graph.initializer}
    return [node.name for node in graph.node if node.op_type in ("MatMul", "Gemm")
            and node.input[1] in constants]


def quantised(source: Path, folder: Path, clips: list[Clip]) -> dict[str, Path]:
    """The int8 versions of an fp32 graph."""
    ready = folder / "ready.onnx"
    quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
    model = onnx.load(ready)
    del model.graph.value_info[:]  # shapes from before transposed weights were folded
    onnx.save(model, ready)
    names = constant_products(ready)
    made = {"dynamic": folder / "dynamic.onnx", "static": folder / "static.onnx"}
    quantize_dynamic(str(ready), str(made["dynamic"]), nodes_to_quantize=names, per_channel=True,
                     reduce_range=True, weight_type=QuantType.QInt8)
    quantize_static(str(ready), str(made["static"]), Clips(clips), nodes_to_quantize=names,
                    quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
                    activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)
    return made


def errors_of(path: Path, held: dict[str, list[Clip]], collection: Collection) -> dict[str, float]:
    """Phone error of an exported graph by source."""
    model, found = session(path), {}
    for source, clips in held.items():
        wrong = said = 0
        for clip in clips:
            logs = model.run(None, {"features": features_of(clip)})[0]
            wanted = collection.lexicon.target(clip.words)
            wrong += distance(wanted, read(torch.from_numpy(logs[0])))
            said += len(wanted)
        found[source] = round(wrong / max(said, 1), 4)
    return found


def gap(net: Acoustic, path: Path, clip: Clip) -> float:
    """Greatest difference between PyTorch and a graph, at several lengths."""
    model, whole, worst = session(path), features_of(clip), 0.0
    for frames in (whole.shape[1], 100, 101, 102, 5):
        part = np.ascontiguousarray(whole[:, :frames])
        with torch.inference_mode():
            wanted = net(torch.from_numpy(part))[-1].numpy()
        got = model.run(None, {"features": part})[0]
        assert got.shape[1] == -(-part.shape[1] // STRIDE)
        worst = max(worst, float(np.abs(np.exp(wanted) - np.exp(got)).max()))
    return worst


def dump(path: Path, held: dict[str, list[Clip]], out: Path) -> None:
    """Log-probabilities of held-out clips for tuning the decoder, with `heldout.tsv`."""
    model = session(path)
    out.mkdir(parents=True, exist_ok=True)
    lines = ["set\tclip\tspeaker\tseconds\twords"]
    for source, clips in held.items():
        (out / source).mkdir(exist_ok=True)
        for clip in clips:
            name = clip.name.replace("/", "_").removesuffix(".ogg")
            logs = model.run(None, {"features": features_of(clip)})[0][0]
            np.save(out / source / f"{name}.npy", logs.astype(np.float32))
            lines.append(f"{source}\t{name}\t{clip.speaker}\t{clip.frames / 100:.2f}\t"
                         f"{' '.join(clip.words)}")
    part = out / "heldout.part"
    part.write_text("\n".join(lines) + "\n")
    part.rename(out / "heldout.tsv")


def export(cache: Path, weights: Path, most: int) -> dict[str, object]:
    """Writes acoustic.onnx, features-golden.json and held-out log-probabilities; the figures."""
    out, work = cache / "export", cache / "work"
    for folder in (out, work):
        folder.mkdir(parents=True, exist_ok=True)
    collection, net = Collection(cache), load(weights)
    collection.refresh(collection.complete())
    held = collection.heldout(most)
    real = collection.usable(collection.real, "train")
    calibration = real[::max(1, len(real) // CALIBRATION)]
    to_onnx(net, work / "float.onnx")
    made = quantised(work / "float.onnx", work, calibration)
    figures: dict[str, object] = {
        "torch_to_onnx_max_gap": gap(net, work / "float.onnx", real[0]),
        "phone_error": {"fp32": errors_of(work / "float.onnx", held, collection),
                        **{name: errors_of(path, held, collection)
                           for name, path in made.items()}},
        "bytes": {name: path.stat().st_size for name, path in made.items()},
        "clips": {source: len(clips) for source, clips in held.items()}}
    mean = {name: np.mean(list(figures["phone_error"][name].values())) for name in made}
    best = min(mean, key=lambda name: mean[name])
    figures["chosen"] = best
    part = out / "acoustic.part"
    part.write_bytes(made[best].read_bytes())
    part.rename(out / "acoustic.onnx")
    write_golden(out / "features-golden.json")
    dump(made[best], held, cache / "heldout")
    (out / "acoustic.json").write_text(json.dumps(figures, indent=1) + "\n")
    (out / "READY").write_text(json.dumps(figures["phone_error"][best]) + "\n")
    return figures


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="default: CACHE/runs/main/mean.pt")
    parser.add_argument("--most", type=int, default=CHECKED, help="held-out clips a source")
    args = parser.parse_args()
    torch.set_num_threads(1)
    weights = args.weights or args.cache / "runs" / "main" / "mean.pt"
    print(json.dumps(export(args.cache, weights, args.most), indent=1))


if __name__ == "__main__":
    main()
