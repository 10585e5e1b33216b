"""Decodes the clips once: sounds, log-mel of the clean and of a changed version, and the split.

Held out are a tenth of the so762 speakers, a tenth of the Common Voice sentences (its speakers are
unknown) and the whole reader of dc_tts. Nothing is ever split by row.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from augment import changed_sound
from features import log_mel

READERS, HELD_READER, SHARE = ("ljspeech", "dc_tts_selfread"), "dc_tts_selfread", 10
BATCH, LONGEST = 48, 20.0
SPOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*'?|'[a-z]+")

Row = dict[str, str]


def chance(text: str) -> int:
    """A number 0..999 that depends on a text alone."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) % 1000


def part_of(row: Row) -> str:
    """`train` or `heldout`."""
    if row["source"] in READERS:
        held = row["source"] == HELD_READER
    elif row["speaker"] == "unknown":
        held = chance("sentence " + " ".join(words_of(row["text"]))) < 1000 // SHARE
    else:
        held = chance("speaker " + row["speaker"]) < 1000 // SHARE
    return "heldout" if held else "train"


def words_of(text: str) -> list[str]:
    """Spoken words of a transcript; empty where it holds what is not plainly said."""
    text = text.lower().replace("’", "'").replace("-", " ")
    if re.search(r"[^a-z' .,;:!?\"()]", text):
        return []
    return SPOKEN.findall(text)


def decode(paths: list[Path]) -> list[np.ndarray]:
    """int16 16 kHz mono sounds of some files, by one call of ffmpeg."""
    with tempfile.TemporaryDirectory() as folder:
        inputs = [part for path in paths for part in ("-i", str(path))]
        outputs = []
        for place in range(len(paths)):
            outputs += ["-map", f"{place}:a", "-f", "s16le", "-ac", "1", "-ar", "16000",
                        f"{folder}/{place}.raw"]
        command = ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", *inputs, *outputs]
        subprocess.run(command, check=True)
        return [np.fromfile(f"{folder}/{place}.raw", np.int16) for place in range(len(paths))]


def read_rows(data: Path) -> list[Row]:
    """Clips with a plain text and a usable length."""
    with open(data / "speech" / "clips.tsv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if words_of(row["text"]) and float(row["seconds"]) <= LONGEST]


def write(cache: Path, rows: list[Row], sounds: list[np.ndarray], seed: int) -> None:
    """Writes `real/{sounds,clean,changed}.npy` with `real/clips.tsv`, and `split.tsv`."""
    random, folder = np.random.default_rng(seed), cache / "real"
    folder.mkdir(parents=True, exist_ok=True)
    clean = [log_mel(sound / 32768).astype(np.float16) for sound in sounds]
    changed = [log_mel(changed_sound(sound / 32768, random)).astype(np.float16)
               for sound in sounds]
    for name, arrays in (("clean", clean), ("changed", changed), ("sounds", sounds)):
        np.save(folder / f"{name}.npy", np.concatenate(arrays))
    table = ["clip\tsource\tspeaker\tpart\tseconds\tsamples\tframes\twords"]
    split = ["clip\tsource\tspeaker\tpart\twords"]
    for row, sound, energies in zip(rows, sounds, clean, strict=True):
        words = " ".join(words_of(row["text"]))
        head = [row["clip"], row["source"], row["speaker"], part_of(row)]
        sizes = [row["seconds"], str(len(sound)), str(len(energies))]
        table.append("\t".join([*head, *sizes, words]))
        split.append("\t".join([*head, words]))
    (folder / "clips.tsv").write_text("\n".join(table) + "\n", encoding="utf-8")
    (cache / "split.tsv").write_text("\n".join(split) + "\n", encoding="utf-8")


def prepare(data: Path, cache: Path, seed: int) -> None:
    """Decodes all clips and writes them."""
    rows, sounds = read_rows(data), []
    for start in range(0, len(rows), BATCH):
        sounds += decode([data / "speech" / row["clip"] for row in rows[start:start + BATCH]])
    write(cache, rows, sounds, seed)
    print(f"{len(rows)} clips, {sum(map(len, sounds)) / 16000 / 3600:.2f} h", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    prepare(args.data, args.cache, args.seed)


if __name__ == "__main__":
    main()
