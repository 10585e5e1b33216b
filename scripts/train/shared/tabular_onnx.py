"""The graph of an additive model: bins, int8 tables, contributions, logits, members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from shared.tabular_tables import Additive, Array, Term, codes_of, quantised

OUTPUTS = ("contributions", "logits", "members")


@dataclass
class Gain:
    """All contributions are multiplied by `factors[context, kind, k]`; k counts the cuts that the known share reaches.

    The known share is the sum of `weights` (one per feature, most of them 0) over the features given. The kind of
    a row adds 2^i for each of the `groups` (lists of features) of which any feature is given: with the laboratory
    values as the only group, rows without any of them are of kind 0. Before the factor, `offsets[context, kind]`
    is shared out over the single-feature terms.
    """

    weights: Array
    cuts: Array
    factors: Array
    groups: list[list[int]] = field(default_factory=list)
    offsets: Array | None = None

    def kinds(self, known: Array) -> Array:
        """Kind of every row, from flags [N,F] of what is known."""
        kind = np.zeros(len(known), int)
        for number, features in enumerate(self.groups):
            kind += 2**number * known[:, features].any(1)
        return kind

    def of(self, known: Array, context: Array) -> tuple[Array, Array]:
        """Factor and offset of every row."""
        share = (known.astype(np.float32) @ self.weights.astype(np.float32)).astype(np.float32)
        step = np.searchsorted(self.cuts.astype(np.float32), share, side="right")
        kind = self.kinds(known)
        offset = np.zeros(len(known)) if self.offsets is None else self.offsets[context, kind]
        return self.factors[context, kind, step], offset


@dataclass
class Served:
    """An additive model as it is shipped.

    `contexts` are one model, or two over the same edges: the second answers rows in which any of the
    features `series` is known (so a slope), the first the others. Their intercepts are equal.
    """

    contexts: list[Additive]
    series: list[int] = field(default_factory=list)
    gain: Gain | None = None

    @property
    def edges(self) -> list[Array]:
        """Edges of the bins of every feature."""
        return self.contexts[0].edges

    @property
    def terms(self) -> list[Term]:
        """Terms, the same in every context."""
        return self.contexts[0].terms

    @property
    def intercept(self) -> float:
        """Log-odds before any term."""
        return float(self.contexts[0].intercepts.mean())

    @property
    def alone(self) -> Array:
        """1 for a term of one feature, 0 for a pair."""
        return np.array([len(term) == 1 for term in self.terms], float)

    def gains(self, codes: Array) -> tuple[Array, Array, Array]:
        """Context, factor and offset of every row."""
        context = (codes[:, self.series] > 0).any(1).astype(int) if len(self.contexts) > 1 \
            else np.zeros(len(codes), int)
        if self.gain is None:
            return context, np.ones(len(codes)), np.zeros(len(codes))
        return context, *self.gain.of(codes > 0, context)

    def run(self, features: Array) -> dict[str, Array]:
        """What the graph gives, computed in float from the tables before quantisation."""
        codes = codes_of(features, self.edges)
        context, factor, offset = self.gains(codes)
        parts = np.zeros((len(codes), len(self.terms)))
        members = np.zeros((len(codes), len(self.contexts[0].intercepts)))
        for number, model in enumerate(self.contexts):
            mine = context == number
            parts[mine] = model.contributions(codes[mine])
            members[mine] = model.members(codes[mine])
        members = self.intercept + (members - self.intercept + offset[:, None]) * factor[:, None]
        parts = (parts + offset[:, None] * self.alone / self.alone.sum()) * factor[:, None]
        return {"contributions": parts, "logits": parts.sum(1, keepdims=True) + self.intercept,
                "members": members}


class Graph:
    """Collects nodes and constants."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, values: Array) -> str:
        """Name of a constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(self, kind: str, *inputs: str, out: str | None = None, **settings: object) -> str:
        """Name of the output of a new node."""
        name = out or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=f"n{len(self.nodes)}", **settings))
        return name

    def cast(self, value: str, kind: int) -> str:
        """A value of another type."""
        return self.add("Cast", value, to=kind)


def padded(edges: Sequence[Array]) -> Array:
    """Edges [F,E], filled up with infinity."""
    made = np.full((len(edges), max(1, *(len(cuts) for cuts in edges))), np.inf, np.float32)
    for place, cuts in enumerate(edges):
        made[place, : len(cuts)] = cuts
    return made


def bins(graph: Graph, edges: Sequence[Array]) -> tuple[str, str]:
    """Bins int64 [N,F], and float flags of what is known."""
    one, axis = graph.constant(np.float32(1.0)), graph.constant(np.array([2], np.int64))
    wide = graph.add("Unsqueeze", "features", axis)
    passed = graph.cast(graph.add("GreaterOrEqual", wide, graph.constant(padded(edges))), TensorProto.FLOAT)
    count = graph.add("ReduceSum", passed, axis, keepdims=0)
    most = graph.constant(np.array([len(cuts) for cuts in edges], np.float32))
    missing = graph.cast(graph.add("IsNaN", "features"), TensorProto.FLOAT)
    known = graph.add("Sub", one, missing)
    code = graph.add("Mul", graph.add("Add", graph.add("Min", count, most), one), known)
    return graph.cast(code, TensorProto.INT64), known


def addresses(graph: Graph, code: str, served: Served) -> tuple[str, list[int]]:
    """Address of every term's cell, int64 [N,T], in one context; first cell of every term."""
    sizes = [len(cuts) + 2 for cuts in served.edges]
    starts, total = [], 0
    for term in served.terms:
        starts.append(total)
        total += int(np.prod([sizes[place] for place in term]))
    first = graph.constant(np.array([term[0] for term in served.terms], np.int64))
    second = graph.constant(np.array([term[-1] for term in served.terms], np.int64))
    stride = np.array([sizes[term[1]] if len(term) > 1 else 1 for term in served.terms], np.int64)
    step = np.array([1 if len(term) > 1 else 0 for term in served.terms], np.int64)
    place = graph.add("Add", graph.add("Mul", graph.add("Gather", code, first, axis=1), graph.constant(stride)),
                      graph.add("Mul", graph.add("Gather", code, second, axis=1), graph.constant(step)))
    return graph.add("Add", place, graph.constant(np.array(starts, np.int64))), [*starts, total]


