"""Command line: prepare, train, evaluate, export, card or all of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from card import write_card
from data import LEFT_OUT, Films
from evaluate import evaluate, int8_against_float
from export import export, write_json, write_manifest
from predict import load
from prepare import prepare
from train import Plan, train

HERE = Path(__file__).parent
COMMANDS = ("prepare", "train", "evaluate", "export", "all")
SMOKE = {"epochs": 1, "left_out_epochs": 1, "films": 96, "left_out_films": 96}


def options() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("command", choices=COMMANDS)
    add("--data", type=Path, required=True, help="folder with cxr, cxr-nih, cxr-masks, brain-mri, head-ct")
    add("--cache", type=Path, required=True, help="folder for pictures, checkpoints and scores")
    add("--out", type=Path, help="folder of the package (default: models/chest-xray-triage)")
    add("--report", type=Path, help="where evaluation.json goes (default: beside this file)")
    add("--epochs", type=int, default=10)
    add("--films", type=int, default=6000, help="films an epoch")
    add("--left-out-epochs", type=int, default=6)
    add("--left-out-films", type=int, default=4800)
    add("--paint", type=float, default=0.25)
    add("--adverse", type=float, default=0.3)
    add("--cells", type=float, default=0.3)
    add("--without", action="append", choices=LEFT_OUT, help="train: leave this out")
    add("--note", action="append", default=[], help="evaluate: a remark for the card")
    add("--seed", type=int, default=7)
    add("--threads", type=int, default=2)
    add("--smoke", action="store_true", help="a minute on a few films; needs --out")
    return parser.parse_args()


def settle(args: argparse.Namespace) -> None:
    """Fills in what follows from other arguments."""
    if args.smoke:
        if not args.out:
            raise SystemExit("--smoke needs --out")
        vars(args).update(SMOKE)
        args.cache = args.cache / "smoke"
        args.report = args.report or args.out / "evaluation.json"
        args.without = args.without or [LEFT_OUT[1]]
    args.out = args.out or HERE.parents[2] / "models" / "chest-xray-triage"
    args.report = args.report or HERE / "evaluation.json"


def train_final(args: argparse.Namespace) -> None:
    """The network of the package."""
    plan = Plan("final", args.epochs, args.films, paint=args.paint,
                adverse=args.adverse, cells=args.cells, seed=args.seed)
    train(args.cache, plan)


def train_without(args: argparse.Namespace, group: str) -> None:
    """A shorter run that never sees some sources."""
    plan = Plan(f"without_{group}", args.left_out_epochs, args.left_out_films, paint=args.paint,
                adverse=args.adverse, cells=args.cells, without=group, seed=args.seed)
    train(args.cache, plan)


def train_all(args: argparse.Namespace) -> None:
    """Left-out runs, then the network of the package; or only the left-out runs asked for."""
    for group in args.without or (LEFT_OUT if args.command == "all" else ()):
        train_without(args, group)
    if not args.without or args.smoke:
        train_final(args)


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    report = evaluate(args.cache)
    report["training"] = {name: vars(args)[name] for name in (
        "epochs", "films", "left_out_films", "paint", "adverse", "cells", "seed")}
    report["notes"] = args.note
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
    write_card(report, args.out / "CARD.md")
    write_manifest(args.out, report)


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle(args)
    torch.set_num_threads(args.threads)
    if args.command in ("prepare", "all"):
        prepare(args.data, args.cache / "pixels", args.smoke)
    if args.command in ("train", "all"):
        train_all(args)
    if args.command in ("evaluate", "all"):
        measure(args)
    if args.command in ("export", "all"):
        package(args)


if __name__ == "__main__":
    main()
