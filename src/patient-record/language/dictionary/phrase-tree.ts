import { expandedPhrase } from '../text/shorthand.js';
import { may } from '../text/word-classes.js';
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
  /** Whether a phrase begins with a folded word. */
  beginsWith(folded: string): boolean;
  /** Every phrase that begins at a word, the shortest first. */
  at(words: readonly Word[], from: number): readonly PhraseMatch<T>[];
  /** The longest of them whose last word is not marked. */
  longestOutside(
    words: readonly Word[],
    from: number,
    marked: Uint8Array,
  ): PhraseMatch<T> | undefined;
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

/** The node of the phrases that continue from a node with the next word. */
function nextNode<T>(node: Node<T>, words: readonly Word[], to: number): Node<T> | undefined {
  const word = words[to];
  if (node.next === undefined || word === undefined || !linked(words[to - 1], word))
    return undefined;
  return node.next.get(word.folded);
}

class FoldedPhrases<T> implements PhraseTree<T> {
  readonly #roots = new Map<string, Node<T>>();
  readonly #first: number | undefined;

  constructor(first: number | undefined) {
    this.#first = first;
  }

  add(phrase: string, value: T): void {
    this.#addWords(wordsOf(phrase), value);
    const inFull = expandedPhrase(phrase);
    if (inFull !== undefined) this.#addWords(inFull, value);
  }

  #addWords(words: readonly Word[], value: T): void {
    let node: Node<T> | undefined;
    for (const { folded } of words) {
      if (node !== undefined) node.next ??= new Map();
      const siblings: Map<string, Node<T>> = node?.next ?? this.#roots;
      let next = siblings.get(folded);
      if (next === undefined) {
        next = { next: undefined, values: undefined };
        siblings.set(folded, next);
      }
      node = next;
    }
    if (node === undefined) return;
    if (node.values === undefined) node.values = [value];
    else node.values.push(value);
  }

  beginsWith(folded: string): boolean {
    return this.#roots.has(folded);
  }

  #rootAt(words: readonly Word[], from: number): Node<T> | undefined {
    const first = words[from];
    if (first === undefined || (this.#first !== undefined && !may(first, this.#first)))
      return undefined;
    return this.#roots.get(first.folded);
  }

  at(words: readonly Word[], from: number): readonly PhraseMatch<T>[] {
    let node = this.#rootAt(words, from);
    if (node === undefined) return NOTHING;
    let hits: PhraseMatch<T>[] | undefined;
    for (let to = from + 1; node !== undefined; to += 1) {
      if (node.values !== undefined) {
        const hit = { values: node.values, from, to };
        if (hits === undefined) hits = [hit];
        else hits.push(hit);
      }
      node = nextNode(node, words, to);
    }
    return hits ?? NOTHING;
  }

  longestOutside(
    words: readonly Word[],
    from: number,
    marked: Uint8Array,
  ): PhraseMatch<T> | undefined {
    return this.#longest(words, from, marked);
  }

  #longest(words: readonly Word[], from: number, marked?: Uint8Array): PhraseMatch<T> | undefined {
    let node = this.#rootAt(words, from);
    if (node === undefined) return undefined;
    let last: readonly T[] | undefined;
    let end = from;
    for (let to = from + 1; node !== undefined; to += 1) {
      if (node.values !== undefined && marked?.[to - 1] !== 1) {
        last = node.values;
        end = to;
      }
      node = nextNode(node, words, to);
    }
    return last && { values: last, from, to: end };
  }

  longestAt(
    words: readonly Word[],
    from: number,
    takes?: (value: T, from: number, to: number) => boolean,
  ): PhraseMatch<T> | undefined {
    if (takes === undefined) return this.#longest(words, from);
    const hits = this.at(words, from);
    for (let i = hits.length - 1; i >= 0; i -= 1) {
      const hit = hits[i];
      if (hit === undefined) continue;
      const values = hit.values.filter((value) => takes(value, hit.from, hit.to));
      if (values.length === hit.values.length) return hit;
      if (values.length > 0) return { values, from, to: hit.to };
    }
    return undefined;
  }
}

/**
 * An empty tree; looking up takes as many steps as the longest phrase has words.
 *
 * @param first the class of {@link CLASS} of the words that its phrases begin with, where it has one
 */
export function createPhraseTree<T>(first?: number): PhraseTree<T> {
  return new FoldedPhrases(first);
}
