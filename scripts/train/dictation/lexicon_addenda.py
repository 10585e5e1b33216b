"""Pronunciations of the recogniser's lexicon for the synthesisers, so that a drug is said as the recogniser expects
it.

Only words that the CMU dictionary lacks are given. The lexicon holds no stress and the synthesisers want it: the
main stress is put on the antepenultimate vowel of three or more, else on the first; where that is a schwa, on the
nearest vowel that is none.
"""

from __future__ import annotations

from pathlib import Path

from sentence_parts.prose import cmu_words
from verbalise import letter_said

VOWELS = frozenset("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())

ESPEAK = dict(
    AA="A:", AE="a", AH="V", AO="O:", AW="aU", AY="aI", B="b", CH="tS", D="d", DH="D", EH="E", ER="3:", EY="eI",
    F="f", G="g", HH="h", IH="I", IY="i:", JH="dZ", K="k", L="l", M="m", N="n", NG="N", OW="oU", OY="OI", P="p",
    R="r", S="s", SH="S", T="t", TH="T", UH="U", UW="u:", V="v", W="w", Y="j", Z="z", ZH="Z", AX="@",
)  # fmt: skip
"""Phones by their names in espeak-ng (docs/phonemes.md of its sources)."""


def stressed(phones: list[str]) -> list[str]:
    """Lower-case phones with 1 on the stressed vowel, 0 on the others; an unstressed AH is a schwa."""
    places = [at for at, phone in enumerate(phones) if phone in VOWELS]
    usual = places[-3] if len(places) > 2 else (places[0] if places else -1)
    full = [at for at in places if phones[at] != "AH"] or places
    main = min(full, key=lambda at: abs(at - usual), default=-1)
    marked = []
    for at, phone in enumerate(phones):
        if phone not in VOWELS:
            marked.append(phone.lower())
        else:
            name = "ax" if phone == "AH" and at != main else phone.lower()
            marked.append(f"{name}{1 if at == main else 0}")
    return marked


def syllables(phones: list[str]) -> list[tuple[list[str], int]]:
    """Phones by syllable with its stress: each vowel takes the one consonant before it."""
    found: list[tuple[list[str], int]] = []
    waiting: list[str] = []
    for phone in phones:
        if not phone[-1].isdigit():
            waiting.append(phone)
            continue
        if found and len(waiting) > 1:
            found[-1][0].extend(waiting[:-1])
            waiting = waiting[-1:]
        found.append(([*waiting, phone[:-1]], int(phone[-1])))
        waiting = []
    if found:
        found[-1][0].extend(waiting)
    return found


def espeak_phonemes(phones: list[str]) -> str:
    """ "[[mEt'oUpr@l]]" of stressed phones."""
    parts = []
    for phone in phones:
        name = ESPEAK[phone.rstrip("01").upper()]
        parts.append(f"'{name}" if phone.endswith("1") else name)
    return f"[[{''.join(parts)}]]"


def read_addenda(lexicon: Path) -> dict[str, list[str]]:
    """Stressed phones, of the first pronunciation, of each word of a lexicon that CMU lacks."""
    known = cmu_words()
    found: dict[str, list[str]] = {}
    for line in lexicon.read_text(encoding="utf-8").splitlines():
        word, _, said = line.partition("\t")
        if word in known or word in found or letter_said(word) or not word.isalpha():
            continue
        phones = stressed(said.split())
        if any(phone[-1] == "1" for phone in phones):
            found[word] = phones
    return found


def flite_line(word: str, phones: list[str]) -> str:
    return f"{word} nil : {' '.join(phones)}\n"


def festival_line(word: str, phones: list[str]) -> str:
    parts = " ".join(f"(({' '.join(sounds)}) {stress})" for sounds, stress in syllables(phones))
    return f'(lex.add.entry (list "{word}" nil (quote ({parts}))))'
