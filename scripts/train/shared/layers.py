"""Layers of the picture networks: local contrast, residual blocks, exchange of styles, pooling."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

SERVE_CONTRAST = 0.5
WINDOW = 49


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
    """Exchanges channel statistics between the pictures of a batch while training."""

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


def soft_peak(maps: Tensor) -> Tensor:
    """Logarithm of the mean exponential over a map: close to its highest cells, N x K.

    A finding of a few cells counts, where a mean would drown it in the look of the whole picture.
    """
    highest = maps.amax((2, 3), keepdim=True)
    mean = torch.exp(maps - highest).mean((2, 3))
    return torch.log(mean) + highest.flatten(1)
