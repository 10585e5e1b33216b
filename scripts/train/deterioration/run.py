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

PACKAGE = "deterioration"
SMOKE = {"members": 20, "unseen_members": 3, "trees": 30, "pairs": 5, "folds": 2, "rounds": 10, "most": 500}


def options() -> argparse.Namespace:
    """The arguments."""
    parser = recipe_parser(__doc__, "risk", PACKAGE, threads=2)
    add = parser.add_argument
    add("--members", type=int, default=20, help="bootstrap members of the package")
    add("--unseen-members", type=int, default=10, help="members of the models of cross-validation")
    add("--trees", type=int, default=1000, help="stumps of a member")
    add("--pairs", type=int, default=250, help="pairs of features that may count together")
    add("--folds", type=int, default=5)
    add("--rounds", type=int, default=300, help="bootstrap samples for intervals of figures")
    add("--most", type=int, help="only so many stays")
    add("--note", action="append", default=[], help="evaluate: a remark for the card")
    return parser.parse_args()


def plan_of(args: argparse.Namespace, members: int):  # noqa: ANN201
    """The plan of a training with so many members."""
    from train import Plan, settings

    return Plan(settings(members, args.trees, args.pairs, args.threads, args.seed))


def learn(args: argparse.Namespace) -> None:
    """The models of the folds with what they say of unseen stays, then the model of all stays, before calibration."""
    from evaluate import unseen
    from prepare import prepared
    from support import patients
    from train import train

    views = prepared(args.cache / "views.pkl")
    truth = views.stays["died"].to_numpy(int)
    found = unseen(views, truth, plan_of(args, args.unseen_members), args.folds, patients(args.data)[0])
    (args.cache / "unseen.pkl").write_bytes(pickle.dumps(found))
    learned = train(views, np.arange(len(truth)), truth, plan_of(args, args.members))
    (args.cache / "learned.pkl").write_bytes(pickle.dumps(learned))


def measure(args: argparse.Namespace) -> None:
    """Writes evaluation.json."""
    from evaluate import evaluate
    from prepare import prepared
    from shared.golden import write_json

    found = pickle.loads((args.cache / "unseen.pkl").read_bytes())
    report = evaluate(prepared(args.cache / "views.pkl"), found, args.data, args.seed, args.rounds)
    report["training"] = {name: vars(args)[name] for name in (
        "members", "unseen_members", "trees", "pairs", "seed")}
    report["notes"] = args.note
    args.report.parent.mkdir(parents=True, exist_ok=True)
    write_json(args.report, report)


def calibrated_model(args: argparse.Namespace, views):  # noqa: ANN001, ANN201
    """The model of all stays, with gain and offsets from what the models of the folds say of unseen stays."""
    from calibrate import calibrated, counted
    from calibrate import learn as calibration_of

    truth = views.stays["died"].to_numpy(int)
    every = np.arange(len(truth))
    found = pickle.loads((args.cache / "unseen.pkl").read_bytes())
    learned = pickle.loads((args.cache / "learned.pkl").read_bytes())
    return calibrated(learned, counted(learned, views, every), calibration_of(found.told, truth, every >= 0))


def package(args: argparse.Namespace) -> None:
    """Writes the package and adds the figures of the export to evaluation.json."""
    from card import write
    from prepare import prepared
    from shared.golden import write_json
    from shared.tabular_package import parity, write_model

    report = json.loads(args.report.read_text())
    views = prepared(args.cache / "views.pkl")
    learned = calibrated_model(args, views)
    report["export"] = write_model(learned.served, args.out)
    report["export"]["largest_gap_on_stays"] = {
        name: parity(args.out, learned.served, learned.rows(views.tables[name])) for name in ("day", "last")}
    write_json(args.report, report)
    write(report, learned, args.out)


def main() -> None:
    """Runs one command or all."""
    args = options()
    settle_paths(args, HERE, PACKAGE, SMOKE)
    if args.command in ("prepare", "all"):
        from prepare import prepare

        prepare(args.data, args.cache / "views.pkl", args.seed, args.most)
    if args.command in ("train", "all"):
        learn(args)
    if args.command in ("evaluate", "all"):
        measure(args)
    if args.command in ("export", "all"):
        package(args)


if __name__ == "__main__":
    main()
