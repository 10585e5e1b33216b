"""The package of an additive model: weights, golden cases, manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from shared.golden import entries, floats, outputs_of, session, write_golden, write_json
from shared.tabular_onnx import OUTPUTS, Served, build, write
from shared.tabular_tables import Array

CARD_FILES = ("model.onnx", "golden.json", "CARD.md")


def made_rows(edges: Sequence[Array], count: int, seed: int) -> Array:
    """Rows that no patient ever was: values drawn between and beyond the edges, many of them missing."""
    random = np.random.default_rng(seed)
    rows = np.full((count, len(edges)), np.nan, np.float32)
    for place, cuts in enumerate(edges):
        low, high = (float(cuts[0]), float(cuts[-1])) if len(cuts) else (0.0, 1.0)
        reach = max(high - low, 1.0) * 0.1
        rows[:, place] = np.round(random.uniform(low - reach, high + reach, count), 3)
    kept = np.linspace(0.0, 1.0, count)[:, None]
    rows[random.random(rows.shape) > kept] = np.nan
    return rows


def write_cases(out: Path, served: Served, names: Sequence[str], seed: int = 1) -> None:
    """golden.json: nothing known, one value, half, everything, and made rows between."""
    rows = made_rows(served.edges, 12, seed)
    model = session(out / "model.onnx")
    cases = []
    for number, row in enumerate(rows):
        found = model.run(list(names), {"features": row[None]})
        cases.append({"name": f"made-{number}", "inputs": {"features": floats(row[None])},
                      "outputs": {name: floats(value) for name, value in zip(names, found, strict=True)}})
    write_golden(out / "golden.json", cases)


def parity(out: Path, served: Served, rows: Array, names: Sequence[str] = OUTPUTS) -> dict[str, float]:
    """Largest gap between the shipped graph and the tables before quantisation."""
    found = outputs_of(session(out / "model.onnx"), rows, names, batch=256, name="features")
    expected = served.run(rows)
    return {name: round(float(np.abs(found[name] - expected[name]).max()), 5) for name in names}


def write_model(served: Served, out: Path, members: bool = True) -> dict[str, object]:
    """Weights and golden cases; what was measured of them."""
    size = write(served, out / "model.onnx", members)
    names = OUTPUTS if members else OUTPUTS[:2]
    write_cases(out, served, names)
    return {"bytes": size, "largest_gap_of_int8": parity(out, served, made_rows(served.edges, 512, 2), names),
            "nodes": len(build(served, members).graph.node)}


def feature_name(variable: str, statistic: str) -> str:
    """Name of a feature."""
    return variable if statistic == "value" else f"{variable}_{statistic}"


def terms_of(served: Served, names: Sequence[str]) -> list[dict[str, object]]:
    """The `terms` of a manifest."""
    return [{"name": " x ".join(names[place] for place in term), "features": list(term)}
            for term in served.terms]


def write_manifest(out: Path, manifest: Mapping[str, object], members: bool = True) -> None:
    """model.json over the files that are there."""
    whole = dict(manifest)
    tolerance = {"logits": 1e-3, "contributions": 1e-3} | ({"members": 2e-3} if members else {})
    whole |= {"files": entries(out, CARD_FILES), "weights": "model.onnx",
              "golden": {"file": "golden.json", "tolerance": tolerance}}
    write_json(out / "model.json", whole)
