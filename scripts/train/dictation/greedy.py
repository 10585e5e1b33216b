"""Greedy reading of phones and its errors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from clips import Clip, Collection, pad
from augment import normalised
from model import STRIDE, Acoustic
from phones import BLANK

LOAD = 24000


def read(logs: Tensor) -> list[int]:
    """Best token of every frame, repeats and blanks dropped."""
    best = logs.argmax(-1).tolist()
    return [token for token, before in zip(best, [BLANK, *best[:-1]], strict=True)
            if token not in (BLANK, before)]


def distance(wanted: list[int], said: list[int]) -> int:
    """Levenshtein distance of two token lists."""
    row = np.arange(len(said) + 1)
    offsets, heard = np.arange(len(said) + 1), np.array(said, int)
    for place, token in enumerate(wanted, 1):
        fresh = np.empty_like(row)
        fresh[0] = place
        fresh[1:] = np.minimum(row[1:] + 1, row[:-1] + (heard != token))
        row = np.minimum.accumulate(fresh - offsets) + offsets
    return int(row[-1])


@torch.inference_mode()
def outputs(net: Acoustic, clips: list[Clip]) -> list[Tensor]:
    """Log-probabilities (frames / 3, 40) of clips, in their order."""
    order = sorted(range(len(clips)), key=lambda place: clips[place].frames)
    results: dict[int, Tensor] = {}
    while order:
        longest, taken = 0, []
        while order and max(longest, clips[order[0]].frames) * (len(taken) + 1) <= LOAD:
            taken.append(order.pop(0))
            longest = clips[taken[-1]].frames
        batch = pad([(normalised(clips[place].energies(None)), []) for place in taken])
        with torch.autocast("cpu", torch.bfloat16):
            logs = net(batch.features, batch.lengths)[-1].float()
        for place, log, frames in zip(taken, logs, batch.lengths.tolist(), strict=True):
            results[place] = log[:(frames + STRIDE - 1) // STRIDE].clone()
    return [results[place] for place in range(len(clips))]


def errors(net: Acoustic, collection: Collection, clips: list[Clip]) -> list[tuple[int, int]]:
    """Wrong phones and phones said of every clip."""
    found = []
    for clip, logs in zip(clips, outputs(net, clips), strict=True):
        wanted = collection.lexicon.target(clip.words)
        found.append((distance(wanted, read(logs)), len(wanted)))
    return found
