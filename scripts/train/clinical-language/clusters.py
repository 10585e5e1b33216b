"""Clusters of words by their neighbours: python3 clusters.py words.txt clusters.json [--least N]

PPMI of neighbours up to two words away, a truncated singular value decomposition, k-means in two steps
(a coarse cluster and a fine one inside it). Seeded; one thread.
"""
import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import svds


def vectors(sentences, vocabulary, size, rng):
    index = {word: n for n, word in enumerate(vocabulary)}
    context = {word: n for n, word in enumerate(vocabulary[:4000])}
    counts = Counter()
    for words in sentences:
        for at, word in enumerate(words):
            if word not in index:
                continue
            for step in (-2, -1, 1, 2):
                other = at + step
                if 0 <= other < len(words) and words[other] in context:
                    # A neighbour to the left is another than one to the right.
                    side = (step > 0) + 2 * (abs(step) > 1)
                    counts[index[word], context[words[other]] * 4 + side] += 1
    keys = np.array(list(counts))
    values = np.array(list(counts.values()), dtype=float)
    shape = (len(vocabulary), len(context) * 4)
    matrix = coo_matrix((values, (keys[:, 0], keys[:, 1])), shape=shape).tocsr()
    rows = np.asarray(matrix.sum(1)).ravel()
    columns = np.asarray(matrix.sum(0)).ravel() ** 0.75
    columns *= rows.sum() / columns.sum()
    entry = matrix.tocoo()
    ppmi = np.log(entry.data * rows.sum() / (rows[entry.row] * columns[entry.col] + 1e-9))
    keep = ppmi > 0
    matrix = coo_matrix((ppmi[keep], (entry.row[keep], entry.col[keep])), shape=shape).tocsr()
    u, s, _ = svds(matrix, k=size, v0=rng.standard_normal(min(shape)))
    found = u * np.sqrt(s)
    return found / (np.linalg.norm(found, axis=1, keepdims=True) + 1e-9)


def means(points, count, rng, rounds=25):
    count = min(count, len(points))
    centres = points[rng.choice(len(points), count, replace=False)]
    for _ in range(rounds):
        nearest = (points @ centres.T).argmax(1)
        for n in range(count):
            own = points[nearest == n]
            if len(own):
                centre = own.mean(0)
                centres[n] = centre / (np.linalg.norm(centre) + 1e-9)
    return nearest


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('words', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--least', type=int, default=6)
    parser.add_argument('--size', type=int, default=100)
    parser.add_argument('--coarse', type=int, default=48)
    parser.add_argument('--fine', type=int, default=400)
    given = parser.parse_args()
    rng = np.random.default_rng(7)
    sentences = [line.split() for line in given.words.read_text(encoding='utf-8').splitlines()]
    counts = Counter(word for words in sentences for word in words)
    vocabulary = [word for word, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
                  if n >= given.least]
    points = vectors(sentences, vocabulary, min(given.size, len(vocabulary) // 2), rng)
    fine = means(points, given.fine, rng)
    centres = np.array([points[fine == n].mean(0) if (fine == n).any() else points[0]
                        for n in range(fine.max() + 1)])
    coarse = means(centres, given.coarse, rng)
    paths = {word: [int(coarse[fine[n]]), int(fine[n])] for n, word in enumerate(vocabulary)}
    given.out.write_text(json.dumps(paths, ensure_ascii=False), encoding='utf-8')
    print(f'{len(vocabulary)} words, {fine.max() + 1} clusters')


if __name__ == '__main__':
    main()
