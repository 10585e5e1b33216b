import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { silence } from './made.js';

/** The rules about effects that add up, without those of pairs and enzymes. */
export const pairs = tableOf('pairs', (file) => file === 'pairs/effects.json');
export const counts = tableOf('counts');
export const classes = shippedClasses();
export const interactions = createInteractions({ pairs, counts, compatible: [] }, classes, silence);
