import type { LanguageModel } from '../language-model/language-model.js';
import type { LetterToSound, Pronunciation } from '../pronunciation/lexicon.js';
import { createBeamSearch } from './beam-search.js';
import { clarityOf } from './clarity.js';
import { probabilityOf } from './confidence.js';
import type { DecodingVocabulary } from './decoding-vocabulary.js';
import type { Frames } from './frames.js';
import { createLexiconVocabulary } from './lexicon-vocabulary.js';
import type { DecodingParameters } from './parameters.js';
import { pronounceByLetters, pronounceByLexicon, pronounceByPieces } from './pronouncers.js';
import type { RecognisedWord } from './recognised-word.js';
import { type Rejection, rejectionOf } from './rejection.js';
import { createSpellingVocabulary } from './spelling-vocabulary.js';
import type { CtcTokens } from './tokens.js';
import { type HeardWord, wordsWithEvidence } from './word-evidence.js';

export interface DecoderParts {
  readonly tokens: CtcTokens;
  /** None for models that spell any word: letters or word pieces. */
  readonly lexicon?: readonly Pronunciation[];
  /** Needed with a lexicon of phones. */
  readonly letterToSound?: LetterToSound;
  /** Needed with a lexicon. */
  readonly languageModel?: LanguageModel;
  readonly parameters: DecodingParameters;
}

/** Settings of one recording. */
export interface ListeningOptions {
  /** Another model over the same words, weighed for the specialty. */
  readonly languageModel?: LanguageModel;
  /** Phrases to favour, in written form. */
  readonly vocabulary?: readonly string[];
}

/** Position of a stretch of sound in its recording. */
export interface ChunkPosition {
  readonly startSeconds: number;
  readonly secondsPerFrame: number;
  /**
   * The last words before it, where it continues a sentence; none at the beginning of a sentence.
   */
  readonly before?: readonly string[];
  /**
   * How the sound begins its syllables, see `attackOf`: sound other than one voice can then be
   * rejected.
   */
  readonly attack?: number;
}

export interface DecodedWords {
  /** In order, without overlap, inside the stretch; none when it was rejected. */
  readonly words: RecognisedWord[];
  readonly rejected?: Rejection;
}

/** Turns the model's output for the stretches of one recording into words. */
export interface Listener {
  /** Indices of the phrases of the vocabulary that cannot be spelled in this model's tokens. */
  readonly unsayable: readonly number[];
  /**
   * @param logProbs natural logarithms, `frames` rows of as many columns as there are tokens
   * @throws RangeError when the length is not that, or a value is not a number
   */
  decode(logProbs: Float32Array, frames: number, place: ChunkPosition): DecodedWords;
  /** The same before confidences are computed and anything is rejected. */
  examine(logProbs: Float32Array, frames: number, before?: readonly string[]): HeardWord[];
}

export interface CtcDecoder {
  listen(options: ListeningOptions): Listener;
}

/** Frames by which a word is extended into the silence around it, as tokens are short peaks. */
const REACH = 2;

/** Times of words; the gap to a neighbour is divided between both. */
function timed(words: readonly HeardWord[], frames: number, place: ChunkPosition) {
  const seconds = (frame: number) => place.startSeconds + frame * place.secondsPerFrame;
  return words.map(({ word, first, last }, index) => {
    const before = words[index - 1]?.last ?? -first;
    const after = words[index + 1]?.first ?? 2 * frames - last;
    const start = first - Math.min(REACH, (first - before) / 2);
    const end = last + Math.min(REACH, (after - last) / 2);
    return { word, start: seconds(start), end: seconds(end) };
  });
}

/** Sequences with the word separator and, for the last word, without it. */
function spelledLexicon(tokens: CtcTokens, lexicon: readonly Pronunciation[]): Pronunciation[] {
  const spell = pronounceByLetters(tokens);
  const words = [...new Set(lexicon.map(({ word }) => word))];
  return words.flatMap((word) =>
    spell(word, word).flatMap((letters) => [
      { word, phones: letters },
      { word, phones: letters.slice(0, word.length) },
    ]),
  );
}

