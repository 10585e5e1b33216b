"""Command line: prepare, train, evaluate, export or all of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from shared.recipe import recipe_parser, settle_paths  # noqa: E402

PACKAGE = "head-ct-haemorrhage"
SMOKE = {"variants": 1, "steps": 3, "rounds": 1}


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "head-ct, brain-mri, cxr, cxr-nih", PACKAGE, threads=1)
    add = parser.add_argument
    add("--trunk", type=Path, help="train: final.pt of the brain MRI recipe to start from")
    add("--variants", type=int, default=16, help="random versions of every slice")
    add("--steps", type=int, default=160, help="updates of a run")
    add("--rounds", type=int, default=2, help="rounds of five-fold cross-validation")
    add("--rate", type=float, default=1.5e-3)
    add("--widths", type=int, nargs=3, default=(32, 64, 128))
    add("--paint", type=float, default=0.4)
    add("--note", action="append", default=[], help="evaluate: a remark for the card")
    return parser.parse_args()


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    from evaluate import evaluate
    from shared.golden import write_json

    report = evaluate(args.cache, args.rounds)
    report["training"] = {name: vars(args)[name] for name in (
        "variants", "steps", "rounds", "rate", "paint", "seed")}
    report["training"]["trunk"] = bool(args.trunk)
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
    settle_paths(args, HERE, PACKAGE, SMOKE)
    torch.set_num_threads(args.threads)
    if args.command in ("prepare", "all"):
        from prepare import prepare

        prepare(args.data, args.cache / "pixels")
    if args.command in ("train", "all"):
        from train import train

        train(args)
    if args.command in ("evaluate", "all"):
        measure(args)
    if args.command in ("export", "all"):
        package(args)


if __name__ == "__main__":
    main()
