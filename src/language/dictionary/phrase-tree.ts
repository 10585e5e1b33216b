import { expandedPhrase } from '../text/shorthand.js';
import { GAP, goesOn, type Word, wordsOf } from '../text/words.js';

interface Node<T> {
  readonly next: Map<string, Node<T>>;
  values: T[] | undefined;
}

/** What was found: words `from` to `to` (not included). */
export interface Hit<T> {
  readonly from: number;
  readonly to: number;
  readonly values: readonly T[];
}

/** Phrases by their folded words. */
export interface PhraseTree<T> {
  add(phrase: string, value: T): void;
  /** Every phrase that begins at a word, the shortest first. */
  at(words: readonly Word[], from: number): readonly Hit<T>[];
  /** The longest of them that `takes` some meaning. */
  longestAt(
    words: readonly Word[],
    from: number,
    takes?: (value: T, from: number, to: number) => boolean,
  ): Hit<T> | undefined;
}

const NOTHING: readonly never[] = [];

/** One phrase, also where a list was cut at its `of`: `Shortness of, breath`. */
const linked = (before: Word | undefined, word: Word): boolean =>
  goesOn(word) || (word.gap === GAP.comma && (before?.folded === 'of' || word.folded === 'of'));

/** An empty tree; looking up takes as many steps as the longest phrase has words. */
export function createPhraseTree<T>(): PhraseTree<T> {
  const root: Node<T> = { next: new Map(), values: undefined };

  function at(words: readonly Word[], from: number): readonly Hit<T>[] {
    const first = words[from];
    let node = first && root.next.get(first.folded);
    if (node === undefined) return NOTHING;
    const hits: Hit<T>[] = [];
    for (let to = from + 1; node !== undefined; to += 1) {
      if (node.values !== undefined) hits.push({ from, to, values: node.values });
      const word = words[to];
      if (word === undefined || node.next.size === 0 || !linked(words[to - 1], word)) break;
      node = node.next.get(word.folded);
    }
    return hits;
  }

  function addWords(words: readonly Word[], value: T): void {
    let node = root;
    for (const { folded } of words) {
      let next = node.next.get(folded);
      if (next === undefined) {
        next = { next: new Map(), values: undefined };
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
      const hits = at(words, from);
      for (let i = hits.length - 1; i >= 0; i -= 1) {
        const hit = hits[i];
        if (hit === undefined) continue;
        if (takes === undefined) return hit;
        const values = hit.values.filter((value) => takes(value, hit.from, hit.to));
        if (values.length > 0) return { ...hit, values };
      }
      return undefined;
    },
  };
}
