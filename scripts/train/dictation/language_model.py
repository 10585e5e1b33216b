"""Learns the two language models of dictation and packs them: export/general.lm and export/clinical.lm.

Both have the words of export/lexicon.txt. The general one mixes the trigrams of pocketsphinx-en-us with prose and transcripts of
training clips; the clinical one mixes clinical text with sentences of dictation. Weights of mixtures are chosen on texts that no
model saw: transcripts of held-out clips for the general model, `text/heldout.txt` and the vignettes for the clinical one.

    python language_model.py --data DATA --cache CACHE [--general-trigrams N …]
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from corpus import WORD, read_sentences
from language_model_counts import learn, word_marginal
from language_model_sphinx import read_sphinx
from language_model_tables import FLOOR, Model, Text, from_grams, mixed, pruned
from pack_language_model import pack
from verbalise import verbalise

Ids = list[np.ndarray]
PROSE = ("webster", "wordnet", "fortunes")
CLINICAL = ("clinical", "medical", "names")
SHARES = (0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
RUN_ON_SHARE = 0.3
SEED = 20261121
MIXTURES = (0, 0.1, 0.3, 0.5, 0.7, 0.85, 1)
NUMBER_SHARE = 0.02
"""Of strings of digits in the general model: they are said seldom, and then nothing else tells them."""
UNSEEN_SHARE = 0.002
"""Of the probability of unigrams, for the words of the list that a model does not have."""


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def to_ids(sentences: Sequence[list[str]], ids: dict[str, int]) -> Ids:
    """Sentences as numbers; -1 where the word is not in the list."""
    return [np.array([ids.get(word, -1) for word in sentence]) for sentence in sentences if sentence]


def run_on(sentences: Ids, rng: np.random.Generator) -> Ids:
    """Sentences, some of them together with the next as one: a chunk of dictation does not end where a sentence does."""
    found, at = [], 0
    while at < len(sentences):
        together = 1 + int(rng.random() < RUN_ON_SHARE)
        found.append(np.concatenate(sentences[at : at + together]))
        at += together
    return found


def sphinx_model(words: Sequence[str]) -> Model:
    """The model of pocketsphinx over other words: n-grams with words that are not among them are left out."""
    source, edge = read_sphinx(), len(words)
    ids = {word: place for place, word in enumerate(words)} | {"<s>": edge, "</s>": edge}
    for letter in "bcdefghjklmnpqrstuvwxyz":
        # The source writes a letter that is said as "b."; its "b" is what was left of other writing.
        ids[f"{letter}."] = ids.pop(letter, -1)
    number = np.array([ids.get(word, -1) for word in source.words])
    p1 = np.full(edge + 1, FLOOR)
    for word, p in zip(source.words, source.unigrams, strict=True):
        if word != "<s>" and ids.get(word, -1) >= 0:
            p1[ids[word]] = p
    missing = p1 <= FLOOR
    p1 -= np.log(np.exp(p1[~missing]).sum() / (1 - UNSEEN_SHARE))
    p1[missing] = np.log(UNSEEN_SHARE / max(missing.sum(), 1))
    two, three = number[source.bigrams], number[source.trigrams]
    ends = source.words.index("</s>")
    kept = [(rows >= 0).all(axis=1) & (gram[:, :-1] != ends).all(axis=1) for rows, gram in ((two, source.bigrams), (three, source.trigrams))]
    return from_grams(p1, two[kept[0]], source.bigram_weights[kept[0]], three[kept[1]], source.trigram_weights[kept[1]])


def held_out_transcripts(cache: Path) -> dict[str, list[list[str]]]:
    """Transcripts of held-out clips, by source."""
    found: dict[str, list[list[str]]] = {}
    with open(cache / "split.tsv", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["part"] != "train":
                found.setdefault(row["source"], []).append(row["words"].split())
    return found


def vignettes(data: Path) -> list[list[str]]:
    """Cases in free text, only to measure with."""
    found = []
    with open(data / "vignettes" / "dev.jsonl", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            for name in ("presentation", "absent_findings", "physical_history"):
                found += verbalise(case.get(name) or "")
    return found


def best_share(models: Sequence[Model], texts: Sequence[Text]) -> float:
    """Weight of the second model that makes the mean cross-entropy of the texts least."""
    chances = [[text.chances(model) for model in models] for text in texts]
    costs = {share: np.mean([-np.log((1 - share) * first + share * second).mean() for first, second in chances]) for share in SHARES}
    say("  shares " + ", ".join(f"{share}: {np.exp(cost):.0f}" for share, cost in costs.items()))
    return min(costs, key=costs.__getitem__)


def report(models: dict[str, Model], tests: dict[str, Text]) -> dict[str, dict[str, float]]:
    """Perplexity of each text under the general model with shares of the clinical one, and its unknown words."""
    figures = {}
    for name, text in tests.items():
        general, clinical = (text.chances(models[kind]) for kind in ("general", "clinical"))
        row = {f"clinical {share}": round(float(np.exp(-np.log((1 - share) * general + share * clinical).mean())), 1) for share in MIXTURES}
        figures[name] = row | {"words": text.words, "unknown": round(text.unknown / text.words, 5)}
        say(f"{name}: {figures[name]}")
    return figures


def size_of(model: Model) -> str:
    return f"{len(model.k2)} bigrams, {len(model.k3)} trigrams"


def make_general(words: Sequence[str], corpora: dict[str, Ids], development: Sequence[Text], sizes: tuple[int, int]) -> Model:
    """pocketsphinx's n-grams, prose and transcripts in one model."""
    base = sphinx_model(words)
    say(f"pocketsphinx: {size_of(base)}")
    prose = learn([text for name in PROSE for text in corpora[name]], len(words), least_trigram=2)
    said = learn(corpora["transcripts"], len(words))
    share = best_share((base, prose), development)
    both = mixed((base, prose), (1 - share, share))
    share = best_share((both, said), development)
    whole = mixed((both, said), (1 - share, share))
    numbers = learn(corpora["numbers"], len(words))
    whole = mixed((whole, numbers), (1 - NUMBER_SHARE, NUMBER_SHARE))
    say(f"general before pruning: {size_of(whole)}")
    return pruned(whole, *sizes, whole.p1)


