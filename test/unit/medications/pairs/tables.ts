import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf, type Fact } from '../../../../src/chart/fact.js';
import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import {
  compatibleTable,
  countRulesTable,
  pairRulesTable,
} from '../../../../src/medications/interactions/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { joinTable } from '../../../../src/medications/knowledge/join-tables.js';
import { classesTable, sourcesTable } from '../../../../src/medications/knowledge/schema.js';
import { createMetabolism } from '../../../../src/medications/metabolism/metabolism.js';
import { metabolismRules, metabolismTable } from '../../../../src/medications/metabolism/schema.js';
import type { Patient } from '../../../../src/medications/patient.js';
import { SEVERITIES, type Severity } from '../../../../src/medications/severity.js';
import type { Taken } from '../../../../src/medications/taken.js';

const KNOWLEDGE = join(import.meta.dirname, '../../../../models/medication-knowledge');

export const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(KNOWLEDGE, path), 'utf8'));

const partsOf = (folder: string, fits: (file: string) => boolean = () => true) =>
  readdirSync(join(KNOWLEDGE, folder))
    .filter(fits)
    .map((file) => ({ from: `${folder}/${file}`, content: read(`${folder}/${file}`) }));

const isPairs = (file: string) => !file.startsWith('compatible') && file !== 'counts.json';
const isCompatible = (file: string) => file.startsWith('compatible');
const isOwn = (file: string) => file.startsWith('pairs-');

export const classesRead = joinTable(classesTable, partsOf('classes'), []) ?? {};
export const sourcesRead = joinTable(sourcesTable, partsOf('sources'), []) ?? {};
export const classes = createClasses(classesRead);
export const allPairs = joinTable(pairRulesTable, partsOf('interactions', isPairs), []) ?? [];
export const ownPairs = joinTable(pairRulesTable, partsOf('interactions', isOwn), []) ?? [];
export const ownCompatible = compatibleTable.parse(read('interactions/compatible.json'));
const compatible = joinTable(compatibleTable, partsOf('interactions', isCompatible), []) ?? [];
const counts = countRulesTable.parse(read('interactions/counts.json'));

export const conditions = new Set(
  (read('conditions.json') as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id),
);
export const ingredients = new Set(
  (read('ingredients.json') as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name),
);

const metabolism = createMetabolism(
  metabolismTable.parse(read('metabolism.json')),
  metabolismRules.parse(read('metabolism-rules.json')),
);
const interactions = createInteractions(
  { pairs: allPairs, counts, compatible },
  classes,
  metabolism.verdict,
);

const line = (ingredient: string, at: number, more: Partial<Taken> = {}): Taken => ({
  ingredient,
  item: `medications.${at}`,
  proposed: false,
  systemic: true,
  together: [],
  ...more,
});

const known = (value: number): Fact => ({ value, given: { value }, from: 'test' });

/** A patient of whom these numbers and conditions are known. */
export function patient(numbers: Record<string, number> = {}, named: string[] = []): Patient {
  const facts = Object.entries(numbers).map(([name, value]) => [name, known(value)] as const);
  return { chart: chartOf(facts), conditions: new Set(named) };
}

/** The heaviest that all tables together say of these lines in this patient. */
export function saidOf(
  who: Patient,
  ...drugs: ReadonlyArray<readonly [name: string, more: Partial<Taken>]>
): Severity | undefined {
  const taken = drugs.map(([name, more], at) => line(name, at, more));
  const { findings } = interactions.check(taken, who);
  return SEVERITIES.find((severity) => findings.some((one) => one.severity === severity));
}

/** The same of drugs by mouth or by vein, of a patient unknown. */
export const said = (...drugs: string[]): Severity | undefined =>
  saidOf(patient(), ...drugs.map((name) => [name, {}] as const));
