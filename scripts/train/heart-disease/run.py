"""Command line: prepare, train, evaluate, export or all of them."""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from shared.recipe import recipe_parser, settle_paths  # noqa: E402

PACKAGE = "heart-disease"
SMOKE = {"members": 20, "unseen_members": 3, "trees": 30, "folds": 2, "repeats": 1, "rounds": 10}


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "risk", PACKAGE, threads=2)
    add = parser.add_argument
    add("--members", type=int, default=40, help="bootstrap members of the package")
    add("--unseen-members", type=int, default=20, help="members of the models of cross-validation")
    add("--trees", type=int, default=800, help="stumps of a member")
    add("--folds", type=int, default=5)
    add("--repeats", type=int, default=5, help="rounds of cross-validation")
    add("--rounds", type=int, default=300, help="bootstrap samples for intervals of figures")
    add("--note", action="append", default=[], help="evaluate: a remark for the card")
    return parser.parse_args()


def prepare(args: argparse.Namespace) -> None:
    """Keeps the table of patients."""
    from data import patients

    features, truth = patients(args.data)
    args.cache.mkdir(parents=True, exist_ok=True)
    np.savez(args.cache / "patients.npz", features=features, truth=truth)


def prepared(args: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """What `prepare` kept."""
    kept = np.load(args.cache / "patients.npz")
    return kept["features"], kept["truth"]


def learn(args: argparse.Namespace) -> None:
    """The model of all patients."""
    from train import settings, train

    features, truth = prepared(args)
    boost = settings(args.members, args.trees, args.threads, args.seed)
    learned = train(features, truth, np.arange(len(truth)), boost)
    (args.cache / "learned.pkl").write_bytes(pickle.dumps(learned))


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    from evaluate import evaluate, unseen
    from shared.golden import write_json
    from train import settings

    boost = settings(args.unseen_members, args.trees, args.threads, args.seed)
    patients = prepared(args)
    report = evaluate(unseen(*patients, boost, args.folds, args.repeats), *patients, args.folds, args.rounds)
    report["training"] = {name: vars(args)[name] for name in ("members", "unseen_members", "trees", "seed")}
    report["notes"] = args.note
    args.report.parent.mkdir(parents=True, exist_ok=True)
    write_json(args.report, report)


def package(args: argparse.Namespace) -> None:
    """Writes the package and adds the figures of the export to evaluation.json."""
    from card import write
    from shared.golden import write_json
    from shared.tabular_package import parity, write_model

    report = json.loads(args.report.read_text())
    served = pickle.loads((args.cache / "learned.pkl").read_bytes())
    report["export"] = write_model(served, args.out)
    report["export"]["largest_gap_on_patients"] = parity(args.out, served, prepared(args)[0])
    write_json(args.report, report)
    write(report, served, args.out)


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle_paths(args, HERE, PACKAGE, SMOKE)
    steps = {"prepare": prepare, "train": learn, "evaluate": measure, "export": package}
    for name, step in steps.items():
        if args.command in (name, "all"):
            step(args)


if __name__ == "__main__":
    main()
