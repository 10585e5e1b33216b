"""Numbers, units, dates and codes within written text, replaced by the words that are said."""

from __future__ import annotations

import random
import re

from sentence_parts import numbers
from sentence_parts.spoken_forms import FREQUENCIES, LETTER_WORDS, UNITS, UNITS_AFTER_NUMBER_ONLY_ATTACHED

MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
SYMBOLS = {
    "%": "percent", "&": "and", "+": "plus", "=": "equals", ">": "greater than", "<": "less than",
    "~": "approximately", "@": "at", "#": "number", "$": "dollars", "/": "", "-": "", '"': "", "!": "", "'": "",
    "*": "", "[": "", "]": "", "{": "", "}": "", "|": "", "_": "", ".": "", "°": "degrees", "\\": "",
}  # fmt: skip
NUMBER = r"\d{1,3}(?:,\d{3})+|\d*\.\d+|\d+"
QUALIFIES = re.compile(
    r" (?!of|in|on|at|to|and|or|by|with|from|above|below|for|per|distal|proximal|deep|wide|long|equal|since|the|is"
    r"|was|x)[a-z]"
)
"""What follows a size that qualifies it: "a two centimeter lesion"."""
UNIT = "|".join(sorted((re.escape(unit) for unit in UNITS), key=len, reverse=True))


def symbol_words(token: str) -> list[str] | None:
    """The words of a sign that is no letter; `None` for one that is never spoken."""
    return SYMBOLS[token].split() if token in SYMBOLS else None


def say_numbers(text: str, rng: random.Random) -> str:
    """`text` with every number said; steps go from what is most particular to bare numbers."""
    for step in (say_dates, say_times, say_frequencies, say_pairs, say_quantities, say_codes, say_bare):
        text = step(text, rng)
    return text


def joined(words: list[str]) -> str:
    return f" {' '.join(words)} "


def number_words(text: str, rng: random.Random) -> list[str]:
    """A number as written, with commas or a decimal point."""
    text = text.replace(",", "")
    if "." in text:
        return numbers.decimal(text, rng)
    if len(text) > 7 or (len(text) > 1 and text[0] == "0"):
        return numbers.digits(text)
    return numbers.cardinal(int(text), rng)


def say_dates(text: str, rng: random.Random) -> str:
    def slashed(match: re.Match[str]) -> str:
        first, second, year = (int(part) if part else None for part in match.groups())
        month, day = (first, second) if first <= 12 and (second > 12 or rng.random() < 0.5) else (second, first)
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return match.group(0)
        return joined(numbers.date(day, month, year + 2000 if year is not None and year < 100 else year, rng))

    def named_year(match: re.Match[str]) -> str:
        return match.group(1) + joined(numbers.year(int(match.group(2)), rng))

    def month_day(match: re.Match[str]) -> str:
        return f"{match.group(1)} {' '.join(numbers.ordinal(int(match.group(2))))} "

    def decade(match: re.Match[str]) -> str:
        words = numbers.below_hundred(int(match.group(1) or 0)) if match.group(1) else []
        return joined([*words, numbers.below_hundred(int(match.group(2)))[0][:-1] + "ies"])

    text = re.sub(r"\b(1[89]|20)?([2-9]0)'?s\b", decade, text)
    text = re.sub(r"\b(\d{1,2})[/-](\d{1,2})[/-](20\d\d|19\d\d|\d\d)\b", slashed, text)
    text = re.sub(
        rf"\b((?:{MONTH})\.?) (\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s?(?:%|mg|{UNIT}))", month_day, text, flags=re.I
    )
    text = re.sub(r"\b(\d{1,2})(?:st|nd|rd|th)\b", lambda m: joined(numbers.ordinal(int(m.group(1)))), text)
    return re.sub(rf"(?<![\d.,])()((?:19|20)\d\d)\b(?!\s?(?:%|{UNIT}\b)|[.,/]\d)", named_year, text, flags=re.I)


def say_times(text: str, rng: random.Random) -> str:
    def say(match: re.Match[str]) -> str:
        hour, minute, half = int(match.group(1)), int(match.group(2) or 0), match.group(3)
        if hour > 24 or minute > 59:
            return match.group(0)
        words = numbers.clock(hour, minute, rng) if not half or match.group(2) else numbers.below_hundred(hour)
        return joined(words + ([half[0].lower(), "m"] if half else []))

    text = re.sub(r"\b(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m\b\.?)?", say, text, flags=re.I)
    return re.sub(r"\b(\d{1,2})()\s?([ap]\.?m\b\.?)", say, text, flags=re.I)


def say_pairs(text: str, rng: random.Random) -> str:
    """Blood pressures, fractions, ranges, sizes and repeats: two numbers with a sign between."""

    def over(match: re.Match[str]) -> str:
        upper, lower = int(match.group(1)), int(match.group(2))
        if 60 <= upper <= 270 and 25 <= lower <= 160 and upper > lower:
            return joined(numbers.pressure(upper, lower, rng))
        if (upper, lower) == (1, 2) or (upper, lower) == (1, 4):
            return joined(["one", "half" if lower == 2 else "quarter"])
        middle = rng.choice((["over"], ["out", "of"], ["over"]))
        return joined(numbers.cardinal(upper, rng) + middle + numbers.cardinal(lower, rng))

    def between(match: re.Match[str]) -> str:
        return joined(number_words(match.group(1), rng) + ["to"]) + match.group(2)

    text = re.sub(r"\b(\d{1,3})\s?/\s?(\d{1,3})\b(?![/\d])", over, text)
    text = re.sub(
        rf"({NUMBER})\s?(?:-|to)\s?(?=({NUMBER}))", lambda m: joined(number_words(m.group(1), rng) + ["to"]), text
    )
    text = re.sub(
        rf"({NUMBER})\s?(?:cm|mm)?\s?x\s?(?=\d|\.\d)", lambda m: joined(number_words(m.group(1), rng) + ["by"]), text
    )
    return re.sub(r"\bx\s?(\d+)\b", lambda m: joined(["times", *numbers.cardinal(int(m.group(1)))]), text)


