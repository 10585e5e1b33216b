import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCtcDecoder,
  type DecoderParts,
} from '../../../../../src/dictation/recognition/ctc/decoder.js';
import type { Frames } from '../../../../../src/dictation/recognition/ctc/frames.js';
import { phonesOf, softmaxRows, spoken, toyLanguage, toyLexicon, WIDE } from './toy.js';

const TOKENS = phonesOf('AKTSONMPRLI');
const LEXICON = toyLexicon(TOKENS, [
  'a=A',
  'act=AKT',
  'cat=KAT',
  'cats=KATS',
  'catnip=KATNIP',
  'son=SON',
  'sun=SON',
  'sat=SAT',
  'so=SO',
  'no=NO',
  'nap=NAP',
  'tap=TAP',
]);
const WORDS = [...new Set(LEXICON.map(({ word }) => word))];
const PLACE = { startSeconds: 10, secondsPerFrame: 0.03 };

const ODDS = Object.fromEntries(WORDS.map((word) => [word, 0.05]));

function partsWith(odds: Record<string, number> = {}, more: Partial<DecoderParts> = {}) {
  return {
    tokens: TOKENS,
    lexicon: LEXICON,
    languageModel: toyLanguage(WORDS, { ...ODDS, ...odds }),
    letterToSound: (word: string) => [
      Array.from(word.toUpperCase(), (letter) => TOKENS.texts.indexOf(letter)).filter((t) => t > 0),
    ],
    parameters: WIDE,
    ...more,
  };
}

function heard(parts: DecoderParts, input: Frames, vocabulary: readonly string[] = []) {
  const { words } = createCtcDecoder(parts)
    .listen({ vocabulary })
    .decode(input.logProbs, input.frames, PLACE);
  return words.map(({ word }) => word).join(' ');
}