def make_clinical(words: Sequence[str], corpora: dict[str, Ids], development: Sequence[Text], sizes: tuple[int, int]) -> Model:
    """Clinical text and dictation in one model."""
    rng = np.random.default_rng(SEED)
    written = [text for name in CLINICAL for text in run_on(corpora[name], rng)]
    spoken = run_on(corpora["dictation"], rng)
    text, dictated = learn(written, len(words)), learn(spoken, len(words))
    say(f"clinical text: {size_of(text)}; dictation: {size_of(dictated)}")
    share = best_share((text, dictated), development)
    marginal = np.logaddexp(word_marginal(written, len(words)) + np.log(1 - share), word_marginal(spoken, len(words)) + np.log(share))
    return pruned(mixed((text, dictated), (1 - share, share)), *sizes, marginal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--general-bigrams", type=int, default=850_000)
    parser.add_argument("--general-trigrams", type=int, default=850_000)
    parser.add_argument("--clinical-bigrams", type=int, default=350_000)
    parser.add_argument("--clinical-trigrams", type=int, default=700_000)
    options = parser.parse_args()
    export = options.cache / "export"
    with open(export / "lexicon.txt", encoding="utf-8") as lines:
        words = sorted({line.split("\t")[0] for line in lines})
    if not all(map(WORD.match, words)):
        raise ValueError("the lexicon has something that is no word")
    ids = {word: place for place, word in enumerate(words)}
    names = (*PROSE, "transcripts", *CLINICAL, "dictation", "numbers")
    corpora = {name: to_ids(read_sentences(options.cache / "corpus" / f"{name}.txt"), ids) for name in names}
    edge = len(words)
    said = {name: Text.of(to_ids(text, ids), edge) for name, text in held_out_transcripts(options.cache).items()}
    held = read_sentences(options.cache / "text" / "heldout.txt")
    half = len(held) // 2
    unseen = {"vignettes": vignettes(options.data), "held-out dictation": held[:half], "held-out text": held[half:]}
    clinical = {name: Text.of(to_ids(text, ids), edge) for name, text in unseen.items()}
    say(f"{len(words)} words; sentences {({name: len(text) for name, text in corpora.items()})}")
    models = {
        "general": make_general(words, corpora, list(said.values()), (options.general_bigrams, options.general_trigrams)),
        "clinical": make_clinical(words, corpora, list(clinical.values()), (options.clinical_bigrams, options.clinical_trigrams)),
    }
    for name, model in models.items():
        pack(model, words, export / f"{name}.lm")
        say(f"{name}: {size_of(model)}, {(export / f'{name}.lm').stat().st_size} bytes")
    figures = report(models, said | clinical)
    (options.cache / "language-model.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
