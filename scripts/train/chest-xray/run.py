"""Command line: prepare, train, evaluate, export or all of them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import torch  # noqa: E402

from card import write_card_of  # noqa: E402
from data import LEFT_OUT, Films  # noqa: E402
from evaluate import evaluate, int8_against_float  # noqa: E402
from export import export, manifest  # noqa: E402
from predict import load  # noqa: E402
from prepare import prepare  # noqa: E402
from shared.golden import write_json  # noqa: E402
from shared.recipe import recipe_parser, settle_paths  # noqa: E402
from train import Plan, train  # noqa: E402

PACKAGE = "chest-xray-triage"
MODELS = HERE.parents[2] / "models"
SMOKE = {"epochs": 1, "left_out_epochs": 1, "films": 96, "left_out_films": 96}
RECIPE = ("paint", "adverse", "cells", "sharpness", "seed")


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "cxr, cxr-nih, cxr-masks", PACKAGE, threads=2)
    add = parser.add_argument
    add("--segmenter", type=Path, default=MODELS / "chest-xray-anatomy" / "model.onnx",
        help="weights that outline the lungs")
    add("--epochs", type=int, default=6)
    add("--films", type=int, default=5000, help="films an epoch")
    add("--left-out-epochs", type=int, default=5)
    add("--left-out-films", type=int, default=4800)
    add("--paint", type=float, default=0.25)
    add("--adverse", type=float, default=0.3)
    add("--cells", type=float, default=0.3)
    add("--sharpness", type=float, default=0.0, help="pooling of the maps, 0 is their mean")
    add("--without", action="append", choices=LEFT_OUT, help="train: leave this out")
    return parser.parse_args()


def settle(args: argparse.Namespace) -> None:
    """Fills in what follows from other arguments."""
    settle_paths(args, HERE, PACKAGE, SMOKE)
    if args.smoke:
        args.without = args.without or [LEFT_OUT[1]]


def plan_of(args: argparse.Namespace, without: str | None) -> Plan:
    """The run of the package, or a shorter one that never sees some sources."""
    recipe = {name: vars(args)[name] for name in RECIPE}
    if without is None:
        return Plan("final", args.epochs, args.films, **recipe)
    return Plan(f"without_{without}", args.left_out_epochs, args.left_out_films, without=without,
                **recipe)


def train_all(args: argparse.Namespace) -> None:
    """Left-out runs, then the network of the package; or only the requested left-out runs."""
    for group in args.without or (LEFT_OUT if args.command == "all" else ()):
        train(args.cache, plan_of(args, group))
    if not args.without or args.smoke:
        train(args.cache, plan_of(args, None))


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    report = evaluate(args.cache, args.data, args.segmenter)
    report["training"] = {name: vars(args)[name] for name in (
        "epochs", "films", "left_out_films", *RECIPE)}
    args.report.parent.mkdir(parents=True, exist_ok=True)
    write_json(args.report, report)


def package(args: argparse.Namespace) -> None:
    """Writes the package and adds the figures of the export to evaluation.json."""
    report = json.loads(args.report.read_text())
    films, net = Films(args.cache / "pixels"), load(args.cache / "runs" / "final.pt")
    report["export"] = export(net, films, args.cache / "work", args.out)
    report["export"]["int8"] = int8_against_float(
        films, args.cache / "work" / "float.onnx", args.out / "model.onnx")
    write_json(args.report, report)
    write_card_of(report, args.out / "CARD.md")
    write_json(args.out / "model.json", manifest(args.out, report))


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle(args)
    torch.set_num_threads(args.threads)
    if args.command in ("prepare", "all"):
        prepare(args.data, args.cache / "pixels", args.segmenter, args.smoke)
    if args.command in ("train", "all"):
        train_all(args)
    if args.command in ("evaluate", "all"):
        measure(args)
    if args.command in ("export", "all"):
        package(args)


if __name__ == "__main__":
    main()
