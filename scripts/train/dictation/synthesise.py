"""Shards of synthetic speech: sentences of `sentences.py` in the voices of `voices.py`, changed by
`sound_changes.py`.

    synthesise.py --texts FOLDER --out FOLDER --hours 15 [--first 0] [--lexicon FILE] [--seed 7] [--held-out]

`shard-NNN.npy`: int16 mono 16 kHz, clips end to end. `shard-NNN.tsv`: offset, samples, voice, held_out, style,
words. The .tsv is renamed into place last, so that a shard with a .tsv is complete. A shard that exists is left
alone; each has a seed of its own.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lexicon_addenda import read_addenda
from sound_changes import RATE, changed, trimmed
from voices import VOICES, Addenda, Voice, draw_manner, speak, speakable

STYLES = {"dictation": 0.5, "clinical": 0.25, "general": 0.25}
SHARD_MINUTES = 30
HELD_OUT_CLIPS = 300
FIRST_HELD_OUT = 900
SECONDS = (0.8, 20.0)
WORDS_A_SECOND = (0.9, 5.6)


@dataclass
class Shard:
    """What has been spoken so far, and how many clips failed by voice."""

    clips: list[np.ndarray] = field(default_factory=list)
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    samples: int = 0


@dataclass(frozen=True)
class Tools:
    """A folder in memory for what the synthesisers write, and pronunciations for words that they do not know."""

    scratch: Path
    addenda: Addenda


def draw_text(sentences: list[str], rng: random.Random) -> list[list[str]]:
    """One to several sentences, 3 to 38 words in all; sentences are taken from a random place."""
    wanted = rng.choice((rng.randint(3, 12), rng.randint(8, 24), rng.randint(18, 36)))
    taken: list[list[str]] = []
    length = 0
    while length < wanted and len(taken) < 8:
        words = rng.choice(sentences).split()
        if length + len(words) <= 38:
            taken.append(words)
            length += len(words)
        elif length:
            break
    return taken


def draw_clip(style: str, sentences: list[str], voice: Voice, shard: Shard, tools: Tools, rng: random.Random) -> None:
    """Speaks one clip into the shard, or counts the failure."""
    text = draw_text(sentences, rng)
    numbers = np.random.default_rng(rng.getrandbits(32))
    spoken = "".join(f"{speakable(words, voice, rng, tools.addenda)}. " for words in text).strip()
    sound = speak(spoken, voice, draw_manner(voice, rng), tools.scratch, tools.addenda)
    words = " ".join(" ".join(sentence) for sentence in text)
    sound = trimmed(sound, numbers) if sound is not None else np.zeros(0, np.float32)
    seconds = len(sound) / RATE
    pace = len(words.split()) / max(seconds, 0.1)
    if not SECONDS[0] <= seconds <= SECONDS[1] or not WORDS_A_SECOND[0] <= pace <= WORDS_A_SECOND[1]:
        shard.failed[voice.name] += 1
        return
    strength = 0.4 if voice.held_out else rng.choice((0.0, 1.0, 1.0))
    sound = changed(sound, shard.clips[-60:], numbers, tools.scratch, strength)
    if not np.isfinite(sound).all():
        raise ValueError(f"a change of {voice.name} gave a sound that is no number")
    clip = np.round(np.clip(sound, -1, 1) * 32767).astype(np.int16)
    shard.clips.append(clip)
    shard.rows.append((voice.name, style, words))
    shard.samples += len(clip)


def speak_shard(texts: dict[str, list[str]], held_out: bool, clips: int, tools: Tools, rng: random.Random) -> Shard:
    """Clips of random styles and voices: the requested number, or (0) half an hour of them.

    Raises `RuntimeError` where most clips fail, as where a synthesiser is missing.
    """
    shard = Shard()
    voices = [voice for voice in VOICES if voice.held_out == held_out]
    weights = [voice.weight for voice in voices]
    styles = [style for style in texts if texts[style]]
    share = [STYLES.get(style, 1.0) for style in styles]
    while len(shard.clips) < clips if clips else shard.samples < SHARD_MINUTES * 60 * RATE:
        voice = rng.choices(voices, weights)[0]
        style = rng.choices(styles, share)[0]
        draw_clip(style, texts[style], voice, shard, tools, rng)
        if sum(shard.failed.values()) > 20 + len(shard.clips):
            raise RuntimeError(f"most clips fail: {dict(shard.failed)}")
    return shard


def write_shard(shard: Shard, folder: Path, number: int, held_out: bool) -> None:
    """The sounds first, then the table."""
    name = f"shard-{number:03d}"
    draft = folder / f".{name}.draft.npy"
    np.save(draft, np.concatenate(shard.clips))
    draft.rename(folder / f"{name}.npy")
    lines = []
    offset = 0
    for clip, (voice, style, words) in zip(shard.clips, shard.rows, strict=True):
        lines.append(f"{offset}\t{len(clip)}\t{voice}\t{int(held_out)}\t{style}\t{words}\n")
        offset += len(clip)
    table = folder / f".{name}.draft.tsv"
    table.write_text("offset\tsamples\tvoice\theld_out\tstyle\twords\n" + "".join(lines), encoding="utf-8")
    table.rename(folder / f"{name}.tsv")
    hours = f"{offset / RATE / 3600:.2f} h"
    print(
        f"{name}: {len(lines)} clips, {hours}, failed {sum(shard.failed.values())} {dict(shard.failed)}", flush=True
    )


def read_texts(folder: Path, held_out: bool) -> dict[str, list[str]]:
    """Sentences by style; those that are not there yet are left out."""
    names = {"heldout": "dictation"} if held_out else {style: style for style in STYLES}
    found = {style: folder / f"{name}.txt" for name, style in names.items()}
    return {style: path.read_text(encoding="utf-8").splitlines() for style, path in found.items() if path.exists()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hours", type=float, default=15)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--lexicon", type=Path, help="pronunciations for words that the CMU dictionary lacks")
    parser.add_argument("--clips", type=int, help="clips in a shard (default: half an hour, held out 300)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--held-out", action="store_true", help="one shard of held-out voices and sentences")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    first = FIRST_HELD_OUT if args.held_out else args.first
    last = first + (1 if args.held_out else round(args.hours * 60 / SHARD_MINUTES))
    clips = args.clips or (HELD_OUT_CLIPS if args.held_out else 0)
    for number in range(first, last):
        if (args.out / f"shard-{number:03d}.tsv").exists():
            continue
        with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as scratch:
            addenda = read_addenda(args.lexicon) if args.lexicon else {}
            texts = read_texts(args.texts, args.held_out)
            tools = Tools(Path(scratch), addenda)
            shard = speak_shard(texts, args.held_out, clips, tools, random.Random(args.seed * 1000 + number))
        write_shard(shard, args.out, number, args.held_out)


if __name__ == "__main__":
    main()
