"""Learns how unknown words are said: a small network from letters to phones, learned from the CMU dictionary.

Each letter gives none, one or two phones (a "symbol"), seen from the letters around it and the symbols before it. The
alignment of letters and phones is found by expectation maximisation. Words left out measure it.

    python letter_to_sound.py --out export/letter-to-sound.json [--extra pronunciations.txt] [--epochs 12]
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from phones import DICTIONARY, INDEX

LETTERS = "abcdefghijklmnopqrstuvwxyz'"
EDGE = len(LETTERS)
"""Number of what is before and after a word."""
WINDOW = 5
"""Letters seen on each side."""
HISTORY = 3
"""Symbols seen before."""
HIDDEN = 256
MIDDLE = 192
SEED = 20261121
MIN_SEEN = 12
"""A symbol seen with fewer letters is no habit of spelling."""

Phones = tuple[str, ...]
Costs = dict[tuple[str, Phones], float]


def read_pronunciations(path: Path) -> list[tuple[str, Phones]]:
    """All lines `word[(n)] P1 P2 …` whose word has letters alone."""
    found = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            word, *phones = line.split("#")[0].split() or [""]
            word = re.sub(r"\([0-9]+\)$", "", word)
            if re.fullmatch(r"[a-z][a-z']*", word) and phones and all(phone in INDEX for phone in phones):
                found.append((word, tuple(phones)))
    return found


def best_path(word: str, phones: Phones, costs: Costs, unseen: float) -> list[Phones] | None:
    """The cheapest way to give each letter none, one or two of the phones, in order."""
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for place, letter in enumerate(word):
        row: dict[int, tuple[float, int]] = {}
        left = len(word) - place - 1
        for used, (cost, _) in best[-1].items():
            for taken in (0, 1, 2):
                reached = used + taken
                if reached > len(phones) or len(phones) - reached > 2 * left:
                    continue
                total = cost + costs.get((letter, phones[used:reached]), unseen)
                if reached not in row or total < row[reached][0]:
                    row[reached] = (total, used)
        best.append(row)
    if len(phones) not in best[-1]:
        return None
    path, reached = [], len(phones)
    for row in reversed(best[1:]):
        used = row[reached][1]
        path.append(phones[used:reached])
        reached = used
    return path[::-1]


def align(pairs: Sequence[tuple[str, Phones]], rounds: int, rng: random.Random) -> list[tuple[str, list[Phones]]]:
    """Symbols of each letter, by hard expectation maximisation on a part, then on all; words that do not align are left out."""
    sample = rng.sample(list(pairs), min(len(pairs), 25_000))
    together: Counter[tuple[str, Phones]] = Counter()
    for word, phones in sample:
        for place, letter in enumerate(word):
            near = place * len(phones) // len(word)
            for start in range(max(0, near - 1), min(len(phones), near + 2)):
                together[letter, phones[start : start + 1]] += 2
            together[letter, ()] += 1
    for _ in range(rounds):
        costs = to_costs(together)
        together = Counter()
        for word, phones in sample:
            for letter, symbol in zip(word, best_path(word, phones, costs, 12.0) or (), strict=False):
                together[letter, symbol] += 1
    kept = Counter({key: count for key, count in together.items() if count >= MIN_SEEN})
    costs = to_costs(kept)
    paths = ((word, best_path(word, phones, costs, math.inf)) for word, phones in pairs)
    fits = [(word, path) for word, path in paths if path and all((pair) in kept for pair in zip(word, path, strict=True))]
    return fits


def to_costs(together: Counter[tuple[str, Phones]]) -> Costs:
    """-ln P(symbol | letter)."""
    totals: Counter[str] = Counter()
    for (letter, _), count in together.items():
        totals[letter] += count
    return {(letter, symbol): -math.log(count / totals[letter]) for (letter, symbol), count in together.items()}


class Speller(torch.nn.Module):
    """Scores of symbols of a letter; its tables are summed, so that a reader needs only additions and two products."""

    def __init__(self, symbols: int) -> None:
        super().__init__()
        self.letters = torch.nn.Embedding((2 * WINDOW + 1) * (EDGE + 1), HIDDEN)
        self.before = torch.nn.Embedding(HISTORY * (symbols + 1), HIDDEN)
        for table in (self.letters, self.before):
            torch.nn.init.normal_(table.weight, std=0.15)
        self.bias = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.drop = torch.nn.Dropout(0.1)
        self.middle = torch.nn.Linear(HIDDEN, MIDDLE)
        self.out = torch.nn.Linear(MIDDLE, symbols)

    def forward(self, letters: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
        hidden = self.letters(letters).sum(1) + self.before(before).sum(1) + self.bias
        return self.out(self.drop(torch.relu(self.middle(self.drop(torch.relu(hidden))))))


def letter_rows(word: str) -> np.ndarray:
    """Rows of the table of letters for each place of a word: [letters, 2 * WINDOW + 1]."""
    padded = [EDGE] * WINDOW + [LETTERS.index(letter) for letter in word] + [EDGE] * WINDOW
    seen = np.lib.stride_tricks.sliding_window_view(np.array(padded), 2 * WINDOW + 1)
    return seen + np.arange(2 * WINDOW + 1) * (EDGE + 1)


def symbol_rows(symbols: Sequence[int], count: int) -> np.ndarray:
    """Rows of the table of symbols before each place: [letters, HISTORY]; `count` is that of the word's beginning."""
    padded = np.array([count] * HISTORY + list(symbols[:-1]))
    seen = np.lib.stride_tricks.sliding_window_view(padded, HISTORY)
    return seen + np.arange(HISTORY) * (count + 1)


