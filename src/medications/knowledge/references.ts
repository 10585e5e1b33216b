import type { Issue } from '../../core/errors.js';
import { findVariable } from '../../patient-record/chart/variables/catalogue.js';
import { readClassSelector } from './classes.js';
import { LABEL } from './labels.js';
import { createSources, type Sources } from './sources.js';
import type { Tables } from './tables.js';

/** Valid targets of references. */
interface ReferenceTargets {
  readonly ingredients: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly conditions: ReadonlySet<string>;
  /** Allergens that are not drugs: `#egg`. */
  readonly substances: ReadonlySet<string>;
  readonly sources: Sources;
}

/** Fields that name an ingredient or a class, in any table. */
const SELECTORS: ReadonlySet<string> = new Set([
  'a',
  'b',
  'not',
  'not_a',
  'not_b',
  'of',
  'between',
  'drugs',
  'also',
  'daily_dose',
  'ingredient',
  'ingredients',
  'meanings',
  'from',
  'to',
  'not_to',
  'always_with',
]);
const CONDITIONS: ReadonlySet<string> = new Set(['condition', 'implies', 'history', 'loading_for']);
/** Words in the place of a selector: any allergen, the drug itself. */
const ANY: ReadonlySet<string> = new Set(['*', 'same']);
/** Numbers of the patient that are not variables of the chart, with their units. */
const BESIDE_THE_CHART: Readonly<Record<string, string>> = {
  crcl: 'mL/min',
  trimester: '1',
  hepatic_class: '1',
};

function fault(key: string, value: string, known: ReferenceTargets): string | undefined {
  if (key === 'sources') {
    return value === LABEL || known.sources.get(value)
      ? undefined
      : `source ${value} is not defined`;
  }
  if (CONDITIONS.has(key)) {
    return known.conditions.has(value) ? undefined : `condition ${value} is not known`;
  }
  if (!SELECTORS.has(key) || ANY.has(value)) return undefined;
  if (value.startsWith('#')) {
    return known.substances.has(value.slice(1)) ? undefined : `substance ${value} is not known`;
  }
  if (!value.startsWith('@')) {
    return known.ingredients.has(value) ? undefined : `ingredient ${value} is not known`;
  }
  const parts = readClassSelector(value);
  return parts && known.classes.has(parts.id) ? undefined : `class ${value} is not known`;
}

function factFault({ fact, unit }: { fact: string; unit: string }): string | undefined {
  const ownUnit = BESIDE_THE_CHART[fact];
  if (ownUnit !== undefined) return unit === ownUnit ? undefined : `${fact} is in ${ownUnit}`;
  const found = findVariable(fact);
  if (found?.name !== fact || found.kind !== 'quantity') return `the number ${fact} is not known`;
  return found.unit === unit ? undefined : `${fact} is in ${found.unit} and not in ${unit}`;
}

const isFact = (value: object): value is { fact: string; unit: string } =>
  'fact' in value && 'unit' in value;

function walk(
  value: unknown,
  key: string,
  known: ReferenceTargets,
  report: (issue: string) => void,
): void {
  if (typeof value === 'string') {
    const found = fault(key, value, known);
    if (found !== undefined) report(found);
  } else if (Array.isArray(value)) {
    for (const one of value) walk(one, key, known, report);
  } else if (typeof value === 'object' && value !== null) {
    const wrong = isFact(value) ? factFault(value) : undefined;
    if (wrong !== undefined) report(wrong);
    for (const [name, part] of Object.entries(value)) walk(part, name, known, report);
  }
}

/** Tables whose keys are ingredients. */
const BY_INGREDIENT = ['metabolism', 'preconception'] as const;
/** Fields that define names or hold free text. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sources', 'ingredients', 'directions']);

/**
 * Returns a fault for every ingredient, class, source, condition and number that a table refers to
 * and that is not defined: a rule about an unknown drug would never apply.
 */
export function danglingReferences(tables: Tables): Issue[] {
  const known: ReferenceTargets = {
    ingredients: new Set(tables.ingredients.map(({ name }) => name)),
    classes: new Set(Object.keys(tables.classes)),
    conditions: new Set(tables.conditions.map(({ id }) => id)),
    substances: new Set(tables.allergies.substances.map(({ id }) => id)),
    sources: createSources(tables.sources),
  };
  const issues: Issue[] = [];
  for (const [table, content] of Object.entries(tables)) {
    if (LEFT_OUT.has(table)) continue;
    for (const [at, entry] of Object.entries(content)) {
      const { id } = entry as { id?: unknown };
      const field = `${table}.${typeof id === 'string' ? id : at}`;
      walk(entry, at, known, (issue) => void issues.push({ field, issue }));
    }
  }
  const ingredient = (field: string, name: string) => {
    if (!known.ingredients.has(name)) {
      issues.push({ field, issue: `ingredient ${name} is not known` });
    }
  };
  for (const table of BY_INGREDIENT) {
    for (const name of Object.keys(tables[table])) ingredient(`${table}.${name}`, name);
  }
  for (const [id, { members }] of Object.entries(tables.classes)) {
    for (const name of Object.keys(members)) ingredient(`classes.${id}`, name);
  }
  return issues;
}
