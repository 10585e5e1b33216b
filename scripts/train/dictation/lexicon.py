"""Chooses the words that are recognised and how each is said: export/lexicon.txt, `word<TAB>P1 P2 P3`, sorted by word.

Clinical words are those of the corpora, names of drugs of the project's tables, and medical words of WordNet; general words are
the commonest of the general language model that the CMU dictionary holds. How a word is said comes from (in this
order) `pronunciations.txt` (by hand), letter names, the CMU dictionary, known words with endings, and for the rest the agreement
of three: `letter_to_sound.py`, festival's rules and espeak-ng's.

    python lexicon.py --cache CACHE
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from corpus import MODELS, WORD, brands, medical_entries, read_sentences
from language_model_sphinx import read_sphinx
from letter_to_sound import Reader, read_pronunciations
from phones import DICTIONARY, INDEX, by_rules, spelled
from sentence_parts.spoken_forms import LETTER_WORDS, LETTER_WORDS_CAPITAL

Ways = list[tuple[str, ...]]
BY_HAND = Path(__file__).with_name("pronunciations.txt")
GENERAL = ("webster", "wordnet", "fortunes", "transcripts")
MAX_WAYS = 3
MAX_WORDS = 64_500
"""Words have 16 bits in the file of a language model."""

NOUN = re.compile(r"\s*n\b")
RULED = frozenset({"clinical", "drug", "transcript", "hand"})
"""Words that are also looked up in festival, which is slow: those that must be intelligible first."""

LONG_NAME = 7
"""Names of drugs of so many letters are said in other ways, too, by those who read them by the rules of spelling."""
ESPEAK = {
    "ɑː": "AA", "ɑ": "AA", "æ": "AE", "ʌ": "AH", "ə": "AH", "ɐ": "AH", "ɔː": "AO", "ɔ": "AO", "aʊ": "AW", "aɪ": "AY", "b": "B", "tʃ": "CH",
    "d": "D", "ð": "DH", "ɛ": "EH", "ɜː": "ER", "ɚ": "ER", "eɪ": "EY", "f": "F", "ɡ": "G", "g": "G", "h": "HH", "ɪ": "IH", "i": "IY", "iː": "IY",
    "dʒ": "JH", "k": "K", "l": "L", "m": "M", "n": "N", "ŋ": "NG", "oʊ": "OW", "ɔɪ": "OY", "p": "P", "ɹ": "R", "r": "R", "s": "S", "ʃ": "SH",
    "t": "T", "ɾ": "T", "θ": "TH", "ʊ": "UH", "uː": "UW", "u": "UW", "v": "V", "w": "W", "j": "Y", "z": "Z", "ʒ": "ZH", "ᵻ": "IH", "ʔ": "T", "x": "K",
    "oː": "OW", "ɑːɹ": "AA R", "ɔːɹ": "AO R", "oːɹ": "AO R", "ɛɹ": "EH R", "ɪɹ": "IH R", "ʊɹ": "UH R", "aɪɚ": "AY ER", "aɪə": "AY AH", "iə": "IY AH",
    "əl": "AH L", "n̩": "AH N", "l̩": "AH L", "m̩": "AH M", "ɜ": "ER", "e": "EY", "a": "AE", "o": "OW", "ɬ": "L", "ç": "HH", "ɲ": "N Y", "aː": "AA", "ɡʲ": "G",
    "ɛː": "EH", "əʊ": "OW", "yː": "UW", "ø": "ER", "œ": "ER",
}  # fmt: skip
"""Sounds of espeak-ng's American English."""

VOICELESS = frozenset("P T K F TH".split())
HISSING = frozenset("S Z SH ZH CH JH".split())


def plural(phones: tuple[str, ...]) -> tuple[str, ...]:
    """A word's phones with the ending -s."""
    end = phones[-1]
    return (*phones, *(("IH", "Z") if end in HISSING else ("S",) if end in VOICELESS else ("Z",)))


def past(phones: tuple[str, ...]) -> tuple[str, ...]:
    """A word's phones with the ending -ed."""
    end = phones[-1]
    if end in ("T", "D"):
        return (*phones, "IH", "D")
    return (*phones, "T" if end in VOICELESS | (HISSING - {"Z", "ZH", "JH"}) else "D")


BRITISH = (("haem", "hem"), ("aemi", "emi"), ("oed", "ed"), ("oeso", "eso"), ("oest", "est"), ("oea", "ea"), ("paed", "ped"), ("gynae", "gyne"), ("caec", "cec"),
           ("foet", "fet"), ("leuc", "leuk"), ("our", "or"), ("isation", "ization"), ("ise", "ize"), ("ising", "izing"), ("sulph", "sulf"), ("tumour", "tumor"), ("lys", "lyz"))  # fmt: skip


