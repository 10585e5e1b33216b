"""Texts that the language models learn from, as spoken words: one sentence a line in CACHE/corpus/NAME.txt.

General English is what is free in Debian (Webster 1913 within dict-gcide, WordNet's glosses, fortunes) and the
transcripts of training clips. Clinical text is the public sets of DATA/clinical-text, names of the project's own tables, and
the sentences made for synthesis. Sentences held out for evaluation are left out of all of them.

    python corpus.py --data DATA --cache CACHE [--only NAME]
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from sentence_parts import prose
from sentences import document_held_out
from verbalise import verbalise

MEDICAL = re.compile(
    r"\b(disease|disorder|syndrome|inflammation|infections?|surgical|surgery|surgeon|arter(y|ies|ial)|veins?|nerves?|muscles?|bones?|tumou?rs?|"
    r"cancer|malignan\w+|benign|patients?|symptoms?|medicine|medical|medication|pharmac\w+|drugs?|hormones?|enzymes?|antibiotic|bacteri\w+|"
    r"pathogen\w*|virus(es)?|anatom\w+|glands?|mucous|membrane|tissues?|blood|plasma|lungs?|liver|kidneys?|heart|spinal|cranial|abdom\w+|"
    r"intestin\w+|bladder|uter\w+|vagina\w*|f(o?)etus|newborn|embryo\w*|pregnan\w+|pelvi\w+|nasal|trade name|fever|paralysis|allerg\w+|"
    r"congenital|diagnos\w+|therap\w+|treat|treatment|vaccine|immun\w+|cells?|physiolog\w*|patholog\w*|psychiatr\w+|eyes?|ear|vision|skin|"
    r"joints?|tooth|teeth)\b"
)
"""What the meanings of medical words speak of."""

SEED = 20261121
STRINGS = 3_000
OH_SHARE = 0.3
DOUBLE_SHARE = 0.1
Sentences = Iterator[list[str]]
DICTD = Path("/usr/share/dictd")
MODELS = Path(__file__).resolve().parents[3] / "models"
WORD = re.compile(r"[a-z]+(?:'[a-z]+)*'?$")


def dictionary_text(name: str) -> str:
    """The text of a dictd dictionary of Debian."""
    with gzip.open(DICTD / f"{name}.dict.dz", "rt", encoding="utf-8", errors="replace") as lines:
        return lines.read()


def plain_sentences(text: str) -> Sentences:
    """Sentences of running prose; one with figures or other odd signs is left out, since nothing says how to say them."""
    for part in re.split(r"(?<=[.!?;:])[\"')\]]*\s+|--|[()\[\]]", text):
        words = re.sub(r"[\",.!?;:]|(?<!\w)'|'(?!\w)", " ", part.replace("-", " ")).lower().split()
        if len(words) >= 2 and all(map(WORD.match, words)):
            yield words


def webster(_: Path, __: Path) -> Sentences:
    """Quotations and definitions of Webster's dictionary of 1913, which is in the public domain; nothing of later editors."""
    for entry in re.split(r"\n(?=\S)", dictionary_text("gcide")):
        if "1913 Webster" not in entry:
            continue
        for part in re.findall(r"((?:.+\n)+?)\s*\[1913 Webster\]", entry):
            text = re.sub(r"\s--\s*[A-Z(][\w.' &()]*$", "", part.rstrip(), flags=re.M)
            text = re.sub(r"\[[^\]]*\]|\{|\}|^\s*\(?[0-9a-z]{1,2}[.)]\s", "", text, flags=re.M)
            yield from plain_sentences(re.sub(r"^.*\\.*\\.*$|^\s*(Syn|Usage|Note):", "", text, flags=re.M))


def wordnet(_: Path, __: Path) -> Sentences:
    """Glosses and example sentences of WordNet 3.0 (Princeton's licence allows any use)."""
    text = re.sub(r"\[(syn|ant)[^\]]*\]", "", dictionary_text("wn"))
    text = re.sub(r"\n\s+", " ", text)
    text = re.sub(r"\b(?:n|v|adj|adv|r|s)?\s?[0-9]+: ", "\n", text)
    for line in text.splitlines():
        yield from plain_sentences(line.strip())


def medical_entries() -> Iterator[tuple[str, str]]:
    """(headword, glosses) of WordNet's entries of one word that speak of disease, body or treatment."""
    for entry in re.split(r"\n(?=\S)", dictionary_text("wn")):
        head, _, glosses = entry.partition("\n")
        if WORD.match(head) and MEDICAL.search(glosses):
            yield head, glosses


def medical(_: Path, __: Path) -> Sentences:
    """Medical words of WordNet, each a phrase of its own, and what they mean."""
    for head, glosses in medical_entries():
        yield [head]
        text = re.sub(r"\s+", " ", re.sub(r"\[[^\]]*\]|\b(?:n|v|adj|adv) (?=[0-9])", "", glosses))
        for sense in re.split(r"\b[0-9]+: ", text):
            if MEDICAL.search(sense):
                yield from plain_sentences(sense)


