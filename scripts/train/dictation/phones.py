"""Words to phones for training: CMU dictionary, letter names, festival's letter-to-sound rules.

The dictionary is the one of Debian's pocketsphinx-en-us (Carnegie Mellon University, BSD-like).
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

DICTIONARY = Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
PHONES = ("AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH "
          "UH UW V W Y Z ZH").split()
INDEX = {phone: place + 1 for place, phone in enumerate(PHONES)}
BLANK, TOKENS = 0, len(PHONES) + 1
LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", (
    "EY|B IY|S IY|D IY|IY|EH F|JH IY|EY CH|AY|JH EY|K EY|EH L|EH M|EH N|OW|P IY|K Y UW|AA R|EH S|"
    "T IY|Y UW|V IY|D AH B AH L Y UW|EH K S|W AY|Z IY").split("|"), strict=True))
VOWELS = re.compile("[aeiouy]")
FESTIVAL_PHONES = {"AX": "AH", "AXR": "ER"}


def read_dictionary(path: Path) -> dict[str, list[str]]:
    """First pronunciation of every word; `word P1 P2` or `word<TAB>P1 P2` a line."""
    found: dict[str, list[str]] = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            word, *phones = line.split()
            if "(" not in word and phones and all(phone in INDEX for phone in phones):
                found.setdefault(word, phones)
    return found


def spelled(word: str) -> list[str]:
    """Names of the letters of a word."""
    return [phone for letter in word if letter in LETTERS for phone in LETTERS[letter].split()]


def by_rules(words: list[str]) -> dict[str, list[str]]:
    """Festival's letter-to-sound rules (festlex-cmu) for words of no dictionary."""
    if not words:
        return {}
    plain = {word: re.sub("[^a-z]", "", word) for word in words}
    calls = "".join(f'(print (lex.lookup "{plain[word]}" nil))\n' for word in words)
    made = subprocess.run(["festival", "--pipe"], capture_output=True, text=True, check=True,
                          input="(lex.select \"cmu\")\n" + calls).stdout
    answers = [line for line in made.splitlines() if line.startswith("(")]
    found = {}
    for word, answer in zip(words, answers, strict=True):
        syllables = re.findall(r"\(\(([a-z0-9 ]+)\) [0-9]\)", answer)
        phones = " ".join(syllables).upper().split()
        found[word] = [FESTIVAL_PHONES.get(phone, phone) for phone in phones]
    return found


class Lexicon:
    """Pronunciations, added as words are looked up.

    @param letter_words words said letter by letter
    @param further a lexicon of words that the dictionary lacks, if there is one
    """

    def __init__(self, letter_words: set[str], further: Path | None = None) -> None:
        self.known = read_dictionary(DICTIONARY)
        if further and further.exists():
            self.known = {**read_dictionary(further), **self.known}
        self.known.update({word: spelled(word) for word in letter_words})

    def learn(self, words: set[str]) -> int:
        """Finds how unknown words are said; how many there were."""
        unknown = sorted(word for word in words if word not in self.known)
        ruled = []
        for word in unknown:
            stem = word[:-2] if word.endswith("'s") else ""
            if stem in self.known:
                self.known[word] = [*self.known[stem], "Z"]
            elif not VOWELS.search(word) or len(word) == 1:
                self.known[word] = spelled(word)
            else:
                ruled.append(word)
        for word, phones in by_rules(ruled).items():
            self.known[word] = [phone for phone in phones if phone in INDEX]
        return len(unknown)

    def target(self, words: list[str]) -> list[int]:
        """Token numbers of a sentence."""
        return [INDEX[phone] for word in words for phone in self.known[word]]
