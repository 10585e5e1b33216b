import type { Frames } from '../../../../../src/dictation/recognition/ctc/frames.js';
import type { DecodingParameters } from '../../../../../src/dictation/recognition/ctc/parameters.js';
import type { CtcTokens } from '../../../../../src/dictation/recognition/ctc/tokens.js';
import type { LanguageModel } from '../../../../../src/dictation/recognition/language-model/language-model.js';
import type { Pronunciation } from '../../../../../src/dictation/recognition/pronunciation/lexicon.js';

/** Wide enough to miss nothing in a toy. */
export const WIDE: DecodingParameters = {
  lm_weight: 1,
  word_bonus: 0,
  beam: 60,
  most_hypotheses: 1_000,
  token_beam: 60,
  blank_skip: 1.1,
  phrase_floor: -3,
  phrase_bonus: 0,
  confidence: {
    temperature: 1,
    intercept: 0,
    agreement: 1,
    sound: 0,
    language: 0,
    length: 0,
  },
  rejection: { least_confidence: 0, least_sound: -1_000, least_tokens_per_second: 0 },
};

/** One letter a token: `_` is the blank. */
export function phonesOf(letters: string): CtcTokens {
  return { units: 'phones', texts: ['_', ...letters], blank: 0 };
}

/** `cat=KAT` says that the word is said in these tokens. */
export function toyLexicon(tokens: CtcTokens, lines: readonly string[]): Pronunciation[] {
  return lines.map((line) => {
    const [word = '', said = ''] = line.split('=');
    return { word, phones: Array.from(said, (letter) => tokens.texts.indexOf(letter)) };
  });
}

/** Frames that say one token each, as surely as asked. */
export function spoken(tokens: CtcTokens, text: string, sure = 0.9): Frames {
  const columns = tokens.texts.length;
  const logProbs = new Float32Array(text.length * columns).fill(
    Math.log((1 - sure) / (columns - 1)),
  );
  for (const [frame, letter] of Array.from(text).entries()) {
    logProbs[frame * columns + tokens.texts.indexOf(letter)] = Math.log(sure);
  }
  return { logProbs, frames: text.length, tokens: columns, blank: tokens.blank };
}

/** Rows of ln-probabilities from any numbers. */
export function softmaxRows(columns: number, values: readonly number[]): Frames {
  const logProbs = Float32Array.from(values);
  for (let row = 0; row + columns <= values.length; row += columns) {
    const cells = values.slice(row, row + columns);
    const all = Math.log(cells.reduce((sum, value) => sum + Math.exp(value), 0));
    for (let i = 0; i < columns; i += 1) logProbs[row + i] = cells[i]! - all;
  }
  return { logProbs, frames: values.length / columns, tokens: columns, blank: 0 };
}

/**
 * Bigrams by name (`the cat`), single words (`cat`) for the rest; each history is a state of its
 * own, so that nothing merges but what says the same.
 */
export function toyLanguage(words: readonly string[], odds: Record<string, number>): LanguageModel {
  const list = [...words].sort();
  const histories = [''];
  const logs = (key: string) => (odds[key] === undefined ? undefined : Math.log(odds[key]));
  const lastOf = (state: number) => histories[state]!.split(' ').at(-1)!;
  const unigram = (word: number) => logs(list[word] ?? '') ?? -12;
  return {
    start: 0,
    wordId: (word) => list.indexOf(word),
    unigram,
    score: (state, word) => logs(`${lastOf(state)} ${list[word] ?? '?'}`) ?? unigram(word),
    next(state, word) {
      const history = `${histories[state]} ${list[word] ?? '?'}`;
      const known = histories.indexOf(history);
      return known >= 0 ? known : histories.push(history) - 1;
    },
    end: (state) => logs(`${lastOf(state)} .`) ?? -1,
  };
}
