"""The runs: the scout that finds the tumour's half, the network of the package, left-out ones."""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd

import halves
from batches import BrainBatches, Mix
from data import LABELS, Slices
from shared.slice_predict import load
from shared.slice_train import Plan, Run
from style import CLUSTERS


def plan_of(args: argparse.Namespace, name: str, epochs: int, films: int) -> Plan:
    """A plan from the arguments."""
    return Plan(name, epochs, films, len(LABELS), homes=CLUSTERS, adverse=args.adverse,
                widths=tuple(args.widths), seed=args.seed)


def scout(args: argparse.Namespace, slices: Slices) -> bool:
    """A short run without halves; then the list of halves."""
    if (args.cache / "sides.csv").exists():
        return True
    runs, plan = args.cache / "runs", plan_of(args, "scout", args.scout_epochs, args.short_films)
    mix = Mix(tumours=15, normals=10, healthy=0, ill=0, paint=args.paint)
    source = BrainBatches(slices, slices.rows("train"), None, mix, args.seed)
    if not Run(source, runs, plan).run(args.deadline):
        return False
    halves.sides(slices, load(runs / "scout.pt"), args.cache)
    return True


def learn(args: argparse.Namespace, slices: Slices, left_out: str | None) -> bool:
    """The network of the package, or one that never sees a style; whether it is done."""
    rows = slices.rows("train") if left_out is None else slices.without(left_out)
    name = "final" if left_out is None else f"without_{left_out}"
    sides = pd.read_csv(args.cache / "sides.csv")
    source = BrainBatches(slices, rows, sides, Mix(paint=args.paint), args.seed)
    short = (args.short_epochs, args.short_films)
    plan = plan_of(args, name, *((args.epochs, args.films) if left_out is None else short))
    return Run(source, args.cache / "runs", plan).run(args.deadline)


def train(args: argparse.Namespace) -> bool:
    """The runs selected with --only, or all; stops when the minutes are used up."""
    slices = Slices(args.cache / "pixels")
    asked = args.only or ["scout", "final", *slices.style_groups()]
    for name in asked:
        if not scout(args, slices):
            return False
        if name != "scout" and not learn(args, slices, None if name == "final" else name):
            return False
    return True
