import type { Template } from '../template.js';
import { affirmed } from './affirmed.js';
import { mixed } from './mixed.js';
import { negated } from './negated.js';

/** Sentences of a further author, gathered document kind by document kind. */
export const DEV4: readonly Template[] = [...negated, ...affirmed, ...mixed];
