"""Trains the network for a span of minutes; writes a checkpoint and held-out errors every epoch."""

from __future__ import annotations

import argparse
import math
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as mp
from torch import Tensor
from torch.nn import functional as F

from clips import Batch, Collection, Maker
from greedy import errors
from model import STRIDE, Acoustic, Shape, load, save

AVERAGE, INNER, WARM, LAST, CLIP = 0.999, 0.3, 0.03, 0.004, 1.0


@dataclass
class Course:
    """Where a run stands: the network, its moving average, what has been spent of its time (s)."""

    net: Acoustic
    mean: Acoustic
    optimiser: torch.optim.Optimizer
    flat: Tensor
    epoch: int = 0
    steps: int = 0
    spent: float = 0.0
    began: float = 0.0


class Pair:
    """What two workers of one core each share: gradients of this step and the last, the clock."""

    def __init__(self, weights: int, workers: int) -> None:
        context = mp.get_context("spawn")
        self.workers, self.barrier = workers, context.Barrier(workers)
        self.gradients = torch.zeros(2, workers, weights).share_memory_()
        self.errors = torch.zeros(workers, 16, 2).share_memory_()
        self.spent = torch.zeros((), dtype=torch.float64).share_memory_()
        self.shards = context.Queue()

    def names(self, collection: Collection, rank: int) -> list[str]:
        """The shards that both read: the first worker looks, and makes their features."""
        if rank:
            return self.shards.get()
        names = collection.complete()
        collection.refresh(names)
        for _ in range(self.workers - 1):
            self.shards.put(names)
        return names


def loss_of(outputs: list[Tensor], batch: Batch) -> Tensor:
    """CTC of the end and, with less weight, of the inner outputs; per target phone."""
    lengths = (batch.lengths + STRIDE - 1) // STRIDE
    per = float(batch.counts.sum().clamp(min=1))
    each = [F.ctc_loss(logs.transpose(0, 1), batch.targets, lengths, batch.counts,
                       reduction="sum", zero_infinity=True) / per for logs in outputs]
    return (1 - INNER) * each[-1] + INNER * sum(each[:-1]) / max(1, len(each) - 1)


def rate_at(share: float, peak: float) -> float:
    """Learning rate after a share of the time: a short rise, then a cosine."""
    if share < WARM:
        return peak * max(share / WARM, 0.01)
    fall = min(1.0, (share - WARM) / (1 - WARM))
    return peak * (LAST + (1 - LAST) * 0.5 * (1 + math.cos(math.pi * fall)))


def shape_of(args: argparse.Namespace) -> Shape:
    """Sizes of a new network: posteriors go back in after each third."""
    third = args.blocks // 3
    return Shape(width=args.width, blocks=args.blocks, inner=(third, 2 * third),
                 dropout=args.dropout, depth_dropout=args.dropout)


def groups(net: Acoustic, decay: float) -> list[dict[str, object]]:
    """Weight decay for matrices only."""
    return [{"params": [each for each in net.parameters() if each.ndim > 1],
             "weight_decay": decay},
            {"params": [each for each in net.parameters() if each.ndim <= 1],
             "weight_decay": 0.0}]


def follow(mean: Acoustic, net: Acoustic, steps: int) -> None:
    """Moves the average towards the network."""
    weight = 1 - min(AVERAGE, (steps + 1) / (steps + 10))
    with torch.no_grad():
        torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), weight)


def step(course: Course, batch: Batch, pair: Pair, rank: int) -> float:
    """One update from the gradients of both workers; the loss of this one."""
    with torch.autocast("cpu", torch.bfloat16):
        outputs = course.net(batch.features, batch.lengths)
    loss = loss_of(outputs, batch)
    course.flat.zero_()
    loss.backward()
    shared = pair.gradients[course.steps % 2]
    shared[rank].copy_(course.flat)
    pair.barrier.wait()
    torch.mean(shared, 0, out=course.flat)
    course.flat.mul_(min(1.0, CLIP / (float(course.flat.norm()) + 1e-6)))
    course.optimiser.step()
    course.steps += 1
    follow(course.mean, course.net, course.steps)
    return float(loss.detach())


def flatten(net: Acoustic) -> Tensor:
    """One vector that holds the gradients of all weights."""
    flat = torch.zeros(sum(each.numel() for each in net.parameters()))
    place = 0
    for each in net.parameters():
        each.grad = flat[place:place + each.numel()].view_as(each)
        place += each.numel()
    return flat


