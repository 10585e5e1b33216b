import { describe, expect, it } from 'vitest';
import type { WritingOptions } from '../../../../src/dictation/written/spoken.js';
import { writeUp } from '../../../../src/dictation/written/write-up.js';
import { BRITISH as BRITISH_LINES } from './lines/british.js';
import { CLINICS } from './lines/clinics.js';
import { CONVERSATION } from './lines/conversation.js';
import { GENERAL } from './lines/general.js';
import { HOSPITAL } from './lines/hospital.js';
import { MEASURES } from './lines/measures.js';
import { NOTES } from './lines/notes.js';
import { NUMBERS } from './lines/numbers.js';
import { ORGANS } from './lines/organs.js';
import { PUNCTUATION } from './lines/punctuation.js';
import { SPECIALTIES } from './lines/specialties.js';
import { AMERICAN, BRITISH, say, TALK } from './spoken-segments.js';

const BRANDS = new Set(
  (
    'tylenol lasix lipitor vicryl zofran advair augmentin percocet bactrim ancef lantus eliquis ' +
    'seroquel monocryl'
  ).split(' '),
);

const GROUPS: readonly [string, readonly (readonly [string, string])[], WritingOptions][] = [
  ['everyday dictation', GENERAL, AMERICAN],
  ['hospital notes', HOSPITAL, AMERICAN],
  ['numbers, dates and times', NUMBERS, AMERICAN],
  ['measures, and prose that is left alone', MEASURES, AMERICAN],
  ['the specialties', SPECIALTIES, AMERICAN],
  ['spoken punctuation', PUNCTUATION, AMERICAN],
  ['clinics', CLINICS, AMERICAN],
  ['organ by organ', ORGANS, AMERICAN],
  ['whole notes', NOTES, AMERICAN],
  ['British notes', BRITISH_LINES, BRITISH],
  ['conversations', CONVERSATION, TALK],
];

describe.each(GROUPS)('%s', (_, lines, options) => {
  it.each(lines)('%s', (said, written) => {
    expect(writeUp(say(said), { ...options, brands: BRANDS }).text).toBe(written);
  });
});