def train(words: Sequence[tuple[str, list[int]]], symbols: int, epochs: int) -> Speller:
    """One pass an epoch over all letters in a new order, the rate falling to nothing as a cosine."""
    torch.manual_seed(SEED)
    letters = torch.from_numpy(np.concatenate([letter_rows(word) for word, _ in words]))
    before = torch.from_numpy(np.concatenate([symbol_rows(path, symbols) for _, path in words]))
    wanted = torch.tensor([symbol for _, path in words for symbol in path])
    net = Speller(symbols)
    batch = 1024
    steps = epochs * (len(wanted) // batch)
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for epoch in range(epochs):
        total = 0.0
        order = torch.randperm(len(wanted))
        for chosen in order[: len(order) // batch * batch].view(-1, batch):
            loss = torch.nn.functional.cross_entropy(net(letters[chosen], before[chosen]), wanted[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / (len(wanted) // batch):.4f}", file=sys.stderr, flush=True)
    return net.eval()


class Reader:
    """The packed model, read as the product reads it: beam search over symbols."""

    def __init__(self, package: dict) -> None:
        def table(name: str, rows: int, columns: int) -> np.ndarray:
            packed = package["tables"][name]
            codes = np.frombuffer(base64.b64decode(packed["codes"]), np.int8).reshape(rows, columns)
            return codes.astype(np.float32) * np.float32(packed["scale"])

        self.symbols = [tuple(symbol.split()) for symbol in package["symbols"]]
        count = len(self.symbols)
        self.letters = table("letters", (2 * WINDOW + 1) * (EDGE + 1), HIDDEN)
        self.before = table("before", HISTORY * (count + 1), HIDDEN)
        self.middle = table("middle", MIDDLE, HIDDEN)
        self.out = table("out", count, MIDDLE)
        self.bias, self.middle_bias, self.out_bias = (np.array(package["biases"][name], np.float32) for name in ("letters", "middle", "out"))

    def ways(self, word: str, beam: int = 6, most: int = 3) -> list[tuple[Phones, float]]:
        """Phones and ln P of the likeliest ways to say a word."""
        count = len(self.symbols)
        beams: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for row in self.letters[letter_rows(word)].sum(1) + self.bias:
            histories = np.array([([count] * HISTORY + list(path))[-HISTORY:] for _, path in beams])
            hidden = np.maximum(row + self.before[histories + np.arange(HISTORY) * (count + 1)].sum(1), 0)
            scores = np.maximum(hidden @ self.middle.T + self.middle_bias, 0) @ self.out.T + self.out_bias
            scores -= np.logaddexp.reduce(scores, axis=1, keepdims=True)
            best = np.argsort(-scores, axis=1)[:, :beam]
            grown = [(score + scores[at, symbol], (*path, int(symbol))) for at, (score, path) in enumerate(beams) for symbol in best[at]]
            beams = sorted(grown, reverse=True)[:beam]
        found: dict[Phones, float] = {}
        for score, path in beams:
            phones = tuple(phone for symbol in path for phone in self.symbols[symbol])
            found[phones] = float(np.logaddexp(found.get(phones, -math.inf), score))
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return [way for way in ranked if way[0] and way[1] >= ranked[0][1] + math.log(0.1)][:most]


def pack(net: Speller, symbols: Sequence[Phones]) -> dict:
    """The model as JSON: weights in 8 bits with one scale a table."""

    def packed(weights: torch.Tensor) -> dict:
        values = weights.detach().numpy()
        scale = float(np.abs(values).max() / 127)
        codes = np.round(values / scale).astype(np.int8)
        return {"scale": scale, "codes": base64.b64encode(codes.tobytes()).decode()}

    tables = {"letters": net.letters.weight, "before": net.before.weight, "middle": net.middle.weight, "out": net.out.weight}
    biases = {"letters": net.bias, "middle": net.middle.bias, "out": net.out.bias}
    return {
        "version": 1, "letters": LETTERS, "window": WINDOW, "history": HISTORY, "hidden": HIDDEN, "middle": MIDDLE,
        "symbols": [" ".join(symbol) for symbol in symbols],
        "tables": {name: packed(weights) for name, weights in tables.items()},
        "biases": {name: [round(float(value), 5) for value in bias.detach()] for name, bias in biases.items()},
    }  # fmt: skip


def distance(a: Phones, b: Phones) -> int:
    """Edits between two ways to say a word."""
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (left != right))
    return row[-1]


def measure(reader: Reader, pairs: Sequence[tuple[str, Phones]]) -> dict[str, float]:
    """Errors on words left out, against the nearest of their pronunciations."""
    wanted: dict[str, list[Phones]] = defaultdict(list)
    for word, phones in pairs:
        wanted[word].append(phones)
    wrong = among = edits = length = 0
    for word, truths in wanted.items():
        ways = [phones for phones, _ in reader.ways(word)] or [()]
        near = min(truths, key=lambda truth: distance(ways[0], truth))
        edits, length = edits + distance(ways[0], near), length + len(near)
        wrong += ways[0] not in truths
        among += not any(way in truths for way in ways)
    n = len(wanted)
    return {"words": n, "word_error": wrong / n, "word_error_among_3": among / n, "phone_error": edits / length}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dictionary", type=Path, default=DICTIONARY)
    parser.add_argument("--extra", type=Path, help="pronunciations of names of drugs, counted several times")
    parser.add_argument("--epochs", type=int, default=12)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(SEED)
    pairs = read_pronunciations(options.dictionary)
    extra = read_pronunciations(options.extra) if options.extra else []
    words = sorted({word for word, _ in [*pairs, *extra]})
    left_out = {word for word in words if rng.random() < 0.02}
    tests = {name: [pair for pair in those if pair[0] in left_out] for name, those in (("dictionary", pairs), ("drugs", extra))}
    aligned = align([pair for pair in pairs + 3 * extra if pair[0] not in left_out], 4, rng)
    symbols = sorted({symbol for _, path in aligned for symbol in path})
    number = {symbol: place for place, symbol in enumerate(symbols)}
    print(f"{len(pairs)} pronunciations, {len(aligned)} aligned, {len(symbols)} symbols", file=sys.stderr, flush=True)
    net = train([(word, [number[symbol] for symbol in path]) for word, path in aligned], len(symbols), options.epochs)
    package = pack(net, symbols)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(package) + "\n", encoding="utf-8")
    for name, test in tests.items():
        if test:
            print(name, json.dumps(measure(Reader(package), test)), file=sys.stderr)


if __name__ == "__main__":
    main()
