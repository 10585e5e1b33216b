"""Boosted stumps and two-feature trees of a table, summed up into an additive model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import lightgbm as lgb
import numpy as np

from shared.tabular_tables import Additive, Array, Term, centred, codes_of, edges_of


@dataclass
class Boost:
    """Settings of the training."""

    rounds: int = 1000
    rate: float = 0.03
    least: float = 40.0
    ridge: float = 5.0
    features: float = 0.1
    bins: int = 24
    pairs: int = 0
    pair_rounds: int = 300
    pair_search: int = 400
    members: int = 20
    threads: int = 2
    seed: int = 7
    monotone: dict[int, int] = field(default_factory=dict)


def parameters(boost: Boost, seed: int) -> dict[str, object]:
    """The parameters of LightGBM in every fit."""
    return {
        "objective": "cross_entropy", "learning_rate": boost.rate, "lambda_l2": boost.ridge,
        "feature_fraction": boost.features, "min_data_in_leaf": 20,
        "min_sum_hessian_in_leaf": boost.least * 0.1, "max_bin": 255, "min_data_in_bin": 1,
        "num_threads": boost.threads, "seed": seed, "deterministic": True, "force_row_wise": True,
        "verbose": -1, "zero_as_missing": False, "feature_pre_filter": False,
    }


def as_floats(codes: Array) -> Array:
    """Bins for LightGBM: whole numbers, NaN where missing."""
    return np.where(codes == 0, np.nan, codes.astype(np.float32)).astype(np.float32)


def values_on(tree: dict, grids: dict[int, Array], shape: tuple[int, ...]) -> Array:
    """The tree over a grid of bins; `grids` holds the bins of each feature, shaped for the grid."""
    if "leaf_value" in tree:
        return np.full(shape, tree["leaf_value"])
    code = grids[tree["split_feature"]]
    missing = code == 0
    left = code <= tree["threshold"]
    if tree["missing_type"] == "NaN":
        left = np.where(missing, tree["default_left"], left)
    else:
        left = np.where(missing, 0 <= tree["threshold"], left)
    return np.where(left, values_on(tree["left_child"], grids, shape),
                    values_on(tree["right_child"], grids, shape))


def features_in(tree: dict) -> set[int]:
    """Features that a tree asks for."""
    if "leaf_value" in tree:
        return set()
    return {tree["split_feature"]} | features_in(tree["left_child"]) | features_in(tree["right_child"])


def summed(booster: lgb.Booster, sizes: Sequence[int], tables: dict[Term, Array]) -> float:
    """Adds the trees of a booster to tables of bins; what has no feature is returned."""
    rest = 0.0
    for entry in booster.dump_model()["tree_info"]:
        tree = entry["tree_structure"]
        term = tuple(sorted(features_in(tree)))
        if not term:
            rest += tree.get("leaf_value", 0.0)
            continue
        shape = tuple(sizes[place] for place in term)
        grids = {place: np.arange(sizes[place]).reshape([-1 if at == axis else 1 for at in range(len(term))])
                 for axis, place in enumerate(term)}
        made = values_on(tree, grids, shape)
        tables[term] = tables.get(term, 0.0) + made
    return rest


def gained(booster: lgb.Booster) -> Counter[Term]:
    """What the second split of every two-feature tree gained, summed by pair."""
    gains: Counter[Term] = Counter()
    for entry in booster.dump_model()["tree_info"]:
        tree = entry["tree_structure"]
        term = tuple(sorted(features_in(tree)))
        if len(term) == 2:
            child = tree["left_child"] if "split_gain" in tree["left_child"] else tree["right_child"]
            gains[term] += child["split_gain"]
    return gains


def chosen_pairs(codes: Array, truth: Array, weights: Array, start: Array, boost: Boost) -> list[Term]:
    """Pairs that gain most on top of the single features, in a short run of any three-leaved trees."""
    if not boost.pairs:
        return []
    settings = parameters(boost, boost.seed) | {"num_leaves": 3, "feature_fraction": 0.15}
    data = lgb.Dataset(as_floats(codes), truth, weight=weights, init_score=start)
    gains = gained(lgb.train(settings, data, boost.pair_search))
    return sorted(pair for pair, _ in gains.most_common(boost.pairs))


def singles(codes: Array, truth: Array, weights: Array, boost: Boost, seed: int) -> lgb.Booster:
    """A booster of stumps: one feature a tree."""
    settings = parameters(boost, seed) | {"num_leaves": 2}
    if boost.monotone:
        settings["monotone_constraints"] = [boost.monotone.get(at, 0) for at in range(codes.shape[1])]
    return lgb.train(settings, lgb.Dataset(as_floats(codes), truth, weight=weights), boost.rounds)


def doubles(codes: Array, truth: Array, weights: Array, start: Array, pairs: Sequence[Term],
            boost: Boost, seed: int, signs: list[int]) -> lgb.Booster:
    """A booster of trees that each ask for one of the pairs, on top of the stumps.

    `signs` are the monotone constraints of the columns of `codes`.
    """
    settings = parameters(boost, seed) | {
        "num_leaves": 3, "feature_fraction": 1.0,
        "interaction_constraints": [list(pair) for pair in pairs]}
    if any(signs):
        settings["monotone_constraints"] = signs
    data = lgb.Dataset(as_floats(codes), truth, weight=weights, init_score=start)
    return lgb.train(settings, data, boost.pair_rounds)


def member(codes: Array, truth: Array, weights: Array, sizes: Sequence[int], pairs: list[Term] | None,
           boost: Boost, seed: int) -> tuple[dict[Term, Array], float, list[Term]]:
    """Tables and intercept of one model, and its pairs (found here if none are given)."""
    tables: dict[Term, Array] = {}
    first = singles(codes, truth, weights, boost, seed)
    rest = summed(first, sizes, tables)
    start = first.predict(as_floats(codes), raw_score=True)
    found = chosen_pairs(codes, truth, weights, start, boost) if pairs is None else pairs
    if found:
        used = sorted({place for pair in found for place in pair})
        local = [tuple(used.index(place) for place in pair) for pair in found]
        extra: dict[Term, Array] = {}
        signs = [boost.monotone.get(place, 0) for place in used]
        second = doubles(codes[:, used], truth, weights, start, local, boost, seed, signs)
        rest += summed(second, [sizes[place] for place in used], extra)
        for term, table in extra.items():
            key = tuple(used[place] for place in term)
            tables[key] = tables.get(key, 0.0) + table
    return tables, rest, found


def fit(features: Array, truth: Array, weights: Array, patients: Array, boost: Boost,
        edges: list[Array] | None = None) -> Additive:
    """An additive model: the mean of `members` boosters, each on patients drawn with replacement."""
    edges = edges or [edges_of(features[:, place], boost.bins) for place in range(features.shape[1])]
    codes = codes_of(features, edges)
    sizes = [len(cuts) + 2 for cuts in edges]
    random = np.random.default_rng(boost.seed)
    different, place = np.unique(patients, return_inverse=True)
    pairs: list[Term] | None = None
    found: list[dict[Term, Array]] = []
    rests: list[float] = []
    for number in range(boost.members):
        drawn = np.bincount(random.integers(0, len(different), len(different)),
                            minlength=len(different))[place]
        rows = drawn > 0
        tables, rest, pairs = member(codes[rows], truth[rows], weights[rows] * drawn[rows], sizes,
                                     pairs, boost, boost.seed + number)
        found.append(tables)
        rests.append(rest)
    terms = sorted(set().union(*found), key=lambda term: (len(term), term))
    whole = [np.stack([tables.get(term, np.zeros([sizes[at] for at in term])) for tables in found])
             for term in terms]
    return centred(Additive(edges, terms, whole, np.array(rests)), codes, weights)
