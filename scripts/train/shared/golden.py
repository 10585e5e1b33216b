"""Golden cases, entries of the manifest and inference sessions."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort

Array = np.ndarray


def write_json(path: Path, content: object) -> None:
    """JSON with a final newline."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def entry(path: Path) -> dict[str, object]:
    """Digest and size of a file."""
    content = path.read_bytes()
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def entries(folder: Path, names: Sequence[str]) -> dict[str, object]:
    """The `files` of a manifest: those of the names that are there."""
    return {name: entry(folder / name) for name in names if (folder / name).exists()}


def session(path: Path, optimise: bool = True) -> ort.InferenceSession:
    """An inference session on two threads."""
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 2
    if not optimise:
        settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def outputs_of(
    model: ort.InferenceSession, images: Array, names: Sequence[str], batch: int = 32,
    name: str = "image",
) -> dict[str, Array]:
    """Outputs of an exported model for float32 images [N,C,H,W]."""
    parts = [model.run(list(names), {name: images[start : start + batch]})
             for start in range(0, len(images), batch)]
    return {key: np.concatenate(values) for key, values in zip(names, zip(*parts), strict=True)}


def affine(values: Array, scale: float, offset: float) -> dict[str, object]:
    """Unsigned bytes that stand for offset + scale * byte."""
    data = base64.b64encode(values.astype(np.uint8).tobytes()).decode()
    return {"dtype": "float32", "shape": list(values.shape), "encoding": "u8-affine",
            "scale": scale, "offset": offset, "data": data}


def floats(values: Array) -> dict[str, object]:
    """A tensor as little-endian floats."""
    data = base64.b64encode(values.astype("<f4").tobytes()).decode()
    return {"dtype": "float32", "shape": list(values.shape), "encoding": "f32-le", "data": data}


def coarse(values: Array) -> dict[str, object]:
    """A tensor in 256 steps of its range: an error of half a step, a quarter of the bytes."""
    low, high = float(values.min()), float(values.max())
    step = max((high - low) / 255.0, 1e-6)
    return affine(np.round((values - low) / step), step, low)


def golden_case(
    name: str, picture: Array, model: ort.InferenceSession, names: Sequence[str],
    coarsely: Sequence[str] = (), key: str = "image",
) -> dict[str, object]:
    """A made picture (bytes, S x S) with what the shipped model says of it.

    The picture is given as the normalisation of service makes it (zero mean, unit spread).
    """
    mean, spread = float(picture.mean()), max(float(picture.std()), 1.0)
    scale, offset = 1.0 / spread, -mean / spread
    image = (offset + scale * picture.astype(np.float64)).astype(np.float32)[None, None]
    found = dict(zip(names, model.run(list(names), {key: image}), strict=True))
    outputs = {out: coarse(value) if out in coarsely else floats(value)
               for out, value in found.items()}
    return {"name": name, "inputs": {key: affine(picture[None, None], scale, offset)},
            "outputs": outputs}


def write_golden(target: Path, cases: Sequence[Mapping[str, object]]) -> None:
    """The golden file, without spaces."""
    target.write_text(json.dumps({"cases": list(cases)}, separators=(",", ":")) + "\n")


def wiggle(model: Path, images: Array, names: Sequence[str]) -> dict[str, float]:
    """Largest change of each output when no graph optimisation (no integer kernel) is used."""
    fast = outputs_of(session(model), images, names)
    plain = outputs_of(session(model, False), images, names)
    return {key: float(np.abs(fast[key] - plain[key]).max()) for key in names}
