import type { Template } from '../template.js';
import { AFFIRMED } from './affirmed.js';
import { FAMILY } from './family.js';
import { HISTORICAL } from './historical.js';
import { HYPOTHETICAL } from './hypothetical.js';
import { MIXED } from './mixed.js';
import { NEGATED } from './negated.js';
import { POSSIBLE } from './possible.js';

/** Sentences of a third author, written without sight of the others; rules are developed on them. */
export const DEV2: readonly Template[] = [
  ...NEGATED,
  ...AFFIRMED,
  ...POSSIBLE,
  ...HISTORICAL,
  ...HYPOTHETICAL,
  ...FAMILY,
  ...MIXED,
];
