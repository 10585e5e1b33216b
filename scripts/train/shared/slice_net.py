"""The network of the slice models: residual trunk, one evidence map per label and a gate."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from shared.layers import SERVE_CONTRAST, Block, LocalContrast, MixStyle, conv_norm, soft_peak

GRID = 14


class SliceNet(nn.Module):
    """Residual CNN whose logits are the soft peaks of the evidence maps plus a bias.

    Takes N x 1 x 224 x 224, gives logits N x K, maps N x K x 14 x 14 and the gate N x 1.
    """

    def __init__(self, labels: int, widths: tuple[int, int, int] = (32, 64, 128)) -> None:
        super().__init__()
        a, b, c = widths
        self.width = c
        self.contrast = LocalContrast()
        self.stem = nn.Sequential(conv_norm(1, a, 7, 4), nn.ReLU(inplace=True))
        self.low = Block(a, a)
        self.mix_low = MixStyle()
        self.middle = nn.Sequential(Block(a, b, 2), Block(b, b))
        self.mix_middle = MixStyle()
        self.high = nn.Sequential(Block(b, c, 2), Block(c, c))
        self.maps = nn.Conv2d(c, labels, 1, bias=False)
        self.bias = nn.Parameter(torch.full((labels,), -1.0))
        self.gate = nn.Sequential(nn.Linear(c, 32), nn.ReLU(), nn.Linear(32, 1))

    def early(self, x: Tensor, share: Tensor | float = SERVE_CONTRAST) -> Tensor:
        """Feature maps before the last stage, N x b x 28 x 28."""
        x = self.contrast(x.contiguous(), share).to(memory_format=torch.channels_last)
        return self.middle(self.mix_low(self.low(self.stem(x))))

    def features(self, x: Tensor, share: Tensor | float = SERVE_CONTRAST) -> Tensor:
        """Last feature maps, N x c x 14 x 14."""
        return self.high(self.mix_middle(self.early(x, share)))

    def heads(self, features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, evidence maps and gate of feature maps."""
        activation = self.maps(features)
        logits = soft_peak(activation) + self.bias
        return logits, activation, self.gate(features.mean((2, 3)))

    def forward(
        self, image: Tensor, share: Tensor | float = SERVE_CONTRAST
    ) -> tuple[Tensor, Tensor, Tensor]:
        return self.heads(self.features(image, share))
