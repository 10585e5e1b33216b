"""Scores of films by a checkpoint or an exported model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch

from augment import standardise
from net import ChestNet

Scores = dict[str, np.ndarray]


def load(path: Path) -> ChestNet:
    """The averaged network of a checkpoint; box means by running sums, which is faster here."""
    net = ChestNet()
    net.load_state_dict(torch.load(path, weights_only=True)["mean"])
    net.eval().contrast.train()
    return net


def inputs(pixels: np.ndarray) -> torch.Tensor:
    """Bytes to the tensor of service."""
    return standardise(torch.from_numpy(np.asarray(pixels, np.float32) / 255.0)[:, None])


def gather(parts: list[tuple[np.ndarray, ...]], names: tuple[str, ...]) -> Scores:
    """Joins the outputs of batches."""
    return {name: np.concatenate(values) for name, values in zip(names, zip(*parts), strict=True)}


@torch.inference_mode()
def by_net(net: ChestNet, pixels: np.ndarray, batch: int = 64) -> Scores:
    """Logits, gate, pooled features and the highest evidence of every map."""
    parts = []
    for start in range(0, len(pixels), batch):
        image = inputs(pixels[start : start + batch])
        with torch.autocast("cpu", torch.bfloat16):
            features = net.features(image)
        features = features.float()
        logits, maps, gate = net.heads(features)
        outputs = (logits, gate, features.mean((2, 3)), maps.amax((2, 3)))
        parts.append(tuple(value.numpy() for value in outputs))
    return gather(parts, ("logits", "gate", "features", "peaks"))


def session(path: Path, optimise: bool = True) -> ort.InferenceSession:
    """An inference session on two threads."""
    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 2
    if not optimise:
        settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def by_onnx(model: ort.InferenceSession, pixels: np.ndarray, batch: int = 32) -> Scores:
    """Outputs of an exported model."""
    names = ("logits", "activation", "gate")
    parts = []
    for start in range(0, len(pixels), batch):
        image = inputs(pixels[start : start + batch]).numpy()
        parts.append(tuple(model.run(list(names), {"image": image})))
    return gather(parts, names)