def respelled(word: str, known: dict[str, Ways]) -> Ways:
    """Ways to say a word that is a known one in British spelling."""
    for british, plain in BRITISH:
        if british in word and word.replace(british, plain) in known:
            return known[word.replace(british, plain)]
    return []


def with_ending(word: str, known: dict[str, Ways]) -> Ways:
    """Ways to say a word that is a known one with an ending."""
    endings = (("'s", plural, ""), ("s'", plural, ""), ("s", plural, ""), ("es", plural, ""), ("es", plural, "e"), ("ed", past, ""), ("ed", past, "e"),
               ("ing", lambda way: (*way, "IH", "NG"), ""), ("ing", lambda way: (*way, "IH", "NG"), "e"), ("ly", lambda way: (*way, "L", "IY"), ""))  # fmt: skip
    for ending, add, restored in endings:
        stem = word[: -len(ending)] + restored
        if word.endswith(ending) and len(stem) > 2 and stem in known:
            if ending == "es" and restored == "" and known[stem][0][-1] not in HISSING:
                continue
            return [add(way) for way in known[stem]]
    return []


def by_espeak(words: list[str]) -> dict[str, tuple[str, ...]]:
    """How espeak-ng says words."""
    found: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(words), 2000):
        part = words[start : start + 2000]
        made = subprocess.run(["espeak-ng", "-q", "--ipa", "--sep=_", "-v", "en-us"], input="\n\n".join(part), capture_output=True, text=True, check=True)
        lines = [line for line in made.stdout.splitlines() if line.strip()]
        if len(lines) != len(part):
            raise ValueError(f"espeak-ng gave {len(lines)} lines for {len(part)} words")
        for word, line in zip(part, lines, strict=True):
            sounds = [sound for sound in re.sub("[ˈˌ ]", "_", line).split("_") if sound]
            if all(sound in ESPEAK for sound in sounds):
                found[word] = american([phone for sound in sounds for phone in ESPEAK[sound].split()])
    return found


def american(phones: list[str]) -> tuple[str, ...]:
    """Phones as the CMU dictionary writes them: no R after ER, IY before another vowel."""
    vowels = {phone for phone in INDEX if phone[0] in "AEIOU"}
    kept = [phone for before, phone in zip(["", *phones], phones, strict=False) if (before, phone) != ("ER", "R")]
    following = [*kept[1:], ""]
    return tuple("IY" if phone == "IH" and after in vowels else phone for phone, after in zip(kept, following, strict=True))


def by_festival(words: list[str], kept: Path) -> dict[str, Ways]:
    """How festival's rules say words; kept in a file, since festival is slow."""
    known: dict[str, list[str]] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    missing = [word for word in words if word not in known]
    for start in range(0, len(missing), 250):
        known |= by_rules(missing[start : start + 250])
        kept.write_text(json.dumps(known), encoding="utf-8")
    return {word: [tuple(phone for phone in known[word] if phone in INDEX)] for word in words}


def count_words(cache: Path, names: tuple[str, ...]) -> Counter[str]:
    """How often each word occurs in corpora."""
    counts: Counter[str] = Counter()
    for name in names:
        for sentence in read_sentences(cache / "corpus" / f"{name}.txt"):
            counts.update(sentence)
    return counts


def ingredient_words() -> list[str]:
    """Words of the ingredients that are in use."""
    ingredients = json.loads((MODELS / "medication-knowledge" / "ingredients.json").read_text(encoding="utf-8"))
    return [word for entry in ingredients if not entry.get("rare") for word in re.findall(r"[a-z]{3,}", entry["name"].lower())]


def choose_words(cache: Path, known: set[str]) -> dict[str, str]:
    """The words, each with why it is there; general words, the commonest first, fill the list."""
    chosen = dict.fromkeys(sorted(LETTER_WORDS | LETTER_WORDS_CAPITAL), "letters")
    chosen |= dict.fromkeys(read_pronunciations_by_hand(), "hand")

    def add(words: Iterable[str], why: str) -> None:
        for word in words:
            if WORD.match(word) and len(chosen) < MAX_WORDS:
                chosen.setdefault(word, why)

    clinical = count_words(cache, ("clinical", "dictation"))
    add((word for word, count in clinical.items() if count > 1 or word in known), "clinical")
    add(count_words(cache, ("transcripts",)), "transcript")
    add(ingredient_words(), "drug")
    headwords = {head: glosses for head, glosses in medical_entries()}
    add(headwords, "medical")
    add((f"{head}s" for head, glosses in headwords.items() if clinical[head] > 2 and NOUN.match(glosses) and head[-1] not in "sxy"), "plural")
    add(count_words(cache, ("names",)), "name")
    add(brands(), "brand")
    add((word for word, count in count_words(cache, GENERAL).items() if count >= 25 and word in known), "prose")
    sphinx = read_sphinx()
    ranked = sorted(zip(sphinx.unigrams, sphinx.words, strict=True), reverse=True)
    add((word for _, word in ranked if word in known), "general")
    return chosen


