"""The network: local contrast, a residual trunk and one evidence map per label."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from labels import LABELS
from shared.layers import SERVE_CONTRAST, Block, LocalContrast, MixStyle, conv_norm

GRID = 12
WINDOW = 43


class ChestNet(nn.Module):
    """Residual CNN whose logits are pooled evidence maps plus a bias.

    `sharpness` r pools as log(mean(exp(r x map))) / r: 0 is the mean, large is the highest cell.
    """

    def __init__(self, widths: tuple[int, int, int] = (48, 96, 192), sharpness: float = 0.0) -> None:
        super().__init__()
        a, b, c = widths
        self.sharpness = sharpness
        self.contrast = LocalContrast(WINDOW)
        self.stem = nn.Sequential(*conv_norm(1, a, 7, 4), nn.ReLU(inplace=True))
        self.low = nn.Sequential(Block(a, a), Block(a, a))
        self.mix_low = MixStyle()
        self.middle = nn.Sequential(Block(a, b, 2), Block(b, b))
        self.mix_middle = MixStyle()
        self.high = nn.Sequential(Block(b, c, 2), Block(c, c))
        self.maps = nn.Conv2d(c, len(LABELS), 1, bias=False)
        self.bias = nn.Parameter(torch.full((len(LABELS),), -1.0))

    def features(self, x: Tensor, share: Tensor | float = SERVE_CONTRAST) -> Tensor:
        """Last feature maps, N x c x S/16 x S/16."""
        x = self.contrast(x.contiguous(), share).to(memory_format=torch.channels_last)
        x = self.mix_low(self.low(self.stem(x)))
        return self.high(self.mix_middle(self.middle(x)))

    def pool(self, activation: Tensor) -> Tensor:
        """One number per map."""
        if self.sharpness == 0:
            return activation.mean((2, 3))
        cells = activation.shape[2] * activation.shape[3]
        whole = torch.logsumexp(activation.float().flatten(2) * self.sharpness, 2)
        return (whole - math.log(cells)) / self.sharpness

    def heads(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and evidence maps of feature maps."""
        activation = self.maps(features)
        return self.pool(activation) + self.bias, activation

    def forward(
        self, image: Tensor, share: Tensor | float = SERVE_CONTRAST
    ) -> tuple[Tensor, Tensor]:
        return self.heads(self.features(image, share))
