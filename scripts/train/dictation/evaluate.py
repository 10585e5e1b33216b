"""Phone errors on held-out clips, with intervals from resampling speakers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from clips import Clip, Collection
from greedy import errors
from model import load

ROUNDS = 2000

Array = np.ndarray


def groups_of(clips: list[Clip]) -> Array:
    """Speaker of every clip as a number; where speakers are unknown, every clip is one."""
    names = [clip.name if clip.speaker == "unknown" else clip.speaker for clip in clips]
    return np.unique(names, return_inverse=True)[1]


def interval(wrong: Array, said: Array, groups: Array, seed: int) -> tuple[float, float]:
    """95 % of the error rates when whole groups are drawn with replacement; a set of one reader
    is resampled by clip, which says nothing of other readers."""
    if groups.max() == 0:
        groups = np.arange(len(groups))
    count = groups.max() + 1
    sums = np.stack([np.bincount(groups, each, count) for each in (wrong, said)])
    random = np.random.default_rng(seed)
    drawn = sums[:, random.integers(0, count, (ROUNDS, count))].sum(2)
    low, high = np.quantile(drawn[0] / drawn[1], (0.025, 0.975))
    return round(float(low), 4), round(float(high), 4)


def evaluate(cache: Path, weights: Path, most: int, seed: int) -> dict[str, dict[str, object]]:
    """Figures by source; synthetic speech also by voice."""
    collection, net, report = Collection(cache), load(weights), {}
    collection.refresh(collection.complete())
    for source, clips in collection.heldout(most).items():
        found = np.array(errors(net, collection, clips), float)
        wrong, said, groups = found[:, 0], found[:, 1], groups_of(clips)
        report[source] = {
            "phone_error": round(float(wrong.sum() / said.sum()), 4),
            "interval_95": interval(wrong, said, groups, seed), "clips": len(clips),
            "groups": int(groups.max()) + 1, "phones": int(said.sum())}
        if source == "synthetic":
            voices = np.array([clip.speaker for clip in clips])
            report[source]["voices"] = {
                str(voice): round(float(wrong[voices == voice].sum()
                                        / said[voices == voice].sum()), 4)
                for voice in np.unique(voices)}
    return report


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="default: CACHE/runs/main/mean.pt")
    parser.add_argument("--most", type=int, default=100000, help="held-out clips a source")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    torch.set_num_threads(1)
    weights = args.weights or args.cache / "runs" / "main" / "mean.pt"
    text = json.dumps(evaluate(args.cache, weights, args.most, args.seed), indent=1)
    if args.report:
        args.report.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
