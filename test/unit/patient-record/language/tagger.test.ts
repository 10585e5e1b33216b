import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../src/patient-record/language/span.js';
import {
  bestLabels,
  type Chain,
  marginals,
} from '../../../../src/patient-record/language/tagger/chain.js';
import { bucketOf, hashText } from '../../../../src/patient-record/language/tagger/hash.js';
import {
  type JoinLimits,
  joinTagged,
} from '../../../../src/patient-record/language/tagger/join.js';
import { follows, LABEL_COUNT } from '../../../../src/patient-record/language/tagger/labels.js';
import { literatureScore } from '../../../../src/patient-record/language/tagger/style.js';
import {
  createTagger,
  sentencesOf,
  type Tagged,
} from '../../../../src/patient-record/language/tagger/tag.js';
import type { TaggerWeights } from '../../../../src/patient-record/language/tagger/weights.js';
import { wordsOf } from '../../../../src/patient-record/language/text/words.js';
import { language } from './language.js';

const L = LABEL_COUNT;

/** Numbers -2..2 that look random and are always the same. */
const numbers = (seed: number, count: number) =>
  Float64Array.from(
    { length: count },
    (_, n) => (bucketOf(hashText(seed, `${n}`), 16) / 65_536) * 4 - 2,
  );

function chainOf(seed: number, length: number): Chain {
  return {
    emissions: numbers(seed, length * L),
    transitions: numbers(seed + 1_000, L * L),
    length,
  };
}

/** Every sequence of labels that may be, with its sum. */
function allSequences({ emissions, transitions, length }: Chain) {
  let all: { labels: number[]; sum: number }[] = [{ labels: [], sum: 0 }];
  for (let at = 0; at < length; at += 1) {
    all = all.flatMap(({ labels, sum }) =>
      Array.from({ length: L }, (_, label) => label)
        .filter((label) => follows(labels.at(-1) ?? -1, label))
        .map((label) => ({
          labels: [...labels, label],
          sum:
            sum +
            (emissions[at * L + label] as number) +
            (at === 0 ? 0 : (transitions[(labels.at(-1) as number) * L + label] as number)),
        })),
    );
  }
  return all;
}

describe('a chain of labels', () => {
  it('has the best labels that trying every sequence finds', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const chain = chainOf(seed, 1 + (seed % 5));
      const all = allSequences(chain);
      const best = all.reduce((a, b) => (b.sum > a.sum ? b : a));
      expect([...bestLabels(chain)]).toEqual(best.labels);
    }
  });

  it('has the probabilities that summing over every sequence gives', () => {
    for (let seed = 1; seed <= 15; seed += 1) {
      const chain = chainOf(seed, 1 + (seed % 4));
      const all = allSequences(chain);
      const total = all.reduce((sum, one) => sum + Math.exp(one.sum), 0);
      const { labels, logSum } = marginals(chain);
      expect(logSum).toBeCloseTo(Math.log(total), 8);
      for (let at = 0; at < chain.length; at += 1) {
        for (let label = 0; label < L; label += 1) {
          const part = all
            .filter((one) => one.labels[at] === label)
            .reduce((sum, one) => sum + Math.exp(one.sum), 0);
          expect(labels[at * L + label]).toBeCloseTo(part / total, 8);
        }
      }
    }
  });

  it('counts only sequences of labels that are allowed', () => {
    const chain = chainOf(3, 3);
    const allowed = new Uint8Array(3 * L).fill(1);
    allowed.fill(0, L, 2 * L);
    allowed[L + 1] = 1;
    const all = allSequences(chain).filter(({ labels }) => labels[1] === 1);
    const total = all.reduce((sum, one) => sum + Math.exp(one.sum), 0);
    expect(marginals(chain, allowed).logSum).toBeCloseTo(Math.log(total), 8);
    expect(marginals(chain, allowed).labels[L + 1]).toBeCloseTo(1, 8);
  });

  it('is empty for no words', () => {
    const none: Chain = {
      emissions: new Float64Array(0),
      transitions: numbers(1, L * L),
      length: 0,
    };
    expect([...bestLabels(none)]).toEqual([]);
    expect(marginals(none).logSum).toBe(0);
  });
});

const RANDOM: TaggerWeights = {
  rows: Int8Array.from(numbers(77, L << 10), (one) => Math.round(one * 20)),
  bits: 10,
  scale: 0.02,
  transitions: numbers(78, L * L),
  clusters: new Map(),
};