def read_pronunciations_by_hand() -> dict[str, Ways]:
    """The project's own list."""
    found: dict[str, Ways] = defaultdict(list)
    for word, phones in read_pronunciations(BY_HAND):
        found[word].append(phones)
    return dict(found)


def agreed(ways: list[tuple[str, ...]]) -> Ways:
    """Ways of several sources, those that more of them give first."""
    votes = Counter(ways)
    return sorted(votes, key=lambda way: (-votes[way], ways.index(way)))


def dictionary_ways() -> dict[str, Ways]:
    """The pronunciations of the CMU dictionary."""
    found: dict[str, Ways] = defaultdict(list)
    for word, phones in read_pronunciations(DICTIONARY):
        if phones not in found[word]:
            found[word].append(phones)
    return dict(found)


def by_letters(word: str) -> Ways:
    """Ways to say a word that is said letter by letter, or is the plural of one; none for other words."""
    ways = []
    if word[-1] == "s" and word[:-1] in LETTER_WORDS:
        ways.append(plural(tuple(spelled(word[:-1]))))
    if len(word) == 1 or word in LETTER_WORDS or word in LETTER_WORDS_CAPITAL:
        ways.append(tuple(spelled(word)))
    return ways


def looked_up(word: str, cmu: dict[str, Ways], by_hand: dict[str, Ways], known: dict[str, Ways]) -> tuple[Ways, str]:
    """Ways to say a word that need no guess, and where they are from; `known` are the words of both."""
    letters = by_letters(word)
    if word in by_hand:
        return by_hand[word], "hand"
    if word in LETTER_WORDS:
        return letters, "letters"
    if word in cmu:
        return [*cmu[word], *letters], "cmu"
    if letters:
        return letters, "letters"
    return respelled(word, known) or with_ending(word, known), "ending"


def guessed(words: list[str], ruled_words: set[str], spell: Reader, cache: Path) -> dict[str, Ways]:
    """Ways to say words by their letters."""
    said, ruled = by_espeak(words), by_festival([word for word in words if word in ruled_words], cache / "festival.json")
    found = {}
    for word in words:
        if not re.search("[aeiouy]", word):
            found[word] = [tuple(spelled(word))]
            continue
        network = [phones for phones, _ in spell.ways(word)]
        ways = agreed([*network[:1], *([said[word]] if word in said else []), *ruled.get(word, []), *network[1:2]])
        found[word] = [way for way in ways if way]
    return found


def pronounce(chosen: dict[str, str], spell: Reader, cache: Path) -> tuple[dict[str, Ways], Counter[str]]:
    """How each word is said, and how many words each source gave."""
    cmu, by_hand = dictionary_ways(), read_pronunciations_by_hand()
    known = cmu | by_hand
    found = {word: looked_up(word, cmu, by_hand, known) for word in sorted(chosen)}
    long_names = {word for word in by_hand if len(word) >= LONG_NAME and word not in cmu}
    rest = [word for word, (ways, _) in found.items() if not ways or word in long_names]
    guesses = guessed(rest, {word for word in rest if chosen[word] in RULED}, spell, cache)
    sources = Counter(source if ways else "sound" for ways, source in found.values())
    return {word: list(dict.fromkeys([*ways, *guesses.get(word, [])]))[:MAX_WAYS] for word, (ways, _) in found.items()}, sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=Path, required=True)
    options = parser.parse_args()
    export = options.cache / "export"
    known = {word for word, _ in read_pronunciations(DICTIONARY)}
    chosen = choose_words(options.cache, known)
    words = sorted(chosen)
    spell = Reader(json.loads((export / "letter-to-sound.json").read_text(encoding="utf-8")))
    found, sources = pronounce(chosen, spell, options.cache)
    lines = [f"{word}\t{' '.join(way)}\n" for word in words for way in found[word]]
    export.mkdir(parents=True, exist_ok=True)
    (export / "lexicon.tmp").write_text("".join(lines), encoding="utf-8")
    (export / "lexicon.tmp").rename(export / "lexicon.txt")
    print(f"{len(words)} words, {len(lines)} ways; why {dict(Counter(chosen.values()))}; how {dict(sources)}", file=sys.stderr)


if __name__ == "__main__":
    main()
