"""What the network hears: prepared clips, shards of synthetic speech, and the plan of an epoch."""

from __future__ import annotations

import csv
import importlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from augment import changed, masked, normalised, pause
from features import log_mel
from noises import Sounds
from phones import Lexicon

Random = np.random.Generator

SHORTEST, LONGEST, BATCH_FRAMES = 30, 2000, 4800
SYNTHETIC_SHARE, JOINED, EMPTY, TWICE = 0.35, 0.3, 0.03, "ljspeech"


@dataclass
class Clip:
    """A place in one or two arrays of log-mel frames, who speaks there and what."""

    name: str
    source: str
    speaker: str
    part: str
    start: int
    frames: int
    words: list[str]
    versions: list[np.ndarray]

    def energies(self, random: Random | None) -> Tensor:
        """Frames of the clean version, or of any where a generator is given."""
        pick = 0 if random is None or random.random() < 0.75 else -1
        return torch.from_numpy(
            self.versions[pick][self.start:self.start + self.frames].astype(np.float32))


@dataclass
class Batch:
    """Padded features (clips, frames, 80), frames of each, targets end to end, their lengths."""

    features: Tensor
    lengths: Tensor
    targets: Tensor
    counts: Tensor


@dataclass
class Plan:
    """Clips heard one after the other, with their tempo; none is a noise of so many frames."""

    clips: list[Clip]
    speed: float
    frames: int