def any_known(graph: Graph, known: str, features: Sequence[int]) -> str:
    """1 for rows with any of the features, int64 [N]."""
    some = graph.add("Gather", known, graph.constant(np.array(features, np.int64)), axis=1)
    seen = graph.add("ReduceMax", some, graph.constant(np.array([1], np.int64)), keepdims=0)
    return graph.cast(seen, TensorProto.INT64)


def group_of(graph: Graph, known: str, context: str | None, gain: Gain) -> str | None:
    """Number of the context and kind of every row, int64 [N,1]; nothing where there is only one."""
    place = None if context is None else graph.add("Mul", context, graph.constant(np.int64(2 ** len(gain.groups))))
    for number, features in enumerate(gain.groups):
        flag = graph.add("Mul", any_known(graph, known, features), graph.constant(np.int64(2**number)))
        place = flag if place is None else graph.add("Add", place, flag)
    return None if place is None else graph.add("Unsqueeze", place, graph.constant(np.array([1], np.int64)))


def factor_of(graph: Graph, known: str, group: str | None, gain: Gain) -> str:
    """Gain of every row, float [N,1]."""
    axis = graph.constant(np.array([1], np.int64))
    share = graph.add("MatMul", known, graph.constant(gain.weights.astype(np.float32)[:, None]))
    passed = graph.add("GreaterOrEqual", share, graph.constant(gain.cuts.astype(np.float32)[None]))
    place = graph.add("ReduceSum", graph.cast(passed, TensorProto.INT64), axis, keepdims=1)
    if group is not None:
        first = graph.add("Mul", group, graph.constant(np.int64(gain.factors.shape[-1])))
        place = graph.add("Add", place, first)
    flat = gain.factors.astype(np.float32).reshape(-1)
    return graph.add("Gather", graph.constant(flat), place, axis=0)


