import type { LanguageModel } from '../language-model/language-model.js';
import { stateAfter } from './decoding-vocabulary.js';
import type { Grammar } from './grammar.js';
import type { DecodingParameters } from './parameters.js';
import { type CtcTokens, separatorOf, WORD_MARK } from './tokens.js';

type Weights = Pick<DecodingParameters, 'lm_weight' | 'word_bonus' | 'phrase_bonus'>;

/** The language model's state after the words before, and the word begun. */
interface SpellingState {
  readonly before: number;
  readonly letters: string;
}

/** How tokens form words. */
export interface Spelling {
  /** Whether the token ends the word before it. */
  ends(token: number): boolean;
  /** Letters that it adds to the word. */
  letters(token: number): string;
}

/** How the tokens of a model without a lexicon form words. */
export function createSpelling(tokens: CtcTokens): Spelling {
  const separator = separatorOf(tokens);
  const marked = tokens.units === 'word-pieces';
  return {
    ends: (token) =>
      token === separator || (marked && (tokens.texts[token] ?? '')[0] === WORD_MARK),
    letters: (token) =>
      token === separator
        ? ''
        : (tokens.texts[token] ?? '').replaceAll(WORD_MARK, '').toLowerCase(),
  };
}

/**
 * A grammar for models that spell: every token may follow every other, and the language model
 * scores a whole word when it ends. Each state is one spelling, so that only equal spellings merge.
 *
 * @param language without a model only the sound decides; and the words before
 * @param phrases tokens of the phrases to favour; entries are tokens, then these
 */
export function createSpellingGrammar(
  tokens: CtcTokens,
  { model, before }: { model: LanguageModel | undefined; before: readonly string[] },
  phrases: readonly (readonly number[])[],
  { lm_weight, word_bonus, phrase_bonus }: Weights,
): Grammar {
  const spelling = createSpelling(tokens);
  const states: SpellingState[] = [{ before: model ? stateAfter(model, before) : 0, letters: '' }];
  const numbers = new Map<number, number>();
  const wordScore = ({ before, letters }: SpellingState) => {
    if (letters === '') return 0;
    return word_bonus + (model ? lm_weight * model.score(before, model.wordId(letters)) : 0);
  };
  const nothing: SpellingState = { before: 0, letters: '' };
  const at = (state: number) => states[state] ?? nothing;
  const afterWord = ({ before, letters }: SpellingState) =>
    letters === '' || !model ? before : model.next(before, model.wordId(letters));
  const scoreToken = (state: number, token: number) =>
    spelling.ends(token) ? wordScore(at(state)) : 0;
  const nextToken = (state: number, token: number) => {
    const key = state * tokens.texts.length + token;
    const cached = numbers.get(key);
    if (cached !== undefined) return cached;
    const spelled = at(state);
    const letters = spelling.letters(token);
    states.push(
      spelling.ends(token)
        ? { before: afterWord(spelled), letters }
        : { before: spelled.before, letters: spelled.letters + letters },
    );
    numbers.set(key, states.length - 1);
    return states.length - 1;
  };
  const sequence = (entry: number) =>
    entry < tokens.texts.length ? [entry] : (phrases[entry - tokens.texts.length] ?? []);
  return {
    start: 0,
    score(state, entry) {
      if (entry < tokens.texts.length) return scoreToken(state, entry);
      let [sum, here] = [0, state];
      for (const token of sequence(entry)) {
        sum += scoreToken(here, token) + phrase_bonus;
        here = nextToken(here, token);
      }
      return sum;
    },
    next: (state, entry) => sequence(entry).reduce(nextToken, state),
    end: (state) =>
      wordScore(at(state)) + (model ? lm_weight * model.end(afterWord(at(state))) : 0),
  };
}
