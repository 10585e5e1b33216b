import type { Issue } from '../../core/errors.js';
import { type Chart, type Fact, latest } from './fact.js';

const same = (one: Fact, other: Fact) => one.value === other.value;

/** Facts that cannot all be true; the first is reported as the faulty one. */
export interface Contradiction {
  readonly facts: readonly [Fact, ...Fact[]];
  readonly issue: string;
}

/** Two different values of one variable at one time; neither can be trusted. */
function conflicts(chart: Chart): Contradiction[] {
  return [...chart].flatMap(([name, facts]) => {
    const timeless = facts.filter(({ at }) => at === undefined);
    const first = timeless[0];
    const other = timeless.find((fact) => first !== undefined && !same(first, fact));
    if (first === undefined || other === undefined) return [];
    return [{ facts: [other, first], issue: `contradicts ${first.from}, also ${name}` }];
  });
}

type ContradictionRule = readonly [
  name: string,
  other: string,
  clash: (a: never, b: never) => boolean,
  why: string,
];

const CLASHES: readonly ContradictionRule[] = [
  ['diastolic_bp', 'systolic_bp', (d: number, s: number) => d >= s, 'must be below the systolic'],
  ['pregnant', 'sex', (yes: boolean, sex: string) => yes && sex === 'M', 'contradicts the sex M'],
  ['fio2', 'on_oxygen', (f: number, on: boolean) => f > 21 && !on, 'contradicts on_oxygen false'],
  ['consciousness', 'gcs', (l: string, g: number) => l === 'A' && g <= 12, 'contradicts the gcs'],
  ['paco2', 'pao2', (c: number, o: number) => c + o > 760, 'and pao2 add up to more than the air'],
];

function clashes(chart: Chart): Contradiction[] {
  return CLASHES.flatMap(([name, other, clash, why]) => {
    const one = latest(chart, name);
    const two = latest(chart, other);
    if (one === undefined || two === undefined) return [];
    return clash(one.value as never, two.value as never) ? [{ facts: [one, two], issue: why }] : [];
  });
}

function sumClash(chart: Chart): Contradiction[] {
  const parts = ['gcs_eye', 'gcs_verbal', 'gcs_motor'].flatMap((name) => latest(chart, name) ?? []);
  const total = latest(chart, 'gcs');
  if (total === undefined || parts.length < 3) return [];
  const sum = parts.reduce((points, { value }) => points + Number(value), 0);
  const issue = `is not the sum of its parts (${sum})`;
  return sum === total.value ? [] : [{ facts: [total, ...parts], issue }];
}

/**
 * Returns the contradictions within a chart.
 *
 * @param chart as sent, before anything is derived from it
 */
export function contradictoryFacts(chart: Chart): Contradiction[] {
  return [...conflicts(chart), ...clashes(chart), ...sumClash(chart)];
}

/** The same contradictions, by the field at fault. */
export function contradictions(chart: Chart): Issue[] {
  return contradictoryFacts(chart).map(({ facts: [{ from }], issue }) => ({ field: from, issue }));
}
