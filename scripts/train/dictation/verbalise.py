"""Written clinical text as the words that a clinician says: the one place that defines spoken words.

A spoken word is a token of `[a-z']+`. Short forms said letter by letter ("ecg") are one token; `letter_said` tells
which. What is said in several ways (blood pressures, "BID", years) is drawn from a seeded generator, so a text
gives the same words every time it is verbalised alone.
"""

from __future__ import annotations

import random
import re
import unicodedata
import zlib

from sentence_parts import number_forms
from sentence_parts.spoken_forms import (
    LETTER_WORDS,
    LETTER_WORDS_CAPITAL,
    LETTERS_APART,
    RESTORED,
    RISKY_FORMS,
    SHORT_FORMS,
    WORD_SAID,
)

SPOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*'?$")
MARKS = {
    ",": "comma", ":": "colon", ";": "semicolon", "(": "open bracket", ")": "close bracket",
    ".": "full stop|period", "?": "question mark",
}  # fmt: skip
PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"',
     "–": "-", "—": " - ", "−": "-", "•": "\n", "…": " ", "×": "x", "μ": "µ",
     "±": " plus or minus ", "≥": " greater than or equal to ", "≤": " less than or equal to ",
     "½": " 1/2", "¼": " 1/4", "¾": " 3/4",
     "\u00a0": " ", "\t": " ", "²": "2", "³": "3", "→": " to ", "↑": " increased ", "↓": " decreased "}
)  # fmt: skip
VOWELLESS = frozenset({"hmm", "hmmm", "mm", "mhm", "shh", "hm", "nth", "cc", "mmm", "psst"})
NO_END = re.compile(r"(?:\b(?:dr|mr|mrs|ms|st|vs|no|approx|e\.g|i\.e|jr|[A-Z])|\b[a-z]\.[a-z])\.$", re.I)


def verbalise(text: str, rng: random.Random | None = None, *, marks: bool = False) -> list[list[str]]:
    """Sentences of spoken words of `text`; a sentence with something that cannot be said is left out.

    `marks`: punctuation is said too ("comma", "full stop"). Without `rng` the ways are drawn from a seed made of
    the text.
    """
    rng = rng or random.Random(zlib.crc32(text.encode()))
    sentences = (sentence_words(sentence, rng, marks) for sentence in split_sentences(text))
    return [words for words in sentences if words]


def letter_said(word: str) -> bool:
    """Whether a spoken word is said letter by letter ("ecg"); single letters other than "a" and "i" too."""
    if len(word) == 1:
        return word not in "ai"
    return word in LETTER_WORDS or word in LETTER_WORDS_CAPITAL


def split_sentences(text: str) -> list[str]:
    """Sentences as written: at ends of lines, and after a full stop, question or exclamation mark that ends one."""
    text = unicodedata.normalize("NFC", text).translate(PLAIN)
    found = []
    for line in text.splitlines():
        start = 0
        for match in re.finditer(r"[.!?]+[\"')]*(?=\s|$)", line):
            piece = line[start : match.end()]
            if not NO_END.search(piece) and not re.fullmatch(r"\s*\d{1,2}\.", piece):
                found.append(line[start : match.end()])
                start = match.end()
        found.append(line[start:])
    return [sentence.strip() for sentence in found if re.search(r"\w", sentence)]


def sentence_words(sentence: str, rng: random.Random, marks: bool = False) -> list[str]:
    """The spoken words of one sentence, or none where something in it cannot be said."""
    text = unicodedata.normalize("NFD", sentence)
    text = "".join(character for character in text if not unicodedata.combining(character))
    text = re.sub(r"^\s*(?:[-*#>]+|\(?\d{1,2}[.)])\s+", "", text)
    shouted = text.upper() == text and len(re.findall(r"[A-Za-z]+", text)) > 2
    if shouted:
        text = text.lower()
    text = short_forms(text, rng)
    text = number_forms.say_numbers(text, rng)
    words: list[str] = []
    for token in re.findall(r"[A-Za-z']+|[,:;()?]|[.](?=\s*$)|\S", text):
        said = token_words(token, rng, marks, shouted)
        if said is None:
            return []
        words += said
    return words if any(len(word) > 1 for word in words) else []


def choose(ways: str, rng: random.Random) -> str:
    """One of the ways parted by bars: the first more often."""
    options = ways.split("|")
    return options[0] if len(options) == 1 or rng.random() < 0.4 else rng.choice(options)


def short_forms(text: str, rng: random.Random) -> str:
    """Expands the short forms that hold slashes or full stops, and those written as one word."""

    def expand(match: re.Match[str]) -> str:
        ways = SHORT_FORMS.get(match.group(0).lower())
        return f" {choose(ways, rng)} " if ways else match.group(0)

    for pattern, said in RISKY_FORMS:
        text = re.sub(pattern, said, text)
    return re.sub(r"(?<![\w/.'])[A-Za-z]+(?:([./])[A-Za-z]*)*(?:/(?=\s)|\.(?=\s|,))?(?![\w/'])", expand, text)


def token_words(token: str, rng: random.Random, marks: bool, shouted: bool) -> list[str] | None:
    """What one token gives: its words, nothing for punctuation that is not said, `None` where it cannot be said."""
    if token in MARKS:
        return choose(MARKS[token], rng).split() if marks else []
    if not re.search(r"[A-Za-z]", token):
        return number_forms.symbol_words(token)
    if token in WORD_SAID:
        return [WORD_SAID[token]]
    bare = token.strip("'")
    if bare in LETTERS_APART:
        return LETTERS_APART[bare].split()
    word = token.lower().lstrip("'").rstrip("'") + ("'" if token.lower().endswith("s'") else "")
    if shouted and word in RESTORED:
        return [RESTORED[word]]
    if not word:
        return []
    if unsayable(bare):
        return None
    return [word] if SPOKEN.match(word) else None


def unsayable(written: str) -> bool:
    """A short form that no table knows: capitals within or without vowels, of which it is unknown how they are
    read.
    """
    small = written.lower()
    if small in LETTER_WORDS or small in LETTER_WORDS_CAPITAL or len(written) == 1:
        return False
    if re.fullmatch(r"[A-Z]{2,5}s?", written) and not re.fullmatch(r"[A-Z]{4,5}", written):
        return True
    return not re.search(r"[aeiouy]", small) and small not in VOWELLESS
