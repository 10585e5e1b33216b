"""Scores of films by a checkpoint or an exported model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from net import ChestNet
from shared.golden import outputs_of, session
from shared.look import standardise

Scores = dict[str, np.ndarray]
OUTPUTS = ("logits", "activation")


def load(path: Path) -> ChestNet:
    """The averaged network of a checkpoint; box means by running sums, which is faster here."""
    state = torch.load(path, weights_only=True)
    net = ChestNet(sharpness=state["sharpness"])
    net.load_state_dict(state["mean"])
    net.eval().contrast.train()
    return net


def inputs(pixels: np.ndarray) -> torch.Tensor:
    """Bytes to the tensor of service."""
    return standardise(torch.from_numpy(np.asarray(pixels, np.float32) / 255.0)[:, None])


@torch.inference_mode()
def by_net(net: ChestNet, pixels: np.ndarray, batch: int = 64) -> Scores:
    """Logits, pooled features and maps."""
    parts = []
    for start in range(0, len(pixels), batch):
        with torch.autocast("cpu", torch.bfloat16):
            features = net.features(inputs(pixels[start : start + batch]))
        features = features.float()
        logits, maps = net.heads(features)
        parts.append((logits.numpy(), features.mean((2, 3)).numpy(), maps.half().numpy()))
    names = ("logits", "features", "maps")
    return {name: np.concatenate(values) for name, values in zip(names, zip(*parts), strict=True)}


def by_onnx(model: Path, pixels: np.ndarray) -> Scores:
    """Outputs of an exported model."""
    return outputs_of(session(model), inputs(pixels).numpy(), OUTPUTS)
