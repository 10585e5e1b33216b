import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import {
  countRulesTable,
  pairRulesTable,
} from '../../../../src/medications/interactions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { joinTable } from '../../../../src/medications/knowledge/join-tables.js';
import { classesTable, sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import { silence } from './made.js';

const KNOWLEDGE = join(import.meta.dirname, '../../../../models/medication-knowledge');

const read = (path: string): unknown => JSON.parse(readFileSync(join(KNOWLEDGE, path), 'utf8'));

const partsOf = (folder: string) =>
  readdirSync(join(KNOWLEDGE, folder)).map((file) => {
    const from = `${folder}/${file}`;
    return { from, content: read(from) };
  });

/** Classes of all files, and the rules about effects that add up. */
export const classesRead = joinTable(classesTable, partsOf('classes'), []) ?? {};
export const sourcesRead = joinTable(sourcesTable, partsOf('sources'), []) ?? {};
export const ownClasses = {
  ...classesTable.parse(read('classes/pharmacology.json')),
  ...classesTable.parse(read('classes/effects.json')),
};
export const pairs = pairRulesTable.parse(read('interactions/effects.json'));
export const counts = countRulesTable.parse(read('interactions/counts.json'));
export const ingredients = read('ingredients.json') as ReadonlyArray<{
  readonly name: string;
  readonly atc?: readonly string[];
}>;
export const conditions = new Set(
  (read('conditions.json') as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id),
);
export const classes = createClasses(classesRead);

export const interactions = createInteractions({ pairs, counts, compatible: [] }, classes, silence);
