"""A small U-Net with a gate on its deepest features."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from shared.layers import Block, conv_norm

STRUCTURES = ("right_lung", "left_lung", "heart")
SIZE = 256
WIDTHS = (24, 48, 96, 128, 128)


class Up(nn.Module):
    """Twice the size, joined with the features of the way down."""

    def __init__(self, deep: int, wide: int) -> None:
        super().__init__()
        self.reduce = conv_norm(deep, wide, 1)
        self.join = nn.Sequential(*conv_norm(wide, wide), nn.ReLU(inplace=True))

    def forward(self, deep: Tensor, side: Tensor) -> Tensor:
        up = F.interpolate(self.reduce(deep), scale_factor=2.0, mode="nearest")
        return self.join(torch.relu(up + side))


class AnatomyNet(nn.Module):
    """Logits of right lung, left lung and heart at half the input size, and a gate.

    The first step halves the picture: outlines come from bilinear logits, at a sixth of the cost.
    """

    def __init__(self, widths: tuple[int, ...] = WIDTHS) -> None:
        super().__init__()
        self.stem = nn.Sequential(*conv_norm(1, widths[0], 5, 2), nn.ReLU(inplace=True))
        pairs = list(zip(widths, widths[1:]))
        self.first = Block(widths[0], widths[0])
        self.down = nn.ModuleList(Block(a, b, 2) for a, b in pairs)
        self.up = nn.ModuleList(Up(b, a) for a, b in reversed(pairs))
        self.masks = nn.Conv2d(widths[0], len(STRUCTURES), 1)
        self.gate = nn.Sequential(nn.Linear(2 * widths[-1], 32), nn.ReLU(), nn.Linear(32, 1))

    def encode(self, image: Tensor) -> list[Tensor]:
        """Features of every level, the widest picture first."""
        levels = [self.first(self.stem(image.contiguous(memory_format=torch.channels_last)))]
        for down in self.down:
            levels.append(down(levels[-1]))
        return levels

    def decode(self, levels: list[Tensor]) -> Tensor:
        """Logits at half the input size."""
        deep = levels[-1]
        for up, side in zip(self.up, reversed(levels[:-1]), strict=True):
            deep = up(deep, side)
        return self.masks(deep)

    def judge(self, deepest: Tensor) -> Tensor:
        """Logit that the picture is an upright frontal chest film."""
        return self.gate(torch.cat((deepest.mean((2, 3)), deepest.amax((2, 3))), 1))

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        levels = self.encode(image)
        masks = F.interpolate(
            self.decode(levels), scale_factor=2.0, mode="bilinear", align_corners=False)
        return masks, self.judge(levels[-1])
