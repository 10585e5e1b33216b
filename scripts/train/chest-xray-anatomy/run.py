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
from data import Pictures, prepare  # noqa: E402
from evaluate import evaluate  # noqa: E402
from export import golden, manifest, weights  # noqa: E402
from predict import load  # noqa: E402
from pseudo import believed  # noqa: E402
from shared.golden import write_json  # noqa: E402
from shared.recipe import recipe_parser, settle_paths  # noqa: E402
from train import Plan, train  # noqa: E402

PACKAGE = "chest-xray-anatomy"
SMOKE = {"steps": 6, "second_steps": 4, "folds": 2}
FIRST = "first"


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "cxr, cxr-nih, cxr-masks, brain-mri, head-ct", PACKAGE, threads=2)
    add = parser.add_argument
    add("--steps", type=int, default=640, help="of the first training on outlined films")
    add("--second-steps", type=int, default=250, help="of the second, with believed films")
    add("--fold-steps", type=int, default=400)
    add("--folds", type=int, default=4)
    add("--fold", action="append", type=int, help="train: this fold net only")
    return parser.parse_args()


def train_folds(args: argparse.Namespace, folds: list[int]) -> None:
    """The nets of the cross-validation."""
    for fold in folds:
        train(args.cache, Plan(f"fold_{fold}", args.fold_steps, fold=fold, folds=args.folds,
                               seed=args.seed))


def train_final(args: argparse.Namespace) -> None:
    """The net of the package: first on outlined films, then with believed ones."""
    train(args.cache, Plan(FIRST, args.steps, gate=True, seed=args.seed))
    films = believed(args.cache, (FIRST, "fold_0"))
    train(args.cache, Plan("final", args.second_steps, batch=18, films=8, strangers=8, rate=8e-4,
                           gate=True, start=FIRST,
                           believed=films if len(films[0]) else None, seed=args.seed + 1))


def train_all(args: argparse.Namespace) -> None:
    """The fold nets, then the net of the package; or only the requested folds."""
    train_folds(args, args.fold or list(range(args.folds)))
    if not args.fold:
        train_final(args)


def package(args: argparse.Namespace) -> None:
    """Writes the weights, measures them, writes everything that tells of them."""
    pictures = Pictures(args.cache / "pixels")
    checks = weights(load(args.cache / "runs" / "final.pt"), pictures, args.cache / "work", args.out)
    checks["tolerance"] = golden(args.out, pictures)
    args.report.parent.mkdir(parents=True, exist_ok=True)
    report = json.loads(args.report.read_text()) if args.report.exists() else {}
    write_json(args.report, {**report, "export": checks})


def tell(args: argparse.Namespace) -> None:
    """Measures fold nets and package; writes evaluation.json, card and manifest."""
    report = json.loads(args.report.read_text())
    report = {"export": report["export"], **evaluate(args.cache, args.out / "model.onnx", args.folds)}
    report["training"] = {name: vars(args)[name] for name in (
        "steps", "second_steps", "folds", "seed")}
    pseudo = believed(args.cache, (FIRST, "fold_0"))[0]
    report["training"]["believed"] = int(len(pseudo))
    write_json(args.report, report)
    write_card_of(report, args.out / "CARD.md")
    about = json.loads((HERE / "about.json").read_text())
    write_json(args.out / "model.json", manifest(args.out, about, report))


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle_paths(args, HERE, PACKAGE, {**SMOKE, "fold_steps": SMOKE["steps"]})
    torch.set_num_threads(args.threads)
    if args.command in ("prepare", "all"):
        prepare(args.data, args.cache / "pixels", args.smoke)
    if args.command in ("train", "all"):
        train_all(args)
    if args.command in ("export", "all"):
        package(args)
    if args.command in ("evaluate", "all"):
        tell(args)


if __name__ == "__main__":
    main()
