"""Scores of slices by a checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from shared.look import standardise
from shared.slice_net import SliceNet

OUTPUTS = ("logits", "activation", "gate")
Scores = dict[str, np.ndarray]


def load(path: Path) -> SliceNet:
    """The averaged network of a checkpoint; box means by running sums, which is faster here."""
    state = torch.load(path, weights_only=True)["mean"]
    widths = (state["stem.0.0.weight"].shape[0], state["middle.0.first.0.weight"].shape[0],
              state["maps.weight"].shape[1])
    net = SliceNet(state["maps.weight"].shape[0], widths)
    net.load_state_dict(state)
    net.eval().contrast.train()
    return net


def inputs(pixels: np.ndarray) -> Tensor:
    """Bytes N x S x S to the tensor of service."""
    return standardise(torch.from_numpy(np.asarray(pixels, np.float32) / 255.0)[:, None])


@torch.inference_mode()
def by_net(net: SliceNet, pixels: np.ndarray, batch: int = 64) -> Scores:
    """Logits N x K, maps N x K x 14 x 14, gate N and pooled features N x C."""
    parts: list[tuple[np.ndarray, ...]] = []
    for start in range(0, len(pixels), batch):
        with torch.autocast("cpu", torch.bfloat16):
            features = net.features(inputs(pixels[start : start + batch]))
        features = features.float()
        logits, maps, gate = net.heads(features)
        found = (logits, maps, gate[:, 0], features.mean((2, 3)))
        parts.append(tuple(value.numpy() for value in found))
    names = ("logits", "maps", "gate", "features")
    return {name: np.concatenate(values) for name, values in zip(names, zip(*parts), strict=True)}