def start(args: argparse.Namespace, run: Path) -> Course:
    """A new run, or the one that is there."""
    torch.manual_seed(args.seed)
    last = run / "last.pt"
    net = Acoustic(shape_of(args)).train()
    if last.exists():
        net.load_state_dict(load(last).state_dict())
    optimiser = torch.optim.AdamW(groups(net, args.decay), args.rate, (0.9, 0.98), fused=True)
    course = Course(net, deepcopy(net).eval(), optimiser, flatten(net))
    if last.exists():
        stored = torch.load(last, map_location="cpu", weights_only=True)
        course.mean = load(run / "mean.pt")
        course.epoch, course.steps = stored["epoch"], stored["steps"]
        if args.more is None:
            course.spent = stored["spent"]
            optimiser.load_state_dict(stored["optimiser"])
    return course


def keep(course: Course, run: Path) -> None:
    """Writes the network with all that resuming needs, and the average."""
    save(course.net, run / "last.pt", optimiser=course.optimiser.state_dict(),
         epoch=course.epoch, steps=course.steps, spent=course.spent)
    save(course.mean, run / "mean.pt")


def report(course: Course, collection: Collection, most: int, pair: Pair, rank: int) -> str:
    """Phone errors of the average on held-out clips, the clips shared among the workers."""
    held = collection.heldout(most)
    for place, clips in enumerate(held.values()):
        found = errors(course.mean, collection, clips[rank::pair.workers])
        pair.errors[rank, place] = torch.tensor(found or [(0, 0)]).sum(0)
    pair.barrier.wait()
    sums = pair.errors.sum(0)
    return ", ".join(f"{source} {sums[place, 0] / sums[place, 1]:.3f} (n={len(clips)})"
                     for place, (source, clips) in enumerate(held.items()))


def epoch(course: Course, maker: Maker, args: argparse.Namespace, pair: Pair, rank: int) -> str:
    """One pass; a line about it."""
    seed = args.seed + 1000 * course.epoch
    maker.random = np.random.default_rng(seed + rank)
    plans = maker.collection.plans(np.random.default_rng(seed))
    budget, before = 60 * (args.more or args.minutes), time.monotonic()
    losses, frames = [], 0
    for place in range(rank, len(plans) // pair.workers * pair.workers, pair.workers):
        batch = maker.batch(plans[place])
        if rank == 0:
            pair.spent.fill_(time.monotonic() - course.began)
        rate = rate_at(float(pair.spent) / budget, args.rate)
        for group in course.optimiser.param_groups:
            group["lr"] = rate
        losses.append(step(course, batch, pair, rank))
        frames += int(batch.lengths.sum()) * pair.workers
        course.spent = float(pair.spent)
        if rank == 0 and course.steps % 50 == 0:
            print(f"  step {course.steps} loss {np.mean(losses[-50:]):.3f}", flush=True)
        if course.spent >= budget:
            break
    course.epoch += 1
    minutes = (time.monotonic() - before) / 60
    return (f"epoch {course.epoch} loss {np.mean(losses):.3f} rate {rate:.2e} "
            f"{frames / 360000:.1f} h in {minutes:.1f} min, "
            f"{course.spent / budget:.0%} of the time")


def work(rank: int, args: argparse.Namespace, pair: Pair) -> None:
    """One of the workers: epochs until the time is spent."""
    torch.set_num_threads(1)
    run = args.cache / "runs" / args.name
    collection, course = Collection(args.cache), start(args, run)
    torch.manual_seed(args.seed + 100 * course.steps + rank)
    maker = Maker(collection, args.seed + course.steps + rank)
    course.began = time.monotonic() - course.spent
    budget = 60 * (args.more or args.minutes)
    while course.spent < budget:
        collection.refresh(pair.names(collection, rank))
        line = epoch(course, maker, args, pair, rank)
        if rank == 0:
            keep(course, run)
        figures = report(course, collection, args.most, pair, rank)
        if rank == 0:
            print(f"{line}: {figures}", flush=True)
        pair.barrier.wait()


def train(args: argparse.Namespace) -> None:
    """Starts the workers."""
    (args.cache / "runs" / args.name).mkdir(parents=True, exist_ok=True)
    weights = sum(each.numel() for each in Acoustic(shape_of(args)).parameters())
    mp.spawn(work, (args, Pair(weights, args.workers)), nprocs=args.workers)


def train_parser() -> argparse.ArgumentParser:
    """Arguments of training, for this command line and that of `run.py`."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--name", default="main")
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--more", type=float, help="a warm restart of a finished run: minutes")
    parser.add_argument("--blocks", type=int, default=12)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--dropout", type=float, default=0.0, help="of features and of blocks")
    parser.add_argument("--workers", type=int, default=2, help="processes of one thread each")
    parser.add_argument("--most", type=int, default=150, help="held-out clips a source")
    parser.add_argument("--seed", type=int, default=7)
    return parser


if __name__ == "__main__":
    train(argparse.ArgumentParser(description=__doc__, parents=[train_parser()]).parse_args())
