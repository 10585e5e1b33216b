"""Command line: prepare, train, evaluate, export or all of them."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from shared.recipe import recipe_parser, settle_paths  # noqa: E402

PACKAGE = "brain-mri-tumour"
UNFINISHED = 75
SMOKE = {"epochs": 1, "films": 96, "scout_epochs": 1, "short_epochs": 1, "short_films": 96}


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "brain-mri, head-ct, cxr, cxr-nih", PACKAGE, threads=1)
    add = parser.add_argument
    add("--epochs", type=int, default=11)
    add("--films", type=int, default=4000, help="slices an epoch")
    add("--scout-epochs", type=int, default=2)
    add("--short-epochs", type=int, default=4, help="left-out runs")
    add("--short-films", type=int, default=2000)
    add("--widths", type=int, nargs=3, default=(32, 64, 128))
    add("--paint", type=float, default=0.4)
    add("--adverse", type=float, default=0.15)
    add("--only", action="append", help="train: scout, final or a style group such as 2+3")
    add("--minutes", type=float, default=math.inf, help="train: stop between epochs after these")
    add("--note", action="append", default=[], help="evaluate: a remark for the card")
    return parser.parse_args()


def settle(args: argparse.Namespace) -> None:
    """Fills in what follows from other arguments."""
    settle_paths(args, HERE, PACKAGE, SMOKE)
    args.deadline = time.time() + 60 * args.minutes


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    from evaluate import evaluate
    from shared.golden import write_json

    report = evaluate(args.cache)
    report["training"] = {name: vars(args)[name] for name in (
        "epochs", "films", "scout_epochs", "short_epochs", "short_films", "paint", "adverse",
        "seed")}
    report["notes"] = args.note
    args.report.parent.mkdir(parents=True, exist_ok=True)
    write_json(args.report, report)


def package(args: argparse.Namespace) -> None:
    """Writes the package and adds the figures of the export to evaluation.json."""
    from card import write
    from export import export
    from shared.golden import write_json

    report = json.loads(args.report.read_text())
    report["export"] = export(args.cache, args.out)
    write_json(args.report, report)
    write(report, args.out)


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle(args)
    torch.set_num_threads(args.threads)
    if args.command in ("prepare", "all"):
        from prepare import prepare

        prepare(args.data, args.cache / "pixels", args.smoke)
    if args.command in ("train", "all"):
        from train import train

        if not train(args):
            raise SystemExit(UNFINISHED)
    if args.command in ("evaluate", "all"):
        measure(args)
    if args.command in ("export", "all"):
        package(args)


if __name__ == "__main__":
    main()
