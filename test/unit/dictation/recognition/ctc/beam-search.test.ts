import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBeamSearch } from '../../../../../src/dictation/recognition/ctc/beam-search.js';
import type { Frames } from '../../../../../src/dictation/recognition/ctc/frames.js';
import type { Grammar } from '../../../../../src/dictation/recognition/ctc/grammar.js';
import { createLexiconTree } from '../../../../../src/dictation/recognition/ctc/search-tree.js';
import { rounds } from '../../../../support/rounds.js';
import { everySaying, everySentence } from './all-alignments.js';
import { softmaxRows } from './toy.js';

const EXACT = { beam: 1_000, maxHypotheses: 20_000, tokenBeam: 1_000, blankSkip: 1 };
/** Tokens 1 and 2; a word that begins another, one with a token twice, one of a single token. */
const ENTRIES = [[1, 2], [1, 2, 2], [2], [1, 1]];

/** Each history is a state; words are dearer after themselves. */
function wordyGrammar(prices: readonly number[]): Grammar {
  const histories: number[][] = [[]];
  return {
    start: 0,
    score: (state, entry) => (prices[entry] ?? 0) - (histories[state]!.at(-1) === entry ? 0.7 : 0),
    next(state, entry) {
      const longer = [...histories[state]!, entry];
      const known = histories.findIndex((other) => other.join() === longer.join());
      return known >= 0 ? known : histories.push(longer) - 1;
    },
    end: (state) => -0.3 * histories[state]!.length,
  };
}

function scoreOf(grammar: Grammar, sentence: readonly number[]): number {
  let [state, sum] = [grammar.start, 0];
  for (const entry of sentence) {
    sum += grammar.score(state, entry);
    state = grammar.next(state, entry);
  }
  return sum + grammar.end(state);
}

function exhaustively(input: Frames, grammar: Grammar) {
  const sayings = everySaying(input);
  return everySentence(ENTRIES, input.frames)
    .map((sentence) => {
      const said = sentence.flatMap((entry) => ENTRIES[entry]!).join(' ');
      const heard = sayings.get(said) ?? -Infinity;
      return { sentence, score: heard + scoreOf(grammar, sentence) };
    })
    .sort((a, b) => b.score - a.score);
}

const treeOf = (prices: readonly number[]) =>
  createLexiconTree(3, { sequences: ENTRIES, scoreOf: (entry) => prices[entry] ?? 0 }).plain;

const price = fc.double({ min: -6, max: 0, noNaN: true });
const logit = fc.double({ min: -4, max: 4, noNaN: true });
const frames = fc
  .integer({ min: 0, max: 6 })
  .chain((count) => fc.array(logit, { minLength: 3 * count, maxLength: 3 * count }));

describe('createBeamSearch', () => {
  const search = createBeamSearch(EXACT);

  it('finds what trying every path through the frames finds', () => {
    fc.assert(
      fc.property(frames, fc.array(price, { minLength: 4, maxLength: 4 }), (values, prices) => {
        const input = softmaxRows(3, values);
        const grammar = wordyGrammar(prices);
        const [first, second] = exhaustively(input, grammar);
        const found = search(input, { tree: treeOf(prices), grammar });
        expect(found.score).toBeCloseTo(first!.score, 1);
        // the sums are from a table: what is as good as equal may change places
        fc.pre(second === undefined || first!.score - second.score > 0.1);
        const said = found.pasts.chain(found.best).map((past) => found.pasts.entry(past));
        expect(said).toEqual(first!.sentence);
      }),
      { numRuns: rounds({ short: 30, long: 750 }) },
    );
  });

  it('says nothing when there is nothing', () => {
    const found = search(softmaxRows(3, []), { tree: treeOf([]), grammar: wordyGrammar([]) });
    expect(found.pasts.chain(found.best)).toEqual([]);
    expect(found.survivors.map(({ frame }) => frame)).toEqual([0]);
  });

  it('keeps the words before one that the sound breaks off', () => {
    const only = [[2], [1, 1, 1, 2]];
    const { plain: tree } = createLexiconTree(3, { sequences: only, scoreOf: () => 0 });
    const input = softmaxRows(3, [0, 0, 90, 90, 0, 0, 0, 90, 0, 90, 0, 0, 0, 90, 0]);
    const narrow = createBeamSearch({ ...EXACT, beam: 20 });
    const found = narrow(input, { tree, grammar: wordyGrammar([0, 0]) });
    expect(found.pasts.chain(found.best).map((past) => found.pasts.entry(past))).toEqual([0]);
  });

  it('gives up what it may not keep, and never does better for it', () => {
    const prices = [-1, -1, -1, -1];
    const few = createBeamSearch({ ...EXACT, beam: 12, maxHypotheses: 4 });
    const most = (survivors: readonly { pasts: Int32Array }[]) =>
      Math.max(0, ...survivors.map(({ pasts }) => pasts.length));
    fc.assert(
      fc.property(frames, (values) => {
        const language = { tree: treeOf(prices), grammar: wordyGrammar(prices) };
        const narrow = few(softmaxRows(3, values), language);
        const wide = search(softmaxRows(3, values), language);
        expect(narrow.score).toBeLessThanOrEqual(wide.score + 0.1);
        expect(most(narrow.survivors)).toBeLessThanOrEqual(most(wide.survivors));
      }),
    );
    const values = Array.from({ length: 60 }, (_, i) => Math.sin(i * i));
    const language = { tree: treeOf(prices), grammar: wordyGrammar(prices) };
    expect(most(few(softmaxRows(3, values), language).survivors)).toBeLessThanOrEqual(5);
  });

  it('passes over sure blanks without losing its way', () => {
    const sure = [90, 0, 0];
    const said = [...sure, 0, 90, 0, 0, 0, 90, ...sure, ...sure, 0, 0, 90, ...sure];
    const quick = createBeamSearch({ ...EXACT, blankSkip: Math.log(0.99) });
    const prices = [-1, -6, -1, -1];
    const input = softmaxRows(3, said);
    const found = quick(input, { tree: treeOf(prices), grammar: wordyGrammar(prices) });
    expect(found.pasts.chain(found.best).map((past) => found.pasts.entry(past))).toEqual([0, 2]);
    expect(found.survivors.map(({ frame }) => frame)).toEqual([1, 2, 5, 7]);
  });
});
