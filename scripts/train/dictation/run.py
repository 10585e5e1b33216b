"""Command line: prepare, train, evaluate, export, or all of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from evaluate import evaluate
from export import export
from made_up import make
from prepare import prepare
from train import train, train_parser

MADE_UP_CLIPS, SMOKE = 400, {"minutes": 0.6, "blocks": 3, "workers": 1, "width": 96}


def options() -> argparse.Namespace:
    """The arguments; --smoke changes some of them."""
    parser = argparse.ArgumentParser(description=__doc__, parents=[train_parser()])
    parser.add_argument("command", choices=("prepare", "train", "evaluate", "export", "all"))
    parser.add_argument("--data", type=Path, help="folder that holds speech/")
    parser.add_argument("--smoke", action="store_true", help="made-up sounds, about a minute")
    args = parser.parse_args()
    if args.smoke:
        vars(args).update(SMOKE)
    return args


def main() -> None:
    """Runs one command or all."""
    args = options()
    torch.set_num_threads(1)
    weights = args.cache / "runs" / args.name / "mean.pt"
    if args.command in ("prepare", "all"):
        if args.smoke:
            make(args.cache, MADE_UP_CLIPS, args.seed)
        else:
            prepare(args.data, args.cache, args.seed)
    if args.command in ("train", "all"):
        train(args)
    if args.command in ("evaluate", "all"):
        report = evaluate(args.cache, weights, 100000, args.seed)
        (args.cache / "evaluation.json").write_text(json.dumps(report, indent=1) + "\n")
    if args.command in ("export", "all"):
        print(json.dumps(export(args.cache, weights, args.most), indent=1))


if __name__ == "__main__":
    main()
