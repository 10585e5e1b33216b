"""Sets of sentences in spoken words: clinical text at hand, dictation of the project's own grammar, general prose.

    sentences.py --data DATA --out FOLDER [--dictation N] [--seed 7]

Writes `clinical.txt`, `dictation.txt`, `general.txt` and `heldout.txt` (one sentence a line) to FOLDER. What is
held out stands in no other set: whole documents of the clinical text, and templates of the grammar of their own.
"""

from __future__ import annotations

import argparse
import random
import zlib
from pathlib import Path

from sentence_parts import prose
from sentence_parts.drugs import read_drugs
from sentence_parts.grammar import Grammar, dictated, read_grammar
from verbalise import letter_said, verbalise

HELD_OUT_DOCUMENTS = 0.04
HELD_OUT_EACH = 500
MAX_WORDS = 45


def document_held_out(key: str) -> bool:
    """Whether a clinical document is for evaluation: by a checksum of its key."""
    return zlib.crc32(key.encode()) % 1000 < HELD_OUT_DOCUMENTS * 1000


def clinical(data: Path) -> tuple[list[str], list[str]]:
    """Sentences of the clinical text: (for training, held out), each once, in order."""
    train: dict[str, None] = {}
    held: dict[str, None] = {}
    texts = list(prose.clinical_texts(data)) + list(prose.consultations(data))
    for key, text in texts:
        into = held if document_held_out(key) else train
        for words in verbalise(text):
            if len(words) <= MAX_WORDS:
                into[" ".join(words)] = None
    return list(train), [sentence for sentence in held if sentence not in train and len(sentence.split()) >= 4]


def general(limit: int, rng: random.Random) -> list[str]:
    """General prose of 4 to 30 words, all of them in the CMU dictionary and none said letter by letter."""
    known = prose.cmu_words()
    found: dict[str, None] = {}
    for text in drawn_texts(limit * 2, rng):
        for words in verbalise(text):
            if 4 <= len(words) <= 30 and all(word in known and not letter_said(word) for word in words):
                found[" ".join(words)] = None
    sentences = list(found)
    rng.shuffle(sentences)
    return sentences[:limit]


def drawn_texts(limit: int, rng: random.Random) -> list[str]:
    """All prose of the fortunes and a draw of the dictionaries' longer entries, without figures."""
    entries = [
        text
        for text in prose.dictionary_sentences()
        if 4 < len(text.split()) < 60 and text.isascii() and not any(map(str.isdigit, text))
    ]
    return [*prose.fortune_texts(), *rng.sample(entries, min(limit, len(entries)))]


def dictation(count: int, held_out: bool, grammar: Grammar, rng: random.Random) -> list[str]:
    """`count` sentences of the grammar, each once; in a quarter of them the punctuation is said."""
    found: dict[str, None] = {}
    for _ in range(count * 20):
        if len(found) >= count:
            break
        text = dictated(grammar, held_out, rng)
        said = [word for words in verbalise(text, rng, marks=rng.random() < 0.25) for word in words]
        if 1 <= len(said) <= MAX_WORDS:
            found[" ".join(with_articles(said))] = None
    return list(found)


def with_articles(words: list[str]) -> list[str]:
    """ "an" before the sound of a vowel, where a filled slot left "a"."""
    fixed = list(words)
    for at, (word, after) in enumerate(zip(words, words[1:], strict=False)):
        if word in {"a", "an"} and after not in {"one", "i"}:
            first = after[0] in ("aefhilmnorsx" if letter_said(after) else "aeio") and not after.startswith(
                ("one", "eu")
            )
            fixed[at] = (
                "an"
                if first
                or after.startswith(("ultra", "un", "up", "ul", "um"))
                and not letter_said(after)
                and not after.startswith("uni")
                else "a"
            )
    return fixed


def write(folder: Path, name: str, sentences: list[str]) -> None:
    """One sentence a line, put in place when complete."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{name}.draft"
    draft.write_text("".join(f"{sentence}\n" for sentence in sentences), encoding="utf-8")
    draft.rename(folder / name)
    print(
        f"{name}: {len(sentences)} sentences, {sum(len(sentence.split()) for sentence in sentences)} words",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with clinical-text")
    parser.add_argument(
        "--models", type=Path, default=Path(__file__).parents[3] / "models", help="folder with medication-knowledge"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dictation", type=int, default=250_000)
    parser.add_argument("--general", type=int, default=60_000)
    parser.add_argument(
        "--parts", default="clinical,dictation,general", help="which sets; the held-out one comes with clinical"
    )
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    parts = set(args.parts.split(","))
    grammar = read_grammar(read_drugs(args.models / "medication-knowledge"))
    spoken = dictation(HELD_OUT_EACH, True, grammar, random.Random(args.seed))
    if "clinical" in parts:
        train, held = clinical(args.data)
        random.Random(args.seed).shuffle(held)
        write(args.out, "clinical.txt", train)
        seen = set(train)
        wanted = spoken + held[:HELD_OUT_EACH]
        kept_out = [sentence for sentence in wanted if sentence not in seen and len(sentence.split()) > 2]
        write(args.out, "heldout.txt", kept_out)
    if "dictation" in parts:
        kept = set(spoken)
        made = dictation(args.dictation, False, grammar, random.Random(args.seed + 1))
        write(args.out, "dictation.txt", [sentence for sentence in made if sentence not in kept])
    if "general" in parts:
        write(args.out, "general.txt", general(args.general, random.Random(args.seed + 2)))


if __name__ == "__main__":
    main()
