"""Tables for the cards of additive models."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from shared.figures import interval, table
from shared.tabular_metrics import THRESHOLDS
from shared.tabular_onnx import Gain

Told = Mapping[str, dict]


def with_interval(figure: dict, digits: int = 3) -> str:
    """A figure with its 95 % interval."""
    return f"{figure['value']:.{digits}f} ({interval(figure, digits)})"


def figure_table(first: str, rows: Told, label: str | None = None) -> str:
    """AUROC, AUPRC, Brier score and calibration; `label` is the key of the words of a row."""
    head = [first, "AUROC (95 %)", "AUPRC (95 %)", "Brier (95 %)", "slope (95 %)", "intercept (95 %)", "O/E"]
    return table(head, [[
        told[label] if label else name, with_interval(told["auroc"]), with_interval(told["auprc"]),
        with_interval(told["brier"], 4), with_interval(told["calibration_slope"], 2),
        with_interval(told["calibration_intercept"], 2), f"{told['observed_to_expected']['value']:.2f}",
    ] for name, told in rows.items()])


def benefit_table(first: str, rows: Told) -> str:
    """Net benefit per 100 patients at the thresholds, with that of treating everybody."""
    keys = [round(100 * threshold) for threshold in THRESHOLDS]
    made = []
    for name, told in rows.items():
        cells = [f"{100 * told[f'net_benefit_{key}']['value']:.1f} "
                 f"({100 * told[f'net_benefit_{key}']['ci95'][0]:.1f} to "
                 f"{100 * told[f'net_benefit_{key}']['ci95'][1]:.1f})" for key in keys]
        made.append([name, *cells])
    one = next(iter(rows.values()))
    rate = one["events"] / one["n"]
    made.append(["everybody", *(f"{100 * (rate - (1 - rate) * key / (100 - key)):.1f}" for key in keys)])
    return table([first, *(f"{key} %" for key in keys)], made)


def group_table(rows: Told) -> str:
    """Subgroups."""
    return table(["group", "n", "events", "AUROC (95 %)", "slope (95 %)", "O/E (95 %)"], [[
        name, str(told["n"]), str(told["events"]), with_interval(told["auroc"], 2),
        with_interval(told["calibration_slope"], 2), with_interval(told["observed_to_expected"], 2),
    ] for name, told in rows.items()])


def interval_table(rows: Told, words: Mapping[str, str]) -> str:
    """Width of the intervals, and groups of risk whose observed rate lies within."""
    return table(["known", "groups within", "median width", "width in the lowest and the highest group"], [[
        words[name], f"{told['groups_inside']} of {told['groups']}", f"{told['median_width']:.3f}",
        f"{told['width_by_group'][0]:.3f} and {told['width_by_group'][-1]:.3f}",
    ] for name, told in rows.items()])


def calibration_table(told: dict) -> str:
    """Expected and observed rates by groups of rising probability."""
    return table(["group", *(str(number + 1) for number in range(told["groups"]))], [
        ["expected", *(f"{value:.3f}" for value in told["expected_by_group"])],
        ["observed", *(f"{value:.3f}" for value in told["observed_by_group"])]])


def strongest(names: list[str], spreads: list[float], most: int) -> str:
    """Terms that move the log-odds most."""
    order = sorted(range(len(names)), key=lambda place: -spreads[place])[:most]
    return table(["term", "spread of its log-odds"],
                 [[names[place], f"{spreads[place]:.2f}"] for place in order])


def bounds_of(gain: Gain) -> list[str]:
    """Where the steps of what is known begin: a number of variables, or a share in per cent."""
    shares = bool(gain.cuts.max() <= 1)
    return [f"{100 * bound:.0f} %" if shares and bound else f"{np.ceil(bound):.0f}" for bound in (0.0, *gain.cuts)]


def gain_words(gain: Gain | None, what: str) -> str:
    """The factors of the first context and kind by what is known."""
    if gain is None:
        return "1"
    each = [f"{factor:.2f} from {bound}" for bound, factor in zip(bounds_of(gain), gain.factors[0, 0], strict=True)]
    return ", ".join(each) + f" {what} on"


def gain_table(gain: Gain, rows: list[tuple[str, int, int]]) -> str:
    """The factors by what is known and the offset, of rows of words, context and kind."""
    head = ["kind of row", *(f"from {bound}" for bound in bounds_of(gain)), "offset"]
    offsets = np.zeros(gain.factors.shape[:2]) if gain.offsets is None else gain.offsets
    return table(head, [[words, *(f"{factor:.2f}" for factor in gain.factors[context, kind]),
                         f"{offsets[context, kind]:.2f}"] for words, context, kind in rows])
