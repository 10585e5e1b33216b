"""Tables for the cards."""

from __future__ import annotations

import re
from pathlib import Path

NAMES = {
    "kermany_ped": "Kermany (children, China)",
    "mendeley_pk": "Mendeley TB (Pakistan)",
    "rsna_nih_adult": "RSNA/NIH adult normals (USA)",
    "bimcv_padchest": "BIMCV/PadChest COVID (Spain)",
    "cxr_nih": "ChestX-ray14 sample (USA)",
    "jsrt": "JSRT (Japan)",
}


def named(key: str) -> str:
    """Name of a source or a kind for readers."""
    return NAMES.get(key, key.replace("_", " "))


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def interval(figure: dict, digits: int = 2) -> str:
    """95 % interval of a figure."""
    low, high = figure["ci95"]
    return f"{low:.{digits}f} to {high:.{digits}f}"


def fill(text: str, places: dict[str, str]) -> str:
    """Puts contents at {{PLACES}}. @raises KeyError for a place without content"""
    found = re.sub(r"\{\{(\w+)\}\}", lambda match: places[match.group(1)], text)
    return re.sub(r"\n{3,}", "\n\n", found)


def write_card(source: Path, target: Path, places: dict[str, str]) -> None:
    """Fills a text and writes it."""
    target.write_text(fill(source.read_text(), places))
