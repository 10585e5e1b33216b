import type { Template } from '../template.js';
import { FAMILY } from './family.js';
import { HISTORICAL } from './historical.js';
import { HYPOTHETICAL } from './hypothetical.js';
import { POSSIBLE } from './possible.js';

/** Sentences of a further author, on which rules are developed. */
export const DEV5: readonly Template[] = [...HISTORICAL, ...HYPOTHETICAL, ...FAMILY, ...POSSIBLE];
