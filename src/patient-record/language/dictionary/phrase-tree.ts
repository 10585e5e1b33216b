import { expandedPhrase } from '../text/shorthand.js';
import { GAP, goesOn, type Word, wordsOf } from '../text/words.js';

interface Node<T> {
  /** Undefined where no phrase continues. */
  next: Map<string, Node<T>> | undefined;
  values: T[] | undefined;
}

/** What was found: words `from` to `to` (not included). */
export interface PhraseMatch<T> {
  readonly values: readonly T[];
  readonly from: number;
  readonly to: number;
}

/** Phrases by their folded words. */
export interface PhraseTree<T> {
  add(phrase: string, value: T): void;
  /** Every phrase that begins at a word, the shortest first. */
  at(words: readonly Word[], from: number): readonly PhraseMatch<T>[];
  /** The longest of them that `takes` some meaning. */
  longestAt(
    words: readonly Word[],
    from: number,
    takes?: (value: T, from: number, to: number) => boolean,
  ): PhraseMatch<T> | undefined;
}

const NOTHING: readonly never[] = [];

/** One phrase, also where a list was cut at its `of`: `Shortness of, breath`. */
const linked = (before: Word | undefined, word: Word): boolean =>
  goesOn(word) || (word.gap === GAP.comma && (before?.folded === 'of' || word.folded === 'of'));

/** An empty tree; looking up takes as many steps as the longest phrase has words. */
export function createPhraseTree<T>(): PhraseTree<T> {
  const root = { next: new Map<string, Node<T>>(), values: undefined };

  function at(words: readonly Word[], from: number): readonly PhraseMatch<T>[] {
    const first = words[from];
    let node = first && root.next.get(first.folded);
    if (node === undefined) return NOTHING;
    let hits: PhraseMatch<T>[] | undefined;
    for (let to = from + 1; node !== undefined; to += 1) {
      if (node.values !== undefined) {
        const hit = { values: node.values, from, to };
        if (hits === undefined) hits = [hit];
        else hits.push(hit);
      }
      const next: Node<T>['next'] = node.next;
      const word = words[to];
      if (next === undefined || word === undefined || !linked(words[to - 1], word)) break;
      node = next.get(word.folded);
    }
    return hits ?? NOTHING;
  }

  function longest(words: readonly Word[], from: number): PhraseMatch<T> | undefined {
    const first = words[from];
    let node = first && root.next.get(first.folded);
    if (node === undefined) return undefined;
    let last: readonly T[] | undefined;
    let end = from;
    for (let to = from + 1; node !== undefined; to += 1) {
      if (node.values !== undefined) {
        last = node.values;
        end = to;
      }
      const next: Node<T>['next'] = node.next;
      const word = words[to];
      if (next === undefined || word === undefined || !linked(words[to - 1], word)) break;
      node = next.get(word.folded);
    }
    return last && { values: last, from, to: end };
  }

  function addWords(words: readonly Word[], value: T): void {
    let node: Node<T> = root;
    for (const { folded } of words) {
      node.next ??= new Map();
      let next = node.next.get(folded);
      if (next === undefined) {
        next = { next: undefined, values: undefined };
        node.next.set(folded, next);
      }
      node = next;
    }
    if (node === root) return;
    if (node.values === undefined) node.values = [value];
    else node.values.push(value);
  }

  return {
    add(phrase, value) {
      addWords(wordsOf(phrase), value);
      const inFull = expandedPhrase(phrase);
      if (inFull !== undefined) addWords(inFull, value);
    },
    at,
    longestAt(words, from, takes) {
      if (takes === undefined) return longest(words, from);
      const hits = at(words, from);
      for (let i = hits.length - 1; i >= 0; i -= 1) {
        const hit = hits[i];
        if (hit === undefined) continue;
        const values = hit.values.filter((value) => takes(value, hit.from, hit.to));
        if (values.length === hit.values.length) return hit;
        if (values.length > 0) return { values, from, to: hit.to };
      }
      return undefined;
    },
  };
}
