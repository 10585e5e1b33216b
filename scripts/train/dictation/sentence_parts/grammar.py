"""The grammar of dictation: templates of `templates/*.txt`, filled at random.

In a template `{name}` is a slot of `slots.txt` or one of the makers below, `{3-12}` a whole number, `{0.5-2.5}` a
decimal one, and `[a|b]` a choice. Templates are written as a clinician writes; `verbalise` says them.
"""

from __future__ import annotations

import random
import re
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sentence_parts.drugs import ANTIBIOTICS, Drugs

TEMPLATES = Path(__file__).parent / "templates"
ASIDE = frozenset({"slots", "headings"})
HELD_OUT_ONE_IN = 12


@dataclass(frozen=True)
class Grammar:
    """`templates` by file, `slots` by name with their fillings, headings of dictated notes, and names of drugs."""

    templates: dict[str, list[str]]
    slots: dict[str, list[str]]
    headings: list[str]
    drugs: Drugs


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def read_grammar(drugs: Drugs) -> Grammar:
    slots = {
        name: split_choice(ways)
        for name, _, ways in (line.partition(": ") for line in lines_of(TEMPLATES / "slots.txt"))
    }
    files = [path for path in sorted(TEMPLATES.glob("*.txt")) if path.stem not in ASIDE]
    return Grammar({path.stem: lines_of(path) for path in files}, slots, lines_of(TEMPLATES / "headings.txt"), drugs)


@cache
def template_held_out(template: str) -> bool:
    """Whether a template is for evaluation: by a checksum of its text. Those that are one slot never are."""
    return template.count(" ") > 1 and zlib.crc32(template.encode()) % HELD_OUT_ONE_IN == 0


def split_choice(text: str) -> list[str]:
    """Parts between the bars that stand outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def fill(template: str, grammar: Grammar, rng: random.Random) -> str:
    """A template as written text: choices made and slots filled, innermost first."""
    text = template
    for _ in range(40):
        found = re.search(r"\[([^\[\]]*)\]|\{([^{}]*)\}", text)
        if not found:
            return text
        said = (
            rng.choice(found.group(1).split("|"))
            if found.group(1) is not None
            else fill_slot(found.group(2), grammar, rng)
        )
        text = text[: found.start()] + said + text[found.end() :]
    raise ValueError(f"a template never ends: {template}")


def fill_slot(name: str, grammar: Grammar, rng: random.Random) -> str:
    """A filling of one slot."""
    if span := re.fullmatch(r"(\d+)-(\d+)", name):
        return str(draw_whole(int(span.group(1)), int(span.group(2)), rng))
    if span := re.fullmatch(r"(\d*\.?\d+)-(\d*\.?\d+)", name):
        places = max(len(part.partition(".")[2]) for part in span.groups())
        return f"{rng.uniform(float(span.group(1)), float(span.group(2))):.{places}f}"
    if name == "rx":
        return prescription(grammar, rng)
    if name == "strength":
        return grammar.drugs.strength(rng.choice(list(grammar.drugs.strengths)), rng)
    if name == "drug":
        return grammar.drugs.brand(rng) if rng.random() < 0.12 else grammar.drugs.name(rng)
    if name == "brand":
        return grammar.drugs.brand(rng)
    if name == "antibiotic":
        return rng.choice(ANTIBIOTICS)
    return rng.choice(grammar.slots[name])


def draw_whole(low: int, high: int, rng: random.Random) -> int:
    """A number of a span; of wide spans the round numbers are more frequent, as they are in speech."""
    drawn = rng.randint(low, high)
    if high - low < 15 or low > 1900 or rng.random() < 0.6:
        return drawn
    step = 5 if high - low < 150 else 10
    return min(max(low, round(drawn / step) * step), high)


def prescription(grammar: Grammar, rng: random.Random) -> str:
    """Name, strength, often a route and a frequency: "metoprolol 25 mg po BID"."""
    name = grammar.drugs.name(rng)
    strength = grammar.drugs.strength(name, rng)
    route = f" {rng.choice(grammar.slots['route'])}" if rng.random() < 0.45 else ""
    frequency = f" {rng.choice(grammar.slots['freq'])}" if rng.random() < 0.85 else ""
    return f"{name} {strength}{route}{frequency}"


def dictated(grammar: Grammar, held_out: bool, rng: random.Random) -> str:
    """One utterance of dictation: a template, now and then after a heading, or two of them in one breath."""
    name = rng.choices(list(grammar.templates), [min(len(lines), 70) for lines in grammar.templates.values()])[0]
    lines = [line for line in grammar.templates[name] if template_held_out(line) == held_out]
    if not lines:
        return dictated(grammar, held_out, rng)
    text = fill(rng.choice(lines), grammar, rng)
    way = rng.random()
    if way < 0.07:
        return f"{rng.choice(grammar.headings)}: {text}"
    if way < 0.12:
        return f"{text.rstrip('.')}, {fill(rng.choice(lines), grammar, rng)}"
    if way < 0.14 and not held_out:
        return f"{rng.choice(grammar.headings)}{rng.choice((' colon', ' new line', '', ' colon new line'))}"
    return text