def table_of(path: Path) -> list[dict[str, str]]:
    """Rows of a table with a heading."""
    with open(path, encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


class Collection:
    """All clips there are; new shards join when `refresh` is called."""

    def __init__(self, cache: Path) -> None:
        self.cache, self.shards = cache, set[str]()
        self.lexicon = Lexicon(letter_words(), cache / "export" / "lexicon.txt")
        self.real = self.read_real()
        self.synthetic: list[Clip] = []
        self.lexicon.learn({word for clip in self.real for word in clip.words})

    def read_real(self) -> list[Clip]:
        """Clips of human speakers."""
        folder, clips, start = self.cache / "real", [], 0
        versions = [np.load(folder / f"{name}.npy", mmap_mode="r")
                    for name in ("clean", "changed")]
        for row in table_of(folder / "clips.tsv"):
            clips.append(Clip(row["clip"], row["source"], row["speaker"], row["part"], start,
                              int(row["frames"]), row["words"].split(), versions))
            start += int(row["frames"])
        return clips

    def complete(self) -> list[str]:
        """Names of the shards of synthetic speech that are there."""
        return sorted(table.stem for table in (self.cache / "synthetic").glob("shard-*.tsv")
                      if table.with_suffix(".npy").exists())

    def refresh(self, names: list[str]) -> None:
        """Reads shards that were not read before; their features are kept on disk."""
        for name in names:
            if name not in self.shards:
                self.shards.add(name)
                table = self.cache / "synthetic" / f"{name}.tsv"
                self.read_shard(table, np.load(table.with_suffix(".npy"), mmap_mode="r"))

    def read_shard(self, table: Path, sound: np.ndarray) -> None:
        """Clips of one shard of synthetic speech."""
        with open(table, encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
        rows = [row for row in rows if row[0].isdigit()]
        kept = self.cache / "features" / f"{table.stem}.npy"
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            energies = np.concatenate([
                log_mel(sound[int(row[0]):int(row[0]) + int(row[1])] / 32768).astype(np.float16)
                for row in rows])
            np.save(kept, energies)
        energies = np.load(kept, mmap_mode="r")
        self.lexicon.learn({word for row in rows for word in row[5].split()})
        start = 0
        for place, row in enumerate(rows):
            frames = 1 + (int(row[1]) - 400) // 160
            part = "heldout" if row[3] == "1" else "train"
            self.synthetic.append(Clip(f"{table.stem}/{place}", "synthetic", row[2], part, start,
                                       frames, row[5].split(), [energies]))
            start += frames

    def usable(self, clips: list[Clip], part: str) -> list[Clip]:
        """Clips of a part whose targets fit their length."""
        return [clip for clip in clips if clip.part == part
                and SHORTEST <= clip.frames <= LONGEST
                and clip.frames / 3.3 > len(self.lexicon.target(clip.words))]

    def heldout(self, most: int) -> dict[str, list[Clip]]:
        """Held-out clips by source, evenly thinned to at most so many."""
        found: dict[str, list[Clip]] = {}
        for clip in self.usable(self.real + self.synthetic, "heldout"):
            found.setdefault(clip.source, []).append(clip)
        return {source: [clips[int(place)] for place in
                         np.linspace(0, len(clips) - 1, min(most, len(clips)))]
                for source, clips in found.items()}

    def plans(self, random: Random) -> list[list[Plan]]:
        """One epoch: batches of plans of about the same length."""
        real = self.usable(self.real, "train")
        real += [clip for clip in real if clip.source == TWICE]
        hours = sum(clip.frames for clip in real)
        made = self.usable(self.synthetic, "train")
        room = hours * SYNTHETIC_SHARE / (1 - SYNTHETIC_SHARE)
        chosen = []
        for place in random.permutation(len(made)):
            if room <= 0:
                break
            chosen.append(made[place])
            room -= made[place].frames
        return batches(joined(real + chosen, random), random)


def letter_words() -> set[str]:
    """Words said letter by letter, as the verbaliser of the same folder lists them."""
    try:
        return set(importlib.import_module("verbalise").LETTER_WORDS)
    except (ImportError, AttributeError):
        return set()


def joined(clips: list[Clip], random: Random) -> list[Plan]:
    """Plans of single clips, of some of one speaker in a row, and a few of noise alone."""
    speakers: dict[tuple[str, str], list[Clip]] = {}
    for clip in clips:
        speakers.setdefault((clip.source, clip.speaker), []).append(clip)
    plans = []
    for group in speakers.values():
        waiting = [group[place] for place in random.permutation(len(group))]
        while waiting:
            taken = [waiting.pop()]
            while waiting and random.random() < JOINED and len(taken) < 4 and sum(
                    clip.frames for clip in taken) + waiting[-1].frames < 1000:
                taken.append(waiting.pop())
            speed = float(random.uniform(0.87, 1.15)) if random.random() < 0.65 else 1.0
            frames = sum(clip.frames for clip in taken) + 80 * (len(taken) - 1)
            plans.append(Plan(taken, speed, int(frames / speed)))
    for _ in range(int(len(plans) * EMPTY)):
        plans.append(Plan([], 1.0, int(random.integers(60, 600))))
    return plans


def batches(plans: list[Plan], random: Random) -> list[list[Plan]]:
    """Sorts plans roughly by length and cuts them into batches, in random order."""
    keys = [plan.frames * random.uniform(0.93, 1.07) for plan in plans]
    cut, now, longest = [], [], 0
    for place in np.argsort(keys):
        plan = plans[place]
        longest = max(longest, plan.frames)
        if now and longest * (len(now) + 1) > BATCH_FRAMES:
            cut.append(now)
            now, longest = [], plan.frames
        now.append(plan)
    cut.append(now)
    return [cut[place] for place in random.permutation(len(cut))]


class Maker:
    """Makes batches of plans, every time heard anew."""

    def __init__(self, collection: Collection, seed: int) -> None:
        self.collection, self.random = collection, np.random.default_rng(seed)
        self.sounds = Sounds(seed)

    def heard(self, plan: Plan) -> tuple[Tensor, list[int]]:
        """Features and target of one plan."""
        random, parts, words = self.random, [], []
        if not plan.clips:
            return normalised(self.sounds.alone(plan.frames, random)), []
        for place, clip in enumerate(plan.clips):
            energies = clip.energies(random)
            if place:
                parts.append(pause(parts[-1], random, self.sounds))
            parts.append(energies)
            words += clip.words
        spread = 0.17 if plan.clips[0].source in ("synthetic", TWICE) else 0.1
        formant = float(random.uniform(1 - spread, 1 + spread)) if random.random() < 0.65 else 1.0
        other = None
        if random.random() < 0.04:
            pool = self.collection.real
            other = pool[int(random.integers(len(pool)))].energies(None)
        made = changed(torch.cat(parts), (plan.speed, formant), other, self.sounds, random)
        return masked(normalised(made), random), self.collection.lexicon.target(words)

    def batch(self, plans: list[Plan]) -> Batch:
        """Padded features and targets of some plans."""
        return pad([self.heard(plan) for plan in plans])


def pad(items: list[tuple[Tensor, list[int]]]) -> Batch:
    """A batch of features and targets."""
    features = torch.nn.utils.rnn.pad_sequence([item[0] for item in items], batch_first=True)
    targets = [token for item in items for token in item[1]]
    return Batch(features, torch.tensor([len(item[0]) for item in items]),
                 torch.tensor(targets, dtype=torch.long),
                 torch.tensor([len(item[1]) for item in items]))