def unit_words(written: str, one: bool) -> list[str] | None:
    """The words of a unit, or of one over another ("mg/dL")."""
    parts = written.lower().split("/")
    if any(part and part not in UNITS for part in parts):
        return None
    words = UNITS[parts[0]][0 if one else 1].split() if parts[0] else []
    for part in parts[1:]:
        words += ["per", *UNITS[part][0].split()]
    return words


def say_quantities(text: str, rng: random.Random) -> str:
    """A number with its unit, percent sign or degrees."""

    def say(match: re.Match[str]) -> str:
        number, gap, unit = match.groups()
        small = unit.lower()
        if (
            small in UNITS_AFTER_NUMBER_ONLY_ATTACHED
            and gap
            and unit not in {"L", "U", "units"}
            and small not in {"week", "hour", "minute", "day"}
        ):
            return match.group(0)
        if unit.lower() == "h" and not gap or unit in {"S", "T"}:
            return match.group(0)
        words = unit_words(unit, number in {"1", "one"})
        if words is None:
            return match.group(0)
        if "-" in gap or (small in {"cm", "mm"} and number != "1" and QUALIFIES.match(match.string, match.end())):
            words = unit_words(unit, True) or words
        return joined(number_words(number, rng) + words)

    def degrees(match: re.Match[str]) -> str:
        scale = {"c": ["celsius"], "f": ["fahrenheit"], "": []}[(match.group(2) or "").lower()]
        return joined(number_words(match.group(1), rng) + ["degrees", *scale])

    text = re.sub(rf"({NUMBER})\s?(?:°|degrees?\b)\s?([CF]\b)?", degrees, text)
    text = re.sub(rf"({NUMBER})\s?%", lambda m: joined(number_words(m.group(1), rng) + ["percent"]), text)
    text = re.sub(rf"(?<![\w.])({NUMBER})([\s-]?)((?:{UNIT})(?:/(?:{UNIT}))*)\b(?![-'])", say, text, flags=re.I)
    return re.sub(
        rf"(?<=[a-z]) ((?:mg|mcg|g|ml|mmol|meq|units?|u|iu)/(?:{UNIT}))\b",
        lambda m: joined(unit_words(m.group(1), False) or []),
        text,
    )


def say_frequencies(text: str, rng: random.Random) -> str:
    """ "q6h", "q4-6h" and, after a dose or another frequency, BID and its like."""

    def every(match: re.Match[str]) -> str:
        words = number_words(match.group(1), rng)
        if match.group(2):
            words += ["to", *number_words(match.group(2), rng)]
        unit = {"h": "hours", "d": "days", "w": "weeks", "m": "minutes"}[match.group(3)[0].lower()]
        return joined(["every", *words, unit])

    def code(match: re.Match[str]) -> str:
        options = FREQUENCIES[match.group(0).lower()].split("|")
        return joined([options[0] if rng.random() < 0.4 else rng.choice(options)])

    text = re.sub(
        r"\bq\.?\s?(\d+)(?:\s?(?:-|to)\s?(\d+))?\s?(h(?:ours?|rs?|\.)?|d(?:ays?)?|w(?:ee)?ks?|min(?:utes)?)(?![a-z])",
        every,
        text,
        flags=re.I,
    )
    small = r"bid|tid|qid|qd|qhs|qam|qpm|prn|po|qod|tds|qds|subq"
    return re.sub(rf"\b(?:BID|TID|QID|QD|QHS|QAM|QPM|PRN|PO|QOD|TDS|QDS|SUBQ|IM|SL|SQ|{small})\b", code, text)


def say_codes(text: str, rng: random.Random) -> str:
    """Letters and digits in one: "L5", "B12", "HbA1c", "SpO2", "5FU"."""

    def say(match: re.Match[str]) -> str:
        words: list[str] = []
        for letters, number in re.findall(r"([A-Za-z]+)|(\d+)", match.group(0)):
            if number:
                words += (
                    numbers.cardinal(int(number)) if len(number) < 3 or rng.random() < 0.3 else code_digits(number)
                )
            elif letters.lower() in LETTER_WORDS or (len(letters) > 3 and letters.lower() != letters.upper()):
                words.append(letters.lower())
            elif letters.isupper() or len(letters) <= 2 or letters in {"HbA", "SpO", "PaO", "PaCO"}:
                words += list(letters.lower())
            else:
                words.append(letters.lower())
        return joined(words)

    return re.sub(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]+\b", say, text)


def code_digits(number: str) -> list[str]:
    """125 in "CA 125": "one twenty five"."""
    return numbers.short_hundred(int(number)) if len(number) == 3 and number[0] != "0" else numbers.digits(number)


def say_bare(text: str, rng: random.Random) -> str:
    text = re.sub(r"\$\s?([\d,.]*\d)", lambda m: joined([*number_words(m.group(1), rng), "dollars"]), text)
    return re.sub(NUMBER, lambda m: joined(number_words(m.group(0), rng)), text)
