"""The network: local contrast, a residual trunk and one evidence map per label."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor, nn

from labels import LABELS

GRID = 12
SERVE_CONTRAST = 0.5
WINDOW = 43


def running_mean(x: Tensor, axis: int, half: int) -> Tensor:
    """Mean of the neighbours within `half` along an axis, fewer at the border."""
    size = x.shape[axis]
    total = torch.cat((torch.zeros_like(x.narrow(axis, 0, 1)), x.cumsum(axis)), axis)
    place = torch.arange(size)
    high, low = (place + half + 1).clamp(max=size), (place - half).clamp(min=0)
    shape = [1, 1, 1, 1]
    shape[axis] = size
    count = (high - low).to(x.dtype).reshape(shape)
    return (total.index_select(axis, high) - total.index_select(axis, low)) / count


class LocalContrast(nn.Module):
    """Blend of the picture with its locally normalised self.

    The share of the local version is drawn at random while training and fixed in service, so
    that exposure and scanner curves carry little information.
    """

    def __init__(self, window: int = WINDOW) -> None:
        super().__init__()
        self.half = window // 2
        self.rows = nn.AvgPool2d((window, 1), 1, (self.half, 0), count_include_pad=False)
        self.columns = nn.AvgPool2d((1, window), 1, (0, self.half), count_include_pad=False)

    def smooth(self, x: Tensor) -> Tensor:
        """Box mean over the window: pooling in service, running sums (faster) while training."""
        if not self.training:
            return self.columns(self.rows(x))
        return running_mean(running_mean(x, 2, self.half), 3, self.half)

    def forward(self, x: Tensor, share: Tensor | float = SERVE_CONTRAST) -> Tensor:
        mean = self.smooth(x)
        variance = torch.relu(self.smooth(x * x) - mean * mean)
        local = (x - mean) / torch.sqrt(variance + 0.05)
        return x * (1.0 - share) + local * share


def conv_norm(inside: int, outside: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution with batch normalisation (folded at export)."""
    conv = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside))


class Block(nn.Module):
    """Two 3x3 convolutions with a residual path."""

    def __init__(self, inside: int, outside: int, stride: int = 1) -> None:
        super().__init__()
        self.first = conv_norm(inside, outside, 3, stride)
        self.second = conv_norm(outside, outside)
        same = inside == outside and stride == 1
        self.skip = nn.Identity() if same else conv_norm(inside, outside, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu_(self.second(torch.relu_(self.first(x))) + self.skip(x))


class MixStyle(nn.Module):
    """Exchanges channel statistics between the films of a batch while training."""

    def __init__(self, chance: float = 0.5, alpha: float = 0.3) -> None:
        super().__init__()
        self.chance, self.alpha = chance, alpha
        self.random = np.random.default_rng(5)

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.random.random() > self.chance:
            return x
        mean = x.mean((2, 3), keepdim=True).detach()
        deviation = (x.var((2, 3), keepdim=True) + 1e-5).sqrt().detach()
        other = torch.from_numpy(self.random.permutation(x.shape[0]))
        part = torch.from_numpy(self.random.beta(self.alpha, self.alpha, (x.shape[0], 1, 1, 1)))
        part = part.to(x.dtype)
        new_mean = mean * part + mean[other] * (1 - part)
        new_deviation = deviation * part + deviation[other] * (1 - part)
        return (x - mean) / deviation * new_deviation + new_mean


class ChestNet(nn.Module):
    """Residual CNN whose logits are pooled evidence maps plus a bias.

    `sharpness` r pools as log(mean(exp(r x map))) / r: 0 is the mean, large is the highest cell.
    """

    def __init__(self, widths: tuple[int, int, int] = (48, 96, 192), sharpness: float = 0.0) -> None:
        super().__init__()
        a, b, c = widths
        self.sharpness = sharpness
        self.contrast = LocalContrast()
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
