"""What the command lines of all recipes have in common."""

from __future__ import annotations

import argparse
from pathlib import Path

COMMANDS = ("prepare", "train", "evaluate", "export", "all")


def recipe_parser(description: str | None, data: str, package: str, *, threads: int) -> argparse.ArgumentParser:
    """The arguments that every recipe takes; it adds its own."""
    parser = argparse.ArgumentParser(description=description)
    add = parser.add_argument
    add("command", choices=COMMANDS)
    add("--data", type=Path, required=True, help=f"folder with {data}")
    add("--cache", type=Path, required=True, help="folder for pictures, checkpoints and scores")
    add("--out", type=Path, help=f"folder of the package (default: models/{package})")
    add("--report", type=Path, help="where evaluation.json goes (default: beside this file)")
    add("--seed", type=int, default=7)
    add("--threads", type=int, default=threads)
    add("--smoke", action="store_true", help="a minute on a few pictures; needs --out")
    return parser


def settle_paths(args: argparse.Namespace, here: Path, package: str, smoke: dict[str, object]) -> None:
    """Fills in where things go; a smoke run is small and keeps to its own folders."""
    if args.smoke:
        if not args.out:
            raise SystemExit("--smoke needs --out")
        vars(args).update(smoke)
        args.cache = args.cache / "smoke"
        args.report = args.report or args.out / "evaluation.json"
    args.out = args.out or here.parents[2] / "models" / package
    args.report = args.report or here / "evaluation.json"
