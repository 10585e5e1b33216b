import { beforeAll, describe, expect, it } from 'vitest';
import { openLanguage } from '../../../scripts/language/open-language.js';
import type { ClinicalLanguage } from '../../../src/language/create-clinical-language.js';
import { readSpokenEntities } from '../../../src/transcribe/read-entities.js';
import type { SpokenSegment } from '../../../src/transcribe/written/spoken.js';
import { writeUp } from '../../../src/transcribe/written/write-up.js';
import {
  conditionMismatches,
  type Dictation,
  readDictations,
  transcriptOf,
  valueMismatches,
} from '../../support/dictations.js';

const DICTATIONS = readDictations();
const WORD_SECONDS = 0.3;

let language: ClinicalLanguage;
beforeAll(async () => {
  language = await openLanguage('models');
});

/** Words one after another; where sentences end, so many seconds of silence. */
function heard({ spoken }: Dictation, pause: number): SpokenSegment[] {
  let at = 0;
  return spoken.map((sentence) => {
    const start = at;
    const words = sentence.split(' ').map((word) => {
      at += WORD_SECONDS;
      return { word, confidence: 1, start: at - WORD_SECONDS, end: at };
    });
    at += pause;
    return { start, end: at - pause, words };
  });
}

function transcribed(dictation: Dictation, pause: number) {
  const options = { locale: 'en-GB', mode: 'dictation' } as const;
  const written = writeUp(heard(dictation, pause), options);
  return transcriptOf(written.text, readSpokenEntities(written, language, 'dictation'));
}

/** All that is wrong, of all dictations, in one list. */
const listed = (mismatches: (dictation: Dictation) => string[]): string[] =>
  DICTATIONS.flatMap((dictation) =>
    mismatches(dictation).map((one) => `${dictation.kind}/${dictation.id}: ${one}`),
  );

it('forty dictations are invented, each of its own', () => {
  expect(DICTATIONS).toHaveLength(40);
  expect(new Set(DICTATIONS.map(({ spoken }) => spoken.join(' '))).size).toBe(40);
});

describe.each([
  ['said in one breath', 0],
  ['said with pauses', 1.5],
])('dictations %s', (_, pause) => {
  it('have their conditions filed as they were said', () => {
    const wrong = listed((one) => conditionMismatches(transcribed(one, pause), one, language));
    expect(wrong.join('\n')).toBe('');
  });

  it('have the medicines and values that were said, and no others', () => {
    const wrong = listed((one) => valueMismatches(transcribed(one, pause), one, language));
    expect(wrong.join('\n')).toBe('');
  });
});