function createVocabulary(parts: DecoderParts): DecodingVocabulary {
  const { tokens, lexicon, letterToSound, languageModel: model, parameters } = parts;
  const columns = tokens.texts.length;
  if (tokens.units === 'phones') {
    if (!lexicon || !model || !letterToSound) {
      throw new RangeError(
        'a model of phones needs a lexicon, letter-to-sound rules and a language',
      );
    }
    const pronounce = pronounceByLexicon(lexicon, letterToSound);
    return createLexiconVocabulary({ lexicon, pronounce, columns, model, parameters });
  }
  if (tokens.units === 'letters' && lexicon && model) {
    const pronounce = pronounceByLetters(tokens);
    const spelled = spelledLexicon(tokens, lexicon);
    return createLexiconVocabulary({ lexicon: spelled, pronounce, columns, model, parameters });
  }
  const spell = tokens.units === 'letters' ? pronounceByLetters : pronounceByPieces;
  return createSpellingVocabulary(tokens, spell(tokens), parameters);
}

/** The frames with the penalty of the blank applied. */
function priced(input: Frames, price: number): Frames {
  if (price === 0) return input;
  const logProbs = input.logProbs.slice();
  for (let at = input.blank; at < logProbs.length; at += input.tokens) {
    logProbs[at] = (logProbs[at] ?? 0) - price;
  }
  return { ...input, logProbs };
}

function checkTokens({ texts, blank }: CtcTokens): void {
  if (texts[blank] === undefined) throw new RangeError(`the blank token ${blank} does not exist`);
}

/**
 * Makes a decoder for one model. Building the tree of a lexicon of 50,000 words takes some tenths
 * of a second; it is used for every recording. Only one search may run at a time.
 *
 * @throws RangeError when the blank is not a token, or a model of phones lacks its lexicon or rules
 */
export function createCtcDecoder(parts: DecoderParts): CtcDecoder {
  checkTokens(parts.tokens);
  const { parameters } = parts;
  const blankPrice = parameters.blank_price ?? 0;
  const { blank, texts } = parts.tokens;
  const tongue = createVocabulary(parts);
  const search = createBeamSearch({
    beam: parameters.beam,
    maxHypotheses: parameters.most_hypotheses,
    tokenBeam: parameters.token_beam,
    blankSkip: Math.log(parameters.blank_skip) - blankPrice,
  });
  const { temperature } = parameters.confidence;
  return {
    listen({ languageModel: model = parts.languageModel, vocabulary = [] }) {
      const open = tongue.open({ model, vocabulary });
      const examine: Listener['examine'] = (logProbs, frames, before = []) => {
        const tokens = texts.length;
        if (logProbs.length !== frames * tokens) {
          throw new RangeError(
            `${logProbs.length} values for ${frames} frames of ${tokens} tokens`,
          );
        }
        if (logProbs.some(Number.isNaN))
          throw new RangeError('the model returned values that are not numbers');
        const input = priced({ logProbs, frames, tokens, blank }, blankPrice);
        const grammar = open.grammarAfter(before);
        const result = search(input, { tree: open.tree, grammar });
        return wordsWithEvidence(input, result, { vocabulary: open, model, before, temperature });
      };
      return {
        unsayable: open.unsayable,
        examine,
        decode(logProbs, frames, place) {
          const heard = examine(logProbs, frames, place.before);
          const sure = heard.map(({ evidence }) => probabilityOf(evidence, parameters.confidence));
          const seconds = frames * place.secondsPerFrame;
          const clarity = clarityOf({ logProbs, frames, tokens: texts.length, blank });
          const sound = { seconds, clarity, attack: place.attack };
          const rejected = rejectionOf(heard, sure, sound, parameters.rejection);
          if (rejected !== undefined) return { words: [], rejected };
          const words = timed(heard, frames, place).map((word, index) => ({
            ...word,
            confidence: sure[index] ?? 0,
          }));
          return { words };
        },
      };
    },
  };
}
