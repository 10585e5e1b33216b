"""Logits of pictures by a checkpoint or an exported model, and what is read off them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from net import AnatomyNet
from shared.chest_masks import organs_of
from shared.golden import outputs_of, session
from shared.look import standardise

Array = np.ndarray
OUTPUTS = ("masks", "gate")


def load(path: Path) -> AnatomyNet:
    """The averaged network of a checkpoint."""
    net = AnatomyNet()
    net.load_state_dict(torch.load(path, weights_only=True)["mean"])
    return net.eval().to(memory_format=torch.channels_last)


def inputs(pixels: Array) -> torch.Tensor:
    """Bytes N x S x S to the tensor of service."""
    return standardise(torch.from_numpy(np.asarray(pixels, np.float32) / 255.0)[:, None])


@torch.inference_mode()
def logits_of(net: AnatomyNet, pixels: Array) -> tuple[Array, Array]:
    """Logits of the structures N x 3 x S x S and of the gate N."""
    with torch.autocast("cpu", torch.bfloat16):
        levels = net.encode(inputs(pixels))
        half, gate = net.decode(levels), net.judge(levels[-1])
    masks = torch.nn.functional.interpolate(
        half.float(), scale_factor=2.0, mode="bilinear", align_corners=False)
    return masks.numpy(), gate.float().numpy()[:, 0]


def read(net: AnatomyNet, pixels: Array, batch: int = 32) -> tuple[Array, Array]:
    """Organs N x 3 x S x S (booleans) and the gate."""
    organs, gates = [], []
    for start in range(0, len(pixels), batch):
        logits, gate = logits_of(net, pixels[start : start + batch])
        organs += [organs_of(one) for one in logits]
        gates.append(gate)
    return np.stack(organs), np.concatenate(gates)


def read_onnx(model: Path, pixels: Array, batch: int = 32) -> tuple[Array, Array]:
    """The same by an exported model."""
    opened, organs, gates = session(model), [], []
    for start in range(0, len(pixels), batch):
        found = outputs_of(opened, inputs(pixels[start : start + batch]).numpy(), OUTPUTS)
        organs += [organs_of(one) for one in found["masks"]]
        gates.append(found["gate"][:, 0])
    return np.stack(organs), np.concatenate(gates)