describe('the tagger', () => {
  const tag = createTagger(RANDOM);
  const sentence = 'Rats were given cisplatin and developed renal failure with proteinuria. ';

  it('says the same of the same words, wherever their sentence stands', () => {
    const once = tag(wordsOf(sentence), []);
    const words = wordsOf(sentence.repeat(30));
    const often = tag(words, []);
    expect(often.names).toHaveLength(once.names.length * 30);
    expect(often.names.slice(0, once.names.length)).toEqual(once.names);
    expect(tag(words, [])).toEqual(often);
    expect([...often.outside].every((one) => one >= 0 && one <= 1 + 1e-9)).toBe(true);
  });

  it('cuts what never ends, and every word is in one sentence', () => {
    const words = wordsOf('word '.repeat(5_000));
    const sentences = sentencesOf(words);
    expect(Math.max(...sentences.map(({ from, to }) => to - from))).toBeLessThanOrEqual(256);
    expect(sentences.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(words.length);
    expect(sentencesOf([])).toEqual([]);
  });
});

describe('the names of tagger and dictionary', () => {
  const limits: JoinLimits = {
    add: { problem: 0.7, substance: 0.5 },
    replace: 0.8,
    bound: 0.5,
    veto: { problem: 0.97, substance: 0.95 },
  };
  const words = wordsOf(
    'heparin-induced thrombocytopenia and severe nephrotic state after foscavir trisodium',
  );
  const span = (from: number, to: number, type: Span['type'], confidence = 0.95): Span => ({
    from,
    to,
    type,
    confidence,
  });
  const name = (from: number, to: number, kind: Tagged['kind'], probability = 0.9): Tagged => ({
    from,
    to,
    kind,
    probability,
  });
  const join = (spans: readonly Span[], names: readonly Tagged[], outside = 0) =>
    joinTagged(
      words,
      spans,
      { names, outside: new Float64Array(words.length).fill(outside) },
      limits,
    ).map(({ from, to, type }) => `${from}-${to} ${type}`);

  it('are added where the tagger is sure enough', () => {
    expect(join([], [name(5, 7, 'problem'), name(8, 9, 'substance', 0.6)])).toEqual([
      '5-7 condition',
      '8-9 medication',
    ]);
    expect(join([], [name(5, 7, 'problem', 0.6), name(8, 9, 'substance', 0.4)])).toEqual([]);
  });

  it('begin after what induces them', () => {
    expect(
      join([span(0, 3, 'condition')], [name(0, 1, 'substance'), name(2, 3, 'problem')]),
    ).toContain('2-3 condition');
    expect(join([span(4, 7, 'condition')], [name(5, 7, 'problem')])).toEqual(['4-7 condition']);
  });

  it('continue after the name of a substance, and do not end before', () => {
    expect(join([span(8, 9, 'medication')], [name(8, 10, 'substance')])).toEqual([
      '8-10 medication',
    ]);
    expect(join([span(8, 10, 'medication')], [name(8, 9, 'substance')])).toEqual([
      '8-10 medication',
    ]);
  });

  it('stay where a list has them, and go where it does not and the tagger is sure', () => {
    expect(join([span(5, 7, 'condition')], [], 0.999)).toEqual(['5-7 condition']);
    expect(join([span(5, 7, 'condition', 0.8)], [], 0.999)).toEqual([]);
    expect(join([span(5, 7, 'condition', 0.8)], [], 0.9)).toEqual(['5-7 condition']);
    expect(join([span(8, 9, 'procedure', 0.8)], [], 0.999)).toEqual(['8-9 procedure']);
  });
});

describe('the package', () => {
  const read = (text: string) =>
    language.read(text).entities.map(({ text: found, type }) => `${found}|${type}`);
  const abstract =
    'We investigated whether pretreatment with mesoxaprane reduced the incidence of nephrotoxicity in rats.';

  it('names substances that no list has in an abstract, and is less sure of them', () => {
    expect(read(abstract)).toContain('mesoxaprane|medication');
    const [entity] = language.read(abstract).entities.filter(({ text }) => text === 'mesoxaprane');
    expect(entity?.confidence).toBeLessThanOrEqual(0.85);
  });

  it('leaves short notes as the dictionary reads them', () => {
    expect(read('Denies alcohol use. On potassium.')).not.toContain('alcohol|medication');
    expect(read('Pt on Flonase and Keflex, c/o cough.')).toEqual([
      'Flonase|medication',
      'Keflex|medication',
      'cough|symptom',
    ]);
  });

  it('counts each word of style once', () => {
    const style = new Map([['we', 2]]);
    expect(literatureScore(wordsOf('we we we'), [], style)).toBe(2);
    expect(
      literatureScore(wordsOf('we'), [{ from: 0, to: 1, type: 'anatomy', confidence: 1 }], style),
    ).toBe(0);
  });
});
