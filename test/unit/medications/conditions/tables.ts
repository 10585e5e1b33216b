import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf, type Fact } from '../../../../src/chart/fact.js';
import { createConditionFinder } from '../../../../src/medications/conditions/find-conditions.js';
import { conditionsTable } from '../../../../src/medications/conditions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { joinTable } from '../../../../src/medications/knowledge/join-tables.js';
import { classesTable, sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import type { Patient } from '../../../../src/medications/patient.js';
import type { Taken } from '../../../../src/medications/taken.js';

const KNOWLEDGE = join(import.meta.dirname, '../../../../models/medication-knowledge');

export const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(KNOWLEDGE, path), 'utf8'));

const parts = (folder: string) =>
  readdirSync(join(KNOWLEDGE, folder)).map((file) => {
    const from = `${folder}/${file}`;
    return { from, content: read(from) };
  });

export const classesRead = joinTable(classesTable, parts('classes'), []) ?? {};
export const sourcesRead = joinTable(sourcesTable, parts('sources'), []) ?? {};
export const classes = createClasses(classesRead);
export const conditions = conditionsTable.parse(read('conditions.json'));
export const finder = createConditionFinder(conditions);

export const taken = (ingredient: string, more: Partial<Taken> = {}): Taken => ({
  ingredient,
  item: ingredient,
  proposed: false,
  systemic: true,
  together: [],
  ...more,
});

/** Once a day. */
export const daily = (ingredient: string, value: number, unit = 'mg'): Taken =>
  taken(ingredient, { dose: { value, unit }, frequency: { perDay: 1 } });

const fact = (value: Fact['value']): Fact => ({ value, given: { value }, from: 'test' });

interface Person {
  readonly facts?: Readonly<Record<string, number | string | boolean>>;
  readonly conditions?: readonly string[];
  readonly more?: Partial<Omit<Patient, 'chart' | 'conditions'>>;
}

/** A patient whose conditions are named in words. */
export function patientOf({ facts = {}, conditions: texts = [], more = {} }: Person): Patient {
  const chart = chartOf(Object.entries(facts).map(([name, value]) => [name, fact(value)]));
  const known = { chart, ...more };
  const named = texts.map((text, i) => ({ text, path: `conditions.${i}` }));
  return { ...known, conditions: finder.find(named, known).conditions };
}
