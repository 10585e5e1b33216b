"""Command line: prepare, train, evaluate, export or all."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from train import Plan, train


def options() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("prepare", "train", "evaluate", "export", "all"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--name", default="final")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--films", type=int, default=6000)
    parser.add_argument("--paint", type=float, default=0.25)
    parser.add_argument("--without")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def main() -> None:
    """Runs one command."""
    args = options()
    torch.set_num_threads(2)
    if args.command == "train":
        plan = Plan(args.name, args.epochs, args.films, paint=args.paint, without=args.without, seed=args.seed)
        train(args.cache, plan)


if __name__ == "__main__":
    main()
