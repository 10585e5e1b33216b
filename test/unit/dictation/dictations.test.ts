import { beforeAll, describe, expect, it } from 'vitest';
import { openLanguage } from '../../../scripts/language/open-language.js';
import { readSpokenEntities } from '../../../src/dictation/read-entities.js';
import type { ClauseLimit, SpokenSegment } from '../../../src/dictation/written/spoken.js';
import { writeUp } from '../../../src/dictation/written/write-up.js';
import type { ClinicalLanguage } from '../../../src/patient-record/language/create-clinical-language.js';
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

/** Where the sentences of a dictation begin, all but the first. */
function limitsOf({ spoken }: Dictation): ClauseLimit[] {
  let at = 0;
  return spoken.slice(0, -1).map((sentence) => {
    at += sentence.split(' ').length;
    return { at, mark: '.', certain: true };
  });
}

interface Manner {
  /** Seconds of silence after each sentence. */
  readonly pause: number;
  /** Whether the limits of clauses are given, and not to be found. */
  readonly limits: boolean;
}

function transcribed(dictation: Dictation, { pause, limits }: Manner) {
  const options = {
    ...({ locale: 'en-GB', mode: 'dictation' } as const),
    ...(limits && { clauseLimits: () => limitsOf(dictation) }),
  };
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
  ['said in one breath', { pause: 0, limits: false }],
  ['said with pauses', { pause: 1.5, limits: false }],
  ['said in one breath, with the limits of clauses given', { pause: 0, limits: true }],
])('dictations %s', (_, manner) => {
  it('have their conditions filed as they were said', () => {
    const wrong = listed((one) => conditionMismatches(transcribed(one, manner), one, language));
    expect(wrong.join('\n')).toBe('');
  });

  it('have the medicines and values that were said, and no others', () => {
    const wrong = listed((one) => valueMismatches(transcribed(one, manner), one, language));
    expect(wrong.join('\n')).toBe('');
  });
});
