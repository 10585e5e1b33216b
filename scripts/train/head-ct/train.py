"""The runs: one network for every fold and round of cross-validation, and the package's own.

The first stages are those of the brain MRI network and stay as they are, so what they make of many
random versions of every slice is computed once; the last stage and the heads are trained on that.
"""

from __future__ import annotations

import argparse
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from data import FOLDS, LABELS, Heads
from shared.slice_net import SliceNet
from shared.slice_predict import load
from shared.slice_train import loss_of
from shared.steps import CellLoss, follow, rate_at, set_rate
from variants import Variants

OWN, STRANGERS = 32, 12
CHUNK = 40
SMOOTH, CELLS, DECAY, AVERAGE = 0.04, 0.3, 0.05, 0.98


def name_of(round_: int, fold: int) -> str:
    """Name of a run of cross-validation."""
    return f"round{round_}_fold{fold}"


@dataclass
class Pool:
    """Versions of slices after the first stages; `row` is -1 for strangers."""

    early: Tensor
    labels: Tensor
    wanted: Tensor
    cells: Tensor
    row: np.ndarray

    def take(self, places: np.ndarray) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Features, labels, gate targets and cells of some versions."""
        index = torch.from_numpy(places)
        return (self.early[index].float(), self.labels[index], self.wanted[index],
                self.cells[index])


def trunk_of(args: argparse.Namespace) -> SliceNet:
    """A network of one label with the trunk of the brain MRI network, or with random weights."""
    torch.manual_seed(args.seed)
    net = SliceNet(len(LABELS), tuple(args.widths))
    if args.trunk:
        state = load(args.trunk).state_dict()
        heads = ("maps", "bias", "gate")
        net.load_state_dict({key: value for key, value in state.items()
                             if not key.startswith(heads)}, strict=False)
    net.eval().contrast.train()
    return net


@torch.inference_mode()
def pool_of(heads: Heads, net: SliceNet, args: argparse.Namespace) -> Pool:
    """Random versions of all slices and strangers, seen by the first stages."""
    variants = Variants(heads, args.paint, args.seed)
    everything = np.arange(len(heads.table))
    parts = []
    for _ in range(args.variants):
        for rows in np.array_split(everything, len(everything) // CHUNK):
            parts.append((variants.own(rows), rows))
        count = len(everything) // 3
        parts.append((variants.strangers(count), np.full(count, -1)))
    early = []
    for batch, _ in parts:
        with torch.autocast("cpu", torch.bfloat16):
            early.append(net.early(batch.films, batch.share).to(torch.bfloat16))
    joined = [torch.cat([getattr(batch, name) for batch, _ in parts])
              for name in ("labels", "wanted", "cells")]
    return Pool(torch.cat(early), *joined, np.concatenate([rows for _, rows in parts]))


def drawn(pool: Pool, places: list[np.ndarray], random: np.random.Generator) -> np.ndarray:
    """A batch: as many versions with as without a haemorrhage, then strangers."""
    without, with_, strangers = places
    return np.concatenate([random.choice(without, OWN // 2), random.choice(with_, OWN // 2),
                           random.choice(strangers, STRANGERS)])


def learn(
    pool: Pool, net: SliceNet, rows: np.ndarray, steps: int, rate: float, seed: int
) -> SliceNet:
    """Trains the last stage and the heads on versions of some rows; the averaged network."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    net = deepcopy(net)
    net.high.train(), net.mix_middle.train()
    mean, cell_loss = deepcopy(net).eval(), CellLoss(len(LABELS))
    learned = [*net.high.parameters(), *net.maps.parameters(), net.bias, *net.gate.parameters(),
               *cell_loss.parameters()]
    optimiser = torch.optim.AdamW(learned, rate, weight_decay=DECAY)
    known, truth = np.isin(pool.row, rows), pool.labels[:, 0].numpy()
    places = [np.flatnonzero(known & (truth == value)) for value in (0, 1)]
    places.append(np.flatnonzero(pool.row < 0))
    for step in range(steps):
        early, labels, wanted, cells = pool.take(drawn(pool, places, random))
        with torch.autocast("cpu", torch.bfloat16):
            features = net.high(net.mix_middle(early))
        logits, maps, gate = net.heads(features.float())
        loss = loss_of(logits, gate, labels, wanted, SMOOTH) + CELLS * cell_loss(maps, cells)
        set_rate(optimiser, rate_at(step, steps, rate))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 2.0)
        optimiser.step()
        follow(mean, net, min(AVERAGE, (step + 1) / (step + 10)))
    print(f"loss {float(loss.detach()):.3f}", flush=True)
    return mean


def keep(net: SliceNet, path: Path) -> None:
    """Writes a network."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"mean": net.state_dict()}, path)


def train(args: argparse.Namespace) -> None:
    """All runs."""
    heads, net = Heads(args.cache / "pixels"), trunk_of(args)
    pool = pool_of(heads, net, args)
    everything = np.arange(len(heads.table))
    plans = [("final", everything, args.seed)]
    for round_ in range(args.rounds):
        fold = heads.fold(round_)
        plans += [(name_of(round_, number), everything[fold != number], args.seed + round_)
                  for number in range(FOLDS)]
    for name, rows, seed in plans:
        print(name, end=" ", flush=True)
        made = learn(pool, net, rows, args.steps, args.rate, seed)
        keep(made, args.cache / "runs" / f"{name}.pt")
