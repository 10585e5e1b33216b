"""Sentences of written text that is at hand: clinical dialogues and notes, abstracts, and general English prose."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path

CMU = Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
DICTIONARIES = Path("/usr/share/dictd")
FORTUNES = Path("/usr/share/games/fortunes")
FORTUNE_FILES = (
    "literature", "wisdom", "people", "work", "science", "fortunes", "food", "education", "love", "news", "pets",
    "platitudes", "politics", "law", "kids", "men-women", "sports", "medicine", "miscellaneous", "cookie",
)  # fmt: skip
SPEAKER = re.compile(
    r"^\s*(?:\[[^\]]*\]|(?:Doctor|Patient|Guest_\w+|Clinician|Nurse|Mother|Father)\s*\d?\s*:)\s*", re.I | re.M
)


def cmu_words() -> frozenset[str]:
    """The words of the CMU dictionary that pocketsphinx brings."""
    lines = CMU.read_text(encoding="utf-8", errors="replace").splitlines()
    return frozenset(line.split()[0].lower() for line in lines if line and "(" not in line.split()[0])


def clinical_texts(data: Path) -> Iterator[tuple[str, str]]:
    """(key of the document, text) of dialogues, notes and abstracts; a key's parts belong together."""
    csv.field_size_limit(10**9)
    folder = data / "clinical-text"
    for name in (
        "aci-bench/train",
        "aci-bench/valid",
        "mts-dialog/MTS-Dialog-TrainingSet",
        "mts-dialog/MTS-Dialog-ValidationSet",
    ):
        with gzip.open(folder / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.DictReader(file)):
                yield f"{name}#{number}", row.get("note") or row.get("section_text") or ""
                yield f"{name}#{number}", SPEAKER.sub("", row["dialogue"])
    for name in ("bc5cdr-iob/train", "bc5cdr-iob/devel", "ncbi-disease-iob/train", "ncbi-disease-iob/devel"):
        with gzip.open(folder / f"{name}.tsv.gz", "rt", encoding="utf-8") as file:
            for number, block in enumerate(file.read().split("\n\n")):
                yield f"{name}#{number // 10}", untokenised([line.split("\t")[0] for line in block.splitlines()])
    for name in ("DRUG-AE", "DRUG-DOSE"):
        with gzip.open(folder / f"ade-corpus-v2/{name}.rel.gz", "rt", encoding="utf-8") as file:
            for line in file:
                key, text = line.split("|")[:2]
                yield f"ade#{key}", text


def consultations(data: Path) -> Iterator[tuple[str, str]]:
    """Transcripts without punctuation, cut where speech often starts anew into pieces of 6 to 22 words."""
    with gzip.open(data / "clinical-text" / "simulated-consultations.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            key, _, text = line.rstrip("\n").partition("\t")
            words = text.split()
            start = 0
            for at in range(1, len(words) + 1):
                length = at - start
                fresh = at < len(words) and words[at] in {
                    "AND",
                    "BUT",
                    "SO",
                    "OK",
                    "DO",
                    "ANY",
                    "HAVE",
                    "NO",
                    "YEAH",
                    "I",
                    "WHAT",
                    "IS",
                }
                if at == len(words) or length >= 22 or (fresh and length >= 6):
                    yield key, " ".join(words[start:at])
                    start = at


def untokenised(tokens: list[str]) -> str:
    """Text of tokens: no space before punctuation, none around hyphens and slashes."""
    text = re.sub(r" ([,.;:!?%)])", r"\1", " ".join(tokens))
    return re.sub(r"(?<=\w) ?([-/']) ?(?=\w)", r"\1", text).replace("( ", "(")


def dictionary_sentences() -> Iterator[str]:
    """Definitions, examples and quotations of WordNet and GCIDE."""
    with gzip.open(DICTIONARIES / "wn.dict.dz", "rt", encoding="utf-8", errors="replace") as file:
        text = re.sub(r"\s*\n\s{5,}", " ", file.read())
    for line in re.sub(r"\[[^\]]*\]", "", text).splitlines():
        line = re.sub(r"^\s+(?:(?:n|v|adj|adv) )?\s*(?:\d+: )?", "", line)
        for part in line.split(";"):
            yield part.strip(' "')
    with gzip.open(DICTIONARIES / "gcide.dict.dz", "rt", encoding="utf-8", errors="replace") as file:
        text = file.read()
    for paragraph in re.split(r"\n\s*\n|\n\s*\[", text):
        lines = paragraph.strip("\n").split("\n")
        joined = " ".join(line.strip() for line in lines)
        if lines[0].startswith(" " * 9) and " --" in joined:
            yield joined.rsplit(" --", 1)[0]
        elif re.match(r" {3}\d+\. ", lines[0]) and "[" not in joined:
            yield re.sub(r"^\d+\. (?:\([A-Za-z. ]+\) )?", "", joined).split(" --")[0]


def fortune_texts() -> Iterator[str]:
    """Paragraphs of the fortune collections that hold prose."""
    for name in FORTUNE_FILES:
        path = FORTUNES / name
        if path.exists():
            for piece in path.read_text(encoding="utf-8", errors="replace").split("\n%\n"):
                yield re.sub(r"\s+", " ", re.sub(r"\n\s*--.*", "", piece, flags=re.S))