def offset_of(graph: Graph, group: str | None, gain: Gain, factor: str) -> str | None:
    """Offset of every row times its gain, float [N,1]."""
    if gain.offsets is None:
        return None
    flat = graph.constant(gain.offsets.astype(np.float32).reshape(-1))
    place = group or graph.constant(np.zeros((1, 1), np.int64))
    return graph.add("Mul", graph.add("Gather", flat, place, axis=0), factor)


def sheets(served: Served) -> tuple[Array, Array, Array, Array]:
    """int8 means [C*cells], members [C*cells,K], and their steps [C,T]."""
    means, members, steps, spreads = [], [], [], []
    for model in served.contexts:
        tables, step, spread = quantised(model)
        flat = np.concatenate([table.reshape(-1, table.shape[-1]) for table in tables])
        means.append(flat[:, 0])
        members.append(flat[:, 1:])
        steps.append(step)
        spreads.append(spread)
    return (np.concatenate(means), np.concatenate(members), np.array(steps, np.float32),
            np.array(spreads, np.float32))


def build(served: Served, members: bool = True) -> onnx.ModelProto:
    """The ONNX model; opset 18, any number of rows."""
    graph = Graph()
    code, known = bins(graph, served.edges)
    place, starts = addresses(graph, code, served)
    means, cells, steps, spreads = sheets(served)
    context, offset = None, None
    if len(served.contexts) == 1:
        scale, spread = graph.constant(steps[:1]), graph.constant(spreads[:1])
    else:
        context = any_known(graph, known, served.series)
        wide = graph.add("Unsqueeze", context, graph.constant(np.array([1], np.int64)))
        place = graph.add("Add", place, graph.add("Mul", wide, graph.constant(np.int64(starts[-1]))))
        scale = graph.add("Gather", graph.constant(steps), context, axis=0)
        spread = graph.add("Gather", graph.constant(spreads), context, axis=0)
    if served.gain is not None:
        group = group_of(graph, known, context, served.gain)
        factor = factor_of(graph, known, group, served.gain)
        offset = offset_of(graph, group, served.gain, factor)
        scale, spread = graph.add("Mul", scale, factor), graph.add("Mul", spread, factor)
    picked = graph.cast(graph.add("Gather", graph.constant(means), place, axis=0), TensorProto.FLOAT)
    if offset is None:
        graph.add("Mul", picked, scale, out="contributions")
    else:
        each = (served.alone / served.alone.sum()).astype(np.float32)[None]
        shares = graph.add("Mul", offset, graph.constant(each))
        graph.add("Add", graph.add("Mul", picked, scale), shares, out="contributions")
    total = graph.add("ReduceSum", "contributions", graph.constant(np.array([1], np.int64)), keepdims=1)
    graph.add("Add", total, graph.constant(np.float32(served.intercept)), out="logits")
    if members:
        cell = graph.cast(graph.add("Gather", graph.constant(cells), place, axis=0), TensorProto.FLOAT)
        step = graph.add("Unsqueeze", spread, graph.constant(np.array([1], np.int64)))
        whole = graph.add("MatMul", step, cell)
        flat = graph.add("Squeeze", whole, graph.constant(np.array([1], np.int64)))
        flat = flat if offset is None else graph.add("Add", flat, offset)
        graph.add("Add", flat, graph.constant(np.float32(served.intercept)), out="members")
    return assembled(graph, served, members)


def assembled(graph: Graph, served: Served, members: bool) -> onnx.ModelProto:
    """The graph with its inputs and outputs, checked."""
    shapes = {"contributions": len(served.terms), "logits": 1,
              "members": len(served.contexts[0].intercepts)}
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", width])
               for name, width in shapes.items() if members or name != "members"]
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["N", len(served.edges)])
    made = helper.make_graph(graph.nodes, "additive", [features], outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)], ir_version=9,
                              producer_name="")
    onnx.checker.check_model(model, full_check=True)
    return model


def write(served: Served, target: Path, members: bool = True) -> int:
    """Writes the model; its bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(build(served, members).SerializeToString())
    return target.stat().st_size
