"""DenseNet-121 in the shape of TorchXRayVision, in plain PyTorch.

The names of the parameters are those of its published weights, so that a state dict of
`torchxrayvision.models.DenseNet` fits without a change.

Source: Huang et al., Densely Connected Convolutional Networks, CVPR 2017 (arXiv:1608.06993);
parameter names and the order of the labels: https://github.com/mlmed/torchxrayvision,
`torchxrayvision/models.py`, Apache-2.0.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

GROWTH = 32
BLOCKS = (6, 12, 24, 16)
FIRST = 64
BOTTLENECK = 4


class DenseLayer(nn.Module):
    """Adds 32 feature maps to those it is given."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.norm1 = nn.BatchNorm2d(inputs)
        self.conv1 = nn.Conv2d(inputs, BOTTLENECK * GROWTH, kernel_size=1, bias=False)
        self.norm2 = nn.BatchNorm2d(BOTTLENECK * GROWTH)
        self.conv2 = nn.Conv2d(BOTTLENECK * GROWTH, GROWTH, kernel_size=3, padding=1, bias=False)

    def forward(self, maps: Tensor) -> Tensor:
        narrow = self.conv1(functional.relu(self.norm1(maps)))
        return torch.cat([maps, self.conv2(functional.relu(self.norm2(narrow)))], 1)


class Transition(nn.Module):
    """Halves the feature maps and their sides."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm2d(inputs)
        self.conv = nn.Conv2d(inputs, inputs // 2, kernel_size=1, bias=False)

    def forward(self, maps: Tensor) -> Tensor:
        return functional.avg_pool2d(self.conv(functional.relu(self.norm(maps))), 2)


def feature_layers() -> nn.Sequential:
    """[N,1,224,224] to [N,1024,7,7]."""
    layers = nn.Sequential()
    layers.add_module("conv0", nn.Conv2d(1, FIRST, 7, stride=2, padding=3, bias=False))
    layers.add_module("norm0", nn.BatchNorm2d(FIRST))
    layers.add_module("relu0", nn.ReLU())
    layers.add_module("pool0", nn.MaxPool2d(3, stride=2, padding=1))
    maps = FIRST
    for block, count in enumerate(BLOCKS, start=1):
        dense = nn.Sequential()
        for layer in range(1, count + 1):
            dense.add_module(f"denselayer{layer}", DenseLayer(maps))
            maps += GROWTH
        layers.add_module(f"denseblock{block}", dense)
        if block < len(BLOCKS):
            layers.add_module(f"transition{block}", Transition(maps))
            maps //= 2
    layers.add_module("norm5", nn.BatchNorm2d(maps))
    return layers


class DenseNet121(nn.Module):
    """Logits [N,labels], and the class activation map [N,labels,7,7] whose mean each logit is."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.features = feature_layers()
        self.classifier = nn.Linear(1024, labels)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        maps = functional.relu(self.features(image))
        logits = self.classifier(maps.mean((2, 3)))
        # The classifier is linear and comes after a mean: it may as well look at each cell alone.
        weight = self.classifier.weight[:, :, None, None]
        return logits, functional.conv2d(maps, weight, self.classifier.bias)


def randomise(net: DenseNet121, seed: int, images: Tensor) -> None:
    """Weights that mean nothing; the norms are set by some images, so that signals stay small."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, generator=generator)
            elif isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=0.05, generator=generator)
                nn.init.zeros_(module.bias)
            elif isinstance(module, nn.BatchNorm2d):
                module.momentum = 1.0
        net.train()
        net(images)
        net.eval()


def load_state(net: DenseNet121, state: dict[str, Tensor]) -> Tensor | None:
    """Takes a state dict; gives the operating thresholds that stand in it, if any.

    Raises ValueError naming what is missing or foreign: half a network answers nonsense.
    """
    thresholds = state.pop("op_threshs", None)
    missing, foreign = net.load_state_dict(state, strict=False)
    # Counters of training that old files do not hold and inference does not use.
    missing = [name for name in missing if not name.endswith("num_batches_tracked")]
    if missing or foreign:
        raise ValueError(f"not a DenseNet-121 of this shape: missing {missing[:5]}, "
                         f"foreign {list(foreign)[:5]}")
    return thresholds
