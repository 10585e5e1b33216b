import type { Template } from '../template.js';
import { AFFIRMED } from './affirmed.js';
import { HISTORICAL } from './historical.js';
import { MIXED } from './mixed.js';
import { NEGATED } from './negated.js';
import { SPEECH } from './speech.js';

/** Sentences on which rules are developed: no figure of the reader is taken from these. */
export const DEV3: readonly Template[] = [
  ...NEGATED,
  ...AFFIRMED,
  ...HISTORICAL,
  ...MIXED,
  ...SPEECH,
];
