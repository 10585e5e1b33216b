import type { Template } from '../template.js';
import { AFFIRMED } from './affirmed.js';
import { FAMILY } from './family.js';
import { HISTORICAL } from './historical.js';
import { HYPOTHETICAL } from './hypothetical.js';
import { MIXED } from './mixed.js';
import { NEGATED } from './negated.js';
import { POSSIBLE } from './possible.js';
import { SPEECH } from './speech.js';

/** Sentences on which no rule is chosen: figures of the reader are taken from these. */
export const KEPT: readonly Template[] = [
  ...NEGATED,
  ...AFFIRMED,
  ...POSSIBLE,
  ...HISTORICAL,
  ...FAMILY,
  ...HYPOTHETICAL,
  ...MIXED,
  ...SPEECH,
];
