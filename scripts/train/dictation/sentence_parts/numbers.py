"""Numbers as people say them: every function gives a list of lower-case words."""

from __future__ import annotations

import random

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
MONTHS = ("january february march april may june july august september october november december").split()


def below_hundred(n: int) -> list[str]:
    """0..99."""
    if n < 20:
        return [UNITS[n]]
    return [TENS[n // 10]] + ([UNITS[n % 10]] if n % 10 else [])


def cardinal(n: int, rng: random.Random | None = None) -> list[str]:
    """A whole number below a thousand million; with `rng`, sometimes "one hundred and ten", "one ten", "fifteen
    hundred".
    """
    way = rng.random() if rng else 1.0
    if n < 100:
        return below_hundred(n)
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        if rest and way < 0.12:
            return short_hundred(n)
        joint = ["and"] if rest and way < 0.3 else []
        return [UNITS[hundreds], "hundred"] + (joint + below_hundred(rest) if rest else [])
    if 1100 <= n < 10_000 and n % 100 == 0 and n % 1000 and way < 0.4:
        return below_hundred(n // 100) + ["hundred"]
    size, word = (1000, "thousand") if n < 1_000_000 else (1_000_000, "million")
    head, rest = divmod(n, size)
    return cardinal(head) + [word] + (cardinal(rest) if rest else [])


def short_hundred(n: int) -> list[str]:
    """101..999 in the short way of vital signs: 140 is "one forty", 105 "one oh five", 200 "two hundred"."""
    hundreds, rest = divmod(n, 100)
    if rest == 0:
        return [UNITS[hundreds], "hundred"]
    return [UNITS[hundreds]] + (["oh", UNITS[rest]] if rest < 10 else below_hundred(rest))


def digits(text: str) -> list[str]:
    """Digit by digit."""
    return [UNITS[int(character)] for character in text]


def decimal(text: str, rng: random.Random) -> list[str]:
    """ "7.35" as "seven point three five"; a leading zero is sometimes left out or said "oh"."""
    whole, part = text.split(".")
    if whole.strip("0") == "":
        way = rng.random()
        head = ["zero"] if way < 0.6 else (["oh"] if way < 0.7 else [])
    else:
        head = cardinal(int(whole))
    if len(part) == 2 and part[0] != "0" and rng.random() < 0.1:
        return head + ["point"] + below_hundred(int(part))
    return head + ["point"] + digits(part)


def ordinal(n: int) -> list[str]:
    """ "first", "twenty second", "one hundredth"."""
    words = cardinal(n)
    last = words[-1]
    if last in ORDINALS:
        words[-1] = ORDINALS[last]
    elif last.endswith("y"):
        words[-1] = last[:-1] + "ieth"
    else:
        words[-1] = last + ("h" if last.endswith("t") else "th")
    return words


def year(n: int, rng: random.Random) -> list[str]:
    """1900..2099."""
    century, rest = divmod(n, 100)
    if rest == 0:
        return ["two", "thousand"] if n == 2000 else below_hundred(century) + ["hundred"]
    if century == 20 and (rest < 10 or rng.random() < 0.3):
        return ["two", "thousand"] + (["and"] if rng.random() < 0.4 else []) + below_hundred(rest)
    return below_hundred(century) + (["oh", UNITS[rest]] if rest < 10 else below_hundred(rest))


def date(day: int, month: int, the_year: int | None, rng: random.Random) -> list[str]:
    """A day of a month, in the order of either side of the Atlantic."""
    name = MONTHS[month - 1]
    if rng.random() < 0.4:
        words = ["the"] * (rng.random() < 0.7) + ordinal(day) + ["of"] + [name]
    else:
        words = [name] + ordinal(day)
    return words + (year(the_year, rng) if the_year else [])


def clock(hour: int, minute: int, rng: random.Random) -> list[str]:
    """A time of day without a.m. or p.m."""
    if minute == 0:
        if hour > 12 or hour == 0:
            return (below_hundred(hour) if hour else ["zero", "zero"]) + ["hundred"]
        return below_hundred(hour) + (["o'clock"] if rng.random() < 0.3 else [])
    head = below_hundred(hour) if hour else ["zero"]
    return head + (["oh", UNITS[minute]] if minute < 10 else below_hundred(minute))


def pressure(upper: int, lower: int, rng: random.Random) -> list[str]:
    """A blood pressure: "one forty over ninety" mostly, or in full."""

    def one(n: int, short: bool) -> list[str]:
        if n < 100:
            return below_hundred(n)
        return short_hundred(n) if short else cardinal(n, rng)

    short = rng.random() < 0.6
    return one(upper, short) + ["over"] + one(lower, short)
