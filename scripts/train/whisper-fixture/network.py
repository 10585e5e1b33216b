"""A Whisper-shaped encoder and decoder of small size, its decoder with a cache of keys and values."""

import math

import torch
from torch import nn
from torch.nn import functional

from alphabet import POSITIONS, SIZE

WIDTH, HEADS, LAYERS, INNER = 96, 4, 2, 384
TEXT_POSITIONS = 96
HEAD = WIDTH // HEADS


def sinusoids(length, channels):
    """Whisper's fixed positions: [length, channels], first half sines, second half cosines."""
    rates = torch.exp(-math.log(10_000) / (channels // 2 - 1) * torch.arange(channels // 2))
    angles = torch.arange(length)[:, None] * rates[None]
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Attention(nn.Module):
    """Multi-head attention that hands its weights back; keys without bias, as in Whisper."""

    def __init__(self):
        super().__init__()
        self.query, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.key = nn.Linear(WIDTH, WIDTH, bias=False)

    def split(self, x):
        return x.reshape(x.shape[0], x.shape[1], HEADS, HEAD).transpose(1, 2)

    def remember(self, x):
        """Keys and values of `x`, each [batch, heads, length, head]."""
        return self.split(self.key(x)), self.split(self.value(x))

    def forward(self, x, keys, values, mask=None):
        scores = self.split(self.query(x)) @ keys.transpose(2, 3) * HEAD**-0.5
        if mask is not None:
            scores = scores + mask
        weights = scores.softmax(dim=-1)
        joined = (weights @ values).transpose(1, 2).reshape(x.shape)
        return self.out(joined), weights


class Block(nn.Module):
    """A pre-norm layer; with `cross` it also attends to the encoder."""

    def __init__(self, cross):
        super().__init__()
        self.attention, self.norm = Attention(), nn.LayerNorm(WIDTH)
        self.cross = Attention() if cross else None
        self.cross_norm = nn.LayerNorm(WIDTH) if cross else None
        self.mlp = nn.Sequential(nn.Linear(WIDTH, INNER), nn.GELU(), nn.Linear(INNER, WIDTH))
        self.mlp_norm = nn.LayerNorm(WIDTH)


class Encoder(nn.Module):
    """Features [batch, 80, 600] -> hidden states [batch, 300, width]."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(80, WIDTH, 3, padding=1)
        self.second = nn.Conv1d(WIDTH, WIDTH, 3, stride=2, padding=1)
        self.register_buffer('positions', sinusoids(POSITIONS, WIDTH))
        self.blocks = nn.ModuleList(Block(cross=False) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, features):
        x = functional.gelu(self.second(functional.gelu(self.first(features))))
        x = x.transpose(1, 2) + self.positions
        for block in self.blocks:
            normed = block.norm(x)
            x = x + block.attention(normed, *block.attention.remember(normed))[0]
            x = x + block.mlp(block.mlp_norm(x))
        return self.norm(x)


class Decoder(nn.Module):
    """Tokens and what came before them -> logits, cache and cross attentions."""

    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(SIZE, WIDTH)
        self.positions = nn.Parameter(torch.randn(TEXT_POSITIONS, WIDTH) * 0.02)
        self.blocks = nn.ModuleList(Block(cross=True) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        nn.init.normal_(self.tokens.weight, std=0.05)

    def forward(self, tokens, own, encoded):
        """`own`: per layer (keys, values) of the tokens before, or None; `encoded`: of the encoder."""
        before = 0 if own is None else own[0][0].shape[2]
        length = tokens.shape[1]
        x = self.tokens(tokens) + self.positions[before : before + length]
        mask = None
        if own is None:
            mask = torch.full((length, length), -1e9).triu(1)
        kept, attentions = [], []
        for number, block in enumerate(self.blocks):
            normed = block.norm(x)
            keys, values = block.attention.remember(normed)
            if own is not None:
                keys = torch.cat([own[number][0], keys], dim=2)
                values = torch.cat([own[number][1], values], dim=2)
            x = x + block.attention(normed, keys, values, mask)[0]
            crossed, weights = block.cross(block.cross_norm(x), *encoded[number])
            x = x + crossed
            x = x + block.mlp(block.mlp_norm(x))
            kept.append((keys, values))
            attentions.append(weights)
        return self.norm(x) @ self.tokens.weight.T, kept, attentions


class Whisper(nn.Module):
    """Both halves and the auxiliary reading of the frames, which is left behind at export."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()
        self.frames = nn.Linear(WIDTH, 11)

    def remember(self, hidden):
        return [block.cross.remember(hidden) for block in self.decoder.blocks]

    def forward(self, features, tokens):
        hidden = self.encoder(features)
        logits, _, attentions = self.decoder(tokens, None, self.remember(hidden))
        return logits, attentions, self.frames(hidden)
