"""The network: log-mel -> phones, residual blocks of depth-wise convolution, CTC.

Everything that multiplies is a linear layer over the last axis, so that dynamic int8 of the
exported graph covers it. Posteriors of inner blocks are trained too and fed back (self-conditioned
CTC, Nozaki & Komatsu 2021, doi:10.21437/Interspeech.2021-911).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from features import MELS
from phones import TOKENS

STRIDE = 3


@dataclass
class Shape:
    """Sizes of the network; `inner` are the blocks after which posteriors are fed back."""

    width: int = 256
    blocks: int = 12
    kernel: int = 15
    spread: int = 3
    squeeze: int = 64
    inner: tuple[int, ...] = (4, 8)
    dropout: float = 0.0
    depth_dropout: float = 0.0


class Thinning:
    """Dropout with masks cut out of one pool of random bits: drawing them anew costs too much."""

    def __init__(self, share: float, size: int = 1 << 22) -> None:
        self.pool = (torch.rand(size) >= share).to(torch.bfloat16) / (1 - share)
        self.share = share

    def __call__(self, features: Tensor) -> Tensor:
        """Features with a share of them at zero."""
        size = features.numel()
        if self.share <= 0:
            return features
        if size >= len(self.pool):
            return F.dropout(features, self.share)
        start = int(torch.randint(len(self.pool) - size, ()))
        mask = self.pool[start:start + size].view(features.shape)
        return features * mask.to(features.dtype)


class Block(nn.Module):
    """Depth-wise convolution with squeeze-and-excitation, then a feed-forward, both residual."""

    def __init__(self, shape: Shape, drop: float) -> None:
        super().__init__()
        width = shape.width
        self.norm_time, self.norm_wide = nn.LayerNorm(width), nn.LayerNorm(width)
        self.time = nn.Conv1d(width, width, shape.kernel, padding=shape.kernel // 2, groups=width)
        self.norm_inner = nn.LayerNorm(width)
        self.squeeze, self.excite = nn.Linear(width, shape.squeeze), nn.Linear(shape.squeeze, width)
        self.mix = nn.Linear(width, width)
        self.rise = nn.Linear(width, width * shape.spread)
        self.fall = nn.Linear(width * shape.spread, width)
        self.drop = drop

    def gate(self, features: Tensor, share: Tensor | None) -> Tensor:
        """Weight of every channel from its mean over the clip; `share` = mask over its length."""
        mean = features.mean(1) if share is None else (features * share).sum(1)
        return torch.sigmoid(self.excite(F.silu(self.squeeze(mean)))).unsqueeze(1)

    def convolve(self, features: Tensor) -> Tensor:
        """Depth-wise convolution over time (as two-dimensional: a faster path on CPUs)."""
        turned = features.transpose(1, 2).unsqueeze(2)
        weight = self.time.weight.unsqueeze(2)
        return F.conv2d(turned, weight, self.time.bias, padding=(0, self.time.padding[0]),
                        groups=weight.shape[0]).squeeze(2).transpose(1, 2)

    def forward(self, features: Tensor, mask: Tensor | None, share: Tensor | None,
                thin: Thinning | None) -> Tensor:
        """(batch, time, width) -> the same; `mask` is 1 inside a clip and 0 behind its end."""
        inner = self.norm_time(features)
        inner = self.convolve(inner if mask is None else inner * mask)
        inner = F.silu(self.norm_inner(inner))
        inner = self.mix(inner * self.gate(inner, share))
        features = features + self.kept(inner if thin is None else thin(inner), thin)
        wide = F.silu(self.rise(self.norm_wide(features)))
        wide = self.fall(wide if thin is None else thin(wide))
        return features + self.kept(wide, thin)

    def kept(self, change: Tensor, thin: Thinning | None) -> Tensor:
        """Stochastic depth, one draw a clip."""
        if thin is None or self.drop <= 0:
            return change
        kept = (torch.rand(len(change), 1, 1) >= self.drop).to(change.dtype) / (1 - self.drop)
        return change * kept


class Acoustic(nn.Module):
    """Log-mel (batch, frames, 80) -> log-probabilities (batch, ceil(frames / 3), 40)."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.enter = nn.Linear(3 * STRIDE * MELS, shape.width)
        self.blocks = nn.ModuleList(
            Block(shape, shape.depth_dropout * (place + 1) / shape.blocks)
            for place in range(shape.blocks))
        self.norm = nn.LayerNorm(shape.width)
        self.leave = nn.Linear(shape.width, TOKENS)
        self.back = nn.ModuleList(nn.Linear(TOKENS, shape.width) for _ in shape.inner)
        self.thin = Thinning(shape.dropout)

    def stack(self, features: Tensor) -> Tensor:
        """Frames t*3 - 3 .. t*3 + 5 side by side, zeros outside the clip."""
        frames = features.shape[1]
        count = (frames + STRIDE - 1) // STRIDE
        padded = F.pad(features, (0, 0, STRIDE, 2 * STRIDE - 1))
        parts = [padded[:, start:start + STRIDE * count]
                 .reshape(len(features), count, STRIDE * MELS) for start in (0, STRIDE, 2 * STRIDE)]
        return torch.cat(parts, 2)

    def forward(self, features: Tensor, lengths: Tensor | None = None) -> list[Tensor]:
        """Log-probabilities of the inner outputs (in training) and, last, of the end.

        @param lengths frames of every clip of a padded batch; None for one clip
        """
        mask = share = None
        thin = self.thin if self.training else None
        stacked = self.stack(features)
        if lengths is not None:
            outputs = (lengths + STRIDE - 1) // STRIDE
            mask = (torch.arange(stacked.shape[1])[None] < outputs[:, None]).unsqueeze(2).float()
            share = mask / outputs[:, None, None]
        hidden, results = self.enter(stacked), []
        for place, block in enumerate(self.blocks, 1):
            hidden = block(hidden, mask, share, thin)
            if place in self.shape.inner:
                logs = F.log_softmax(self.leave(self.norm(hidden)).float(), -1)
                results.append(logs)
                hidden = hidden + self.back[len(results) - 1](logs.exp())
        results.append(F.log_softmax(self.leave(self.norm(hidden)).float(), -1))
        return results


def save(net: Acoustic, path: Path, **more: object) -> None:
    """Writes weights and sizes, in one step."""
    part = path.with_suffix(".part")
    torch.save({"shape": asdict(net.shape), "net": net.state_dict(), **more}, part)
    part.rename(path)


def load(path: Path) -> Acoustic:
    """A network as written by `save`."""
    stored = torch.load(path, map_location="cpu", weights_only=True)
    sizes = {each.name: stored["shape"][each.name] for each in fields(Shape)}
    shape = Shape(**{**sizes, "inner": tuple(sizes["inner"])})
    net = Acoustic(shape)
    net.load_state_dict(stored["net"])
    return net.eval()
