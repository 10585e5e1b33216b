import { check } from '../../core/schema.js';
import { tokenListSchema } from '../../inference/manifests/speech/token-list/schema.js';
import type { SpeechCtcManifest } from '../../inference/schema.js';
import { refuse, refuseAll } from '../../model-packages/refusal.js';
import type { CtcTokens } from '../recognition/ctc/tokens.js';
import { createInterpolated } from '../recognition/language-model/interpolate.js';
import type { LanguageModel } from '../recognition/language-model/language-model.js';
import { readNGram } from '../recognition/language-model/read-n-gram.js';
import {
  createLetterToSound,
  parseLetterToSound,
} from '../recognition/pronunciation/letter-to-sound.js';
import type { LetterToSound, Pronunciation } from '../recognition/pronunciation/lexicon.js';
import { parseLexicon } from '../recognition/pronunciation/parse-lexicon.js';
import { PHONES } from '../recognition/pronunciation/phones.js';
import type { SpeechStyle } from '../recognition/recogniser.js';
import { parsedFile, textOf } from './package-file.js';

/** The data of the search for words, from the files of a package. */
export interface OpenedLexicon {
  readonly tokens: CtcTokens;
  readonly lexicon?: readonly Pronunciation[];
  readonly letterToSound?: LetterToSound;
  /** Returns a new one for each recording. */
  readonly models?: (style: SpeechStyle) => LanguageModel;
}

type Files = ReadonlyMap<string, Uint8Array>;

function openTokens({ units }: SpeechCtcManifest, files: Files): CtcTokens {
  const result = check(tokenListSchema, parsedFile(files, units.tokens));
  if (!result.ok) throw refuseAll(result.issues);
  const texts = result.value;
  if (units.blank >= texts.length) throw refuse('units.blank', 'is not a token');
  return { units: units.kind, texts, blank: units.blank };
}

/** A lexicon names phones; their numbers are fixed. */
function requirePhones({ units, texts, blank }: CtcTokens): void {
  if (units !== 'phones') return;
  const named = blank === 0 && PHONES.every((name, index) => texts[index + 1] === name);
  if (!named) throw refuse('units.tokens', 'must be the blank and the 39 phones in their order');
}

function openModels({ language_models }: SpeechCtcManifest, files: Files) {
  if (language_models.length === 0) return undefined;
  const models = language_models.map(({ file }) => {
    const bytes = files.get(file);
    if (bytes === undefined) throw refuse('files', `does not list ${file}`);
    return readNGram(bytes);
  });
  return (style: SpeechStyle) =>
    createInterpolated(
      models,
      language_models.map(({ weight }) => weight[style]),
    );
}

/**
 * Tokens, pronunciations and language models of a package.
 *
 * @throws AppError `model_unavailable`, RangeError: each names the fault
 */
export function openLexicon(manifest: SpeechCtcManifest, files: Files): OpenedLexicon {
  const tokens = openTokens(manifest, files);
  const { lexicon, letter_to_sound } = manifest;
  requirePhones(tokens);
  const models = openModels(manifest, files);
  return {
    tokens,
    ...(lexicon !== undefined && { lexicon: parseLexicon(textOf(files, lexicon)) }),
    ...(letter_to_sound !== undefined && {
      letterToSound: createLetterToSound(parseLetterToSound(textOf(files, letter_to_sound))),
    }),
    ...(models && { models }),
  };
}
