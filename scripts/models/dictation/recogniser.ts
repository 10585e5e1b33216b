import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCtcDecoder } from '../../../src/dictation/recognition/ctc/decoder.js';
import type { DecodingParameters } from '../../../src/dictation/recognition/ctc/parameters.js';
import { createInterpolated } from '../../../src/dictation/recognition/language-model/interpolate.js';
import type { LanguageModel } from '../../../src/dictation/recognition/language-model/language-model.js';
import { readNGram } from '../../../src/dictation/recognition/language-model/read-n-gram.js';
import {
  createLetterToSound,
  parseLetterToSound,
} from '../../../src/dictation/recognition/pronunciation/letter-to-sound.js';
import { parseLexicon } from '../../../src/dictation/recognition/pronunciation/parse-lexicon.js';
import { PHONES } from '../../../src/dictation/recognition/pronunciation/phones.js';

/** The knowledge of language of a package under construction. */
export function openLanguage(folder: string) {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const lexicon = parseLexicon(text('lexicon.txt'));
  const letterToSound = createLetterToSound(parseLetterToSound(text('letter-to-sound.json')));
  const models = ['general.lm', 'clinical.lm'].map((name) =>
    readNGram(readFileSync(join(folder, name))),
  );
  /** @param clinical share of the clinical model, 0..1 */
  const mixed = (clinical: number): LanguageModel =>
    createInterpolated(models, [1 - clinical, clinical]);
  return { lexicon, letterToSound, mixed };
}

export type Language = ReturnType<typeof openLanguage>;

/** A decoder as the product makes it. */
export function openDecoder(language: Language, clinical: number, parameters: DecodingParameters) {
  return createCtcDecoder({
    tokens: { units: 'phones', texts: ['', ...PHONES], blank: 0 },
    lexicon: language.lexicon,
    letterToSound: language.letterToSound,
    languageModel: language.mixed(clinical),
    parameters,
  });
}