describe('createCtcDecoder', () => {
  it('hears the words that were said', () => {
    expect(heard(partsWith(), spoken(TOKENS, '_KKA_T__SS_AAT_'))).toBe('cat sat');
    expect(heard(partsWith(), spoken(TOKENS, 'KATS_SAT_NO'))).toBe('cats sat no');
    expect(heard(partsWith(), spoken(TOKENS, 'AKT'))).toBe('act');
  });

  it('distinguishes homophones by the preceding words', () => {
    const odds = { 'no son': 0.4, 'a sun': 0.4, son: 0.01, sun: 0.01 };
    expect(heard(partsWith(odds), spoken(TOKENS, 'NO_SON'))).toBe('no son');
    expect(heard(partsWith(odds), spoken(TOKENS, 'A_SON'))).toBe('a sun');
  });

  it('hears more where blanks have a price', () => {
    const values = [4, 5].flatMap((letter) =>
      TOKENS.texts.map((_, column) => (column === 0 ? 3 : column === letter ? 2 : -2)),
    );
    const faint = softmaxRows(TOKENS.texts.length, values);
    const odds = { so: 0.4 };
    expect(heard(partsWith(odds), faint)).toBe('');
    const parameters = { ...WIDE, blank_price: 3 };
    expect(heard(partsWith(odds, { parameters }), faint)).toBe('so');
  });

  it('continues from the words before', () => {
    const odds = { 'no son': 0.4, 'a sun': 0.4, son: 0.01, sun: 0.01 };
    const { logProbs, frames } = spoken(TOKENS, '_SON_');
    const listener = createCtcDecoder(partsWith(odds)).listen({});
    const said = (...before: string[]) =>
      listener.decode(logProbs, frames, { ...PLACE, before }).words[0]?.word;
    expect([said('cat', 'a'), said('no'), said('a', 'no')]).toEqual(['sun', 'son', 'son']);
  });

  it('listens to each recording with its own language', () => {
    const decoder = createCtcDecoder(partsWith({ son: 0.4 }));
    const languageModel = toyLanguage(WORDS, { ...ODDS, sun: 0.4 });
    const { logProbs, frames } = spoken(TOKENS, '_SON_');
    const say = (options: Parameters<typeof decoder.listen>[0]) =>
      decoder.listen(options).decode(logProbs, frames, PLACE).words[0]?.word;
    expect([say({}), say({ languageModel }), say({})]).toEqual(['son', 'sun', 'son']);
  });

  it('says when each word was said', () => {
    const { logProbs, frames } = spoken(TOKENS, '___KAT____SAT');
    const { words } = createCtcDecoder(partsWith()).listen({}).decode(logProbs, frames, PLACE);
    const [cat, sat] = words;
    expect(cat?.start).toBeCloseTo(10 + 0.03, 6);
    expect(cat?.end).toBeCloseTo(10 + 8 * 0.03, 6);
    expect(sat?.start).toBeCloseTo(10 + 8 * 0.03, 6);
    expect(sat?.end).toBeCloseTo(10 + 13 * 0.03, 6);
  });

  it('is surer of a word that nothing speaks against', () => {
    const clear = spoken(TOKENS, '_KAT__', 0.99);
    const muddy = spoken(TOKENS, '_KAT__', 0.6);
    const sure = ({ logProbs, frames }: Frames) =>
      createCtcDecoder(partsWith()).listen({}).decode(logProbs, frames, PLACE).words[0];
    expect(sure(clear)).toMatchObject({ word: 'cat' });
    expect(sure(muddy)).toMatchObject({ word: 'cat' });
    expect(sure(clear)!.confidence).toBeGreaterThan(sure(muddy)!.confidence + 0.1);
  });

  it('gives no words for a stretch it rejects, and says why', () => {
    const decode = (input: Frames, rejection: Partial<typeof WIDE.rejection>) =>
      createCtcDecoder(
        partsWith({}, { parameters: { ...WIDE, rejection: { ...WIDE.rejection, ...rejection } } }),
      )
        .listen({})
        .decode(input.logProbs, input.frames, PLACE);
    const cat = spoken(TOKENS, '_KAT__');
    expect(decode(spoken(TOKENS, '______'), {})).toEqual({ words: [], rejected: 'no_words' });
    expect(decode(cat, { least_tokens_per_second: 20 }).rejected).toBe('too_sparse');
    expect(decode(cat, { least_tokens_per_second: 16 }).rejected).toBeUndefined();
    expect(decode(spoken(TOKENS, '_KRT__'), { least_sound: -0.5 }).rejected).toBe('unlike_speech');
    expect(decode(cat, { least_sound: -0.5 }).rejected).toBeUndefined();
    expect(decode(spoken(TOKENS, '_NO'.repeat(6)), {}).words).toHaveLength(6);
    expect(decode(spoken(TOKENS, '_NO'.repeat(9)), {}).rejected).toBe('repetitive');
    const hum = spoken(TOKENS, '_KAT__', 0.2);
    expect(decode(hum, { least_confidence: 0.97 })).toEqual({ words: [], rejected: 'unsure' });
  });

  it('takes a stretch of no frames, and one of a single frame', () => {
    expect(heard(partsWith(), spoken(TOKENS, ''))).toBe('');
    expect(heard(partsWith(), spoken(TOKENS, 'A'))).toBe('a');
    expect(heard(partsWith(), spoken(TOKENS, 'K'))).toBe('');
  });

  it('hears nothing where nothing is possible, and takes nothing that is no number', () => {
    const listener = createCtcDecoder(partsWith()).listen({});
    const full = (value: number) => new Float32Array(20 * TOKENS.texts.length).fill(value);
    const decoded = listener.decode(full(-Infinity), 20, PLACE);
    expect(decoded).toEqual({ words: [], rejected: 'no_words' });
    expect(() => listener.decode(full(Number.NaN), 20, PLACE)).toThrow(RangeError);
  });

  it('refuses output of another shape, and models without what they need', () => {
    const listener = createCtcDecoder(partsWith()).listen({});
    expect(() => listener.decode(new Float32Array(7), 1, PLACE)).toThrow(RangeError);
    const { letterToSound, ...rest } = partsWith();
    expect(() => createCtcDecoder(rest)).toThrow(RangeError);
    expect(() =>
      createCtcDecoder({ ...rest, letterToSound, tokens: { ...TOKENS, blank: 99 } }),
    ).toThrow(RangeError);
  });

  it('never fails, nor puts words over each other or outside, whatever the frames say', () => {
    const narrow = { ...WIDE, beam: 8, most_hypotheses: 30, token_beam: 6, blank_skip: 0.95 };
    const decoder = createCtcDecoder(partsWith({}, { parameters: narrow }));
    const columns = TOKENS.texts.length;
    const frames = fc.integer({ min: 0, max: 40 }).chain((count) =>
      fc.array(fc.double({ min: -12, max: 12, noNaN: true }), {
        minLength: columns * count,
        maxLength: columns * count,
      }),
    );
    const phrases = fc.array(fc.oneof(fc.string(), fc.constantFrom('cat nap', 'tramp')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(frames, phrases, (values, vocabulary) => {
        const input = softmaxRows(columns, values);
        const { words } = decoder
          .listen({ vocabulary })
          .decode(input.logProbs, input.frames, PLACE);
        let before = PLACE.startSeconds;
        for (const { word, start, end, confidence } of words) {
          expect(word).toMatch(/^[a-z']+$/);
          expect(start).toBeGreaterThanOrEqual(before - 1e-9);
          expect(end).toBeGreaterThan(start);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(10 + input.frames * 0.03 + 1e-9);
      }),
    );
  });
});

describe('a vocabulary', () => {
  it('brings words that the lexicon does not have', () => {
    const said = spoken(TOKENS, '_NO_TRAMP_SAT_');
    expect(heard(partsWith(), said)).not.toContain('tramp');
    expect(heard(partsWith(), said, ['Tramp'])).toBe('no tramp sat');
  });

  it('prefers a phrase to what sounds the same, where all of it is said', () => {
    const phrase = ['sun cat'];
    const odds = { son: 0.2, 'son cat': 0.2, sun: 0.001 };
    expect(heard(partsWith(odds), spoken(TOKENS, 'SON_KAT'))).toBe('son cat');
    expect(heard(partsWith(odds), spoken(TOKENS, 'SON_KAT'), phrase)).toBe('sun cat');
    expect(heard(partsWith(odds), spoken(TOKENS, 'SON_TAP'), phrase)).toBe('son tap');
    expect(heard(partsWith(odds), spoken(TOKENS, 'SON_KATS'), phrase)).toBe('son cats');
  });

  it('changes nothing where nothing of it is said', () => {
    const input = spoken(TOKENS, 'KAT_SAT_NO');
    const many = Array.from({ length: 300 }, (_, i) => `${'lim'.repeat(1 + (i % 4))} pram`);
    expect(heard(partsWith(), input, many)).toBe(heard(partsWith(), input));
  });

  it('spells what is written in capitals, and says which phrases it cannot say', () => {
    const lexicon = toyLexicon(TOKENS, ['a=A', 'k=KA', 't=TI', 'no=NO']);
    const languageModel = toyLanguage(['a', 'k', 't', 'no'], ODDS);
    const parts = { ...partsWith(), lexicon, languageModel };
    expect(heard(parts, spoken(TOKENS, 'NO_KATI'), ['KT'])).toBe('no kt');
    const { unsayable } = createCtcDecoder(parts).listen({
      vocabulary: ['B12', 'no', '', '药', 'Tápó!', 'σ'],
    });
    expect(unsayable).toEqual([0, 2, 3, 5]);
  });
});

describe('models that spell', () => {
  const pieces = {
    units: 'word-pieces',
    texts: ['▁ca', 't', '▁sat', '▁a', 'rn', '_'],
    blank: 5,
  } as const;
  const say = (order: readonly number[], columns: number, blank: number): Frames => {
    const values = order.flatMap((token) =>
      Array.from({ length: columns }, (_, column) => (column === token ? 4 : 0)),
    );
    return { ...softmaxRows(columns, values), blank };
  };

  it('put words together from pieces, the blank anywhere among them', () => {
    const input = say([5, 0, 5, 1, 1, 5, 2, 3, 4], 6, 5);
    expect(heard({ tokens: pieces, parameters: WIDE }, input)).toBe('cat sat arn');
  });

  it('weigh words of pieces by a language, and favour phrases', () => {
    const values = [[0, 3], [1, 4, 2], [5]].flatMap((likely) =>
      Array.from({ length: 6 }, (_, column) =>
        likely.includes(column) ? 5 - likely.indexOf(column) * 0.5 : 0,
      ),
    );
    const input = { ...softmaxRows(6, values), blank: 5 };
    expect(heard({ tokens: pieces, parameters: WIDE }, input)).toBe('cat');
    const languageModel = toyLanguage(['arn', 'cat', 'sat'], { arn: 0.5, cat: 0.001, sat: 0.001 });
    expect(heard({ tokens: pieces, parameters: WIDE, languageModel }, input)).toBe('arn');
    const parameters = { ...WIDE, phrase_bonus: 2 };
    expect(heard({ tokens: pieces, parameters }, input, ['Arn'])).toBe('arn');
  });

  it('put words together from letters, alone or with a lexicon', () => {
    const tokens = { units: 'letters', texts: ['_', '|', ...'ACST'], blank: 0 } as const;
    const input = spoken({ ...tokens, units: 'letters' }, 'CA_T||_S_AT_');
    expect(heard({ tokens, parameters: WIDE }, input)).toBe('cat sat');
    const lexicon = [
      { word: 'cat', phones: [] },
      { word: 'sat', phones: [] },
    ];
    const languageModel = toyLanguage(['cat', 'sat'], { cat: 0.1, sat: 0.1 });
    const parts = { tokens, parameters: WIDE, lexicon, languageModel };
    expect(heard(parts, input)).toBe('cat sat');
    expect(heard(parts, spoken(tokens, 'CST|S_AT'))).toBe('cat sat');
  });
});