def transcripts(_: Path, cache: Path) -> Sentences:
    """What training clips say, by the split of `prepare.py`; nothing that a held-out clip says too."""
    with open(cache / "split.tsv", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    held = {row["words"] for row in rows if row["part"] != "train"}
    for row in rows:
        if row["words"] not in held:
            yield [word.lstrip("'") for word in row["words"].split()]


def clinical(data: Path, _: Path) -> Sentences:
    """Notes, dialogues, abstracts and consultations of documents that are not held out, each sentence as often as it is written."""
    for texts in (prose.clinical_texts, prose.consultations):
        for key, text in texts(data):
            if not document_held_out(key):
                yield from verbalise(text)


def dictation(_: Path, cache: Path) -> Sentences:
    """Sentences of the project's grammar that `sentences.py` wrote, from none of the templates that are held out."""
    yield from read_sentences(cache / "text" / "dictation.txt")


def fortunes(_: Path, __: Path) -> Sentences:
    """Prose of Debian's fortunes."""
    for text in prose.fortune_texts():
        yield from plain_sentences(text)


def brands() -> list[str]:
    """Brands of one word that are sold in the United States."""
    products = json.loads((MODELS / "medication-knowledge" / "products.json").read_text(encoding="utf-8"))
    names = [entry["name"] for entry in products if "US" in entry["countries"] and not entry.get("weak")]
    return sorted({name.lower() for name in names if re.fullmatch("[A-Za-z]{4,}", name)})


def names(data: Path, _: Path) -> Sentences:
    """Names of symptoms, conditions, findings and drugs, each a phrase of its own."""
    with gzip.open(data / "knowledge" / "symp.obo.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            match = re.match(r'name: (?!obsolete)(.*)|synonym: "(.*?)"|def: "(.*?)"', line)
            if match:
                yield from verbalise(next(filter(None, match.groups()), ""))
    with gzip.open(data / "knowledge" / "ddxplus" / "release_evidences.json.gz", "rt", encoding="utf-8") as file:
        for evidence in json.load(file).values():
            yield from verbalise(evidence["question_en"])
    tables = MODELS / "medication-knowledge"
    for entry in json.loads((tables / "conditions.json").read_text(encoding="utf-8")):
        for name in [entry["name"], *entry.get("synonyms", [])]:
            yield from verbalise(name)
    for entry in json.loads((tables / "ingredients.json").read_text(encoding="utf-8")):
        if not entry.get("rare"):
            yield from verbalise(entry["name"])
    for brand in brands():
        yield [brand]


def numbers(_: Path, __: Path) -> Sentences:
    """What is read out digit by digit, and times and dates: telephone and record numbers stand in no prose."""
    rng = random.Random(SEED)
    digits = "zero one two three four five six seven eight nine".split()
    for _ in range(STRINGS):
        row = [rng.choice(digits) for _ in range(rng.randint(2, 10))]
        if rng.random() < OH_SHARE:
            row = ["oh" if word == "zero" else word for word in row]
        if rng.random() < DOUBLE_SHARE:
            at = rng.randrange(len(row))
            row[at : at + 1] = ["double", row[at]]
        yield row
    for _ in range(STRINGS // 2):
        number = rng.randint(0, 10 ** rng.randint(1, 4))
        yield from verbalise(rng.choice((f"{number}", f"{number} {rng.randint(0, 99)}", f"at {rng.randint(1, 12)}:{rng.randint(10, 59)}")))


CORPORA: dict[str, Callable[[Path, Path], Sentences]] = {
    "webster": webster, "wordnet": wordnet, "fortunes": fortunes, "transcripts": transcripts, "clinical": clinical, "medical": medical, "names": names,
    "dictation": dictation, "numbers": numbers,
}  # fmt: skip


def read_sentences(path: Path) -> list[list[str]]:
    """Sentences of a file, one a line."""
    with open(path, encoding="utf-8") as lines:
        return [line.split() for line in lines if line.strip()]


def write(name: str, data: Path, cache: Path) -> tuple[int, int]:
    """Writes one corpus; how many sentences and words it has."""
    held_path = cache / "text" / "heldout.txt"
    held = set(map(tuple, read_sentences(held_path))) if held_path.exists() else set()
    folder = cache / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    sentences = words = 0
    with open(folder / f"{name}.tmp", "w", encoding="utf-8") as out:
        for sentence in CORPORA[name](data, cache):
            if tuple(sentence) in held:
                continue
            out.write(" ".join(sentence) + "\n")
            sentences, words = sentences + 1, words + len(sentence)
    (folder / f"{name}.tmp").rename(folder / f"{name}.txt")
    return sentences, words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--only", choices=CORPORA, action="append")
    options = parser.parse_args()
    for name in options.only or CORPORA:
        sentences, words = write(name, options.data, options.cache)
        print(f"{name}: {sentences} sentences, {words} words", file=sys.stderr)


if __name__ == "__main__":
    main()
