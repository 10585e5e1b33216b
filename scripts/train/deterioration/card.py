"""Writes CARD.md and model.json from evaluation.json and the model."""

from __future__ import annotations

from pathlib import Path

from package import manifest
from scenarios import TOLD
from shared.figures import table, write_card
from shared.tabular_cards import (
    benefit_table,
    calibration_table,
    figure_table,
    gain_table,
    group_table,
    interval_table,
    strongest,
    with_interval,
)
from shared.tabular_package import write_manifest
from train import Learned

HERE = Path(__file__).parent
GOAL, GOAL_ABOVE = 0.83, 0.12
INTERVAL = {
    "method": "members", "level": 0.9,
    "description": "Central 90 % of models learned from resampled patients: what other patients in the training "
                   "data would have changed, not what unknown values or another hospital would.",
}


def targets(report: dict) -> str:
    """Whether what was aimed at was reached."""
    reached = report["ways"]["day"]["auroc"]["value"]
    above = report["above"]["SAPS-I"]["value"]
    first = "reached" if reached >= GOAL else "not reached"
    second = "reached" if above >= GOAL_ABOVE else "not reached"
    return (f"Aimed at beforehand: AUROC {GOAL} on whole series ({first}: {reached:.3f}), and {GOAL_ABOVE} above "
            f"SAPS-I ({second}: {above:.3f}).")


def spreads(learned: Learned) -> list[float]:
    """How much every term can say: the spread over its known cells, in the tables for series."""
    model = learned.served.contexts[-1]
    return [float(table.mean(0)[tuple(slice(1, None) for _ in term)].std())
            for term, table in zip(model.terms, model.tables, strict=True)]


def gain_rows(contexts: int) -> list[tuple[str, int, int]]:
    """Words, context and kind of the rows of the table of gains; both kinds with a laboratory value have the same."""
    kinds = {"any laboratory value": 3, "no laboratory value, GCS": 2, "no laboratory value, no GCS": 0}
    names = ["single values", "series"][:contexts]
    return [(f"{names[context]}: {words}", context, kind)
            for context in reversed(range(contexts)) for words, kind in kinds.items()]


def vitals_table(report: dict) -> str:
    """Vital signs only: with one gain for all rows, and with their own."""
    return table(["sent", "slope, one gain", "slope, own gain", "Brier, one gain", "Brier, own gain"], [[
        TOLD[name], *(with_interval(way[name][key], digits)
                      for key, digits in (("calibration_slope", 2), ("brier", 4))
                      for way in (report["one_gain"], report["ways"]))] for name in report["one_gain"]])


def places(report: dict, learned: Learned, told: dict) -> dict[str, str]:
    """What stands at the places of the card."""
    export, terms = report["export"], [str(term["name"]) for term in told["terms"]]
    whole = {"this model, whole series": report["ways"]["day"]}
    compared = whole | report["scores"] | {"unrestricted boosting": report["unrestricted"]}
    return {
        "RATE": f"{100 * report['deaths'] / report['stays']:.1f}", "DEATHS": str(report["deaths"]),
        "STAYS": f"{report['stays']:,}", "FEATURES": str(len(told["features"])), "TERMS": str(len(terms)),
        "UNSEEN": str(report["training"]["unseen_members"]),
        "MEMBERS": str(report["training"]["members"]), "MEGABYTES": f"{export['bytes'] / 1e6:.1f}",
        "GAIN": gain_table(learned.served.gain, gain_rows(len(learned.served.contexts))),
        "PAIRS": str(sum(len(term) == 2 for term in learned.served.terms)),
        "VITALS": vitals_table(report), "VERSION": told["version"],
        "STRONGEST": strongest(terms, spreads(learned), 15), "FOLDS": str(report["folds"]),
        "WAYS": figure_table("sent", report["ways"], "told"), "SCORES": figure_table("by", compared),
        "ABOVE": "; ".join(f"{name} {with_interval(value)}"
                           for name, value in report["above"].items()),
        "COST": with_interval(report["cost_of_additivity"]), "TARGETS": targets(report),
        "BENEFIT": benefit_table("by", whole | {"this model, last values": report["ways"]["last"]}
                                 | report["scores"]),
        "CALIBRATION": calibration_table(report["intervals"]["day"]), "GROUPS": group_table(report["groups"]),
        "EXTERNAL_N": f"{report['external']['all']['n']:,}",
        "EXTERNAL": figure_table("SUPPORT2", {
            "all": report["external"]["all"],
            "respiratory or organ failure, sepsis, coma": report["external"]["acute"]}),
        "INTERVALS": interval_table(report["intervals"], TOLD),
        "GAP": str(export["largest_gap_of_int8"]["logits"]),
        "GAP_DAY": str(export["largest_gap_on_stays"]["day"]["logits"]),
        "GAP_LAST": str(export["largest_gap_on_stays"]["last"]["logits"]),
        "NOTES": "\n".join(f"- {note}" for note in report["notes"]),
    }


def write(report: dict, learned: Learned, out: Path) -> None:
    """The card, then the manifest over it."""
    rate = round(report["deaths"] / report["stays"], 4)
    told = manifest(learned.served, learned.used, {
        "base_rate": rate, "interval": INTERVAL,
        "calibration": {"scale": 1.0, "bias": 0.0}})
    write_card(HERE / "card.txt", out / "CARD.md", places(report, learned, told))
    write_manifest(out, told)
