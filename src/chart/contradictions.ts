import type { Issue } from '../core/errors.js';
import { type Chart, type Fact, latest } from './fact.js';

const same = (one: Fact, other: Fact) => one.value === other.value;

/** Two different values of one thing at one time, of which none can be right. */
function conflicts(chart: Chart): Issue[] {
  return [...chart].flatMap(([name, facts]) => {
    const timeless = facts.filter(({ at }) => at === undefined);
    const first = timeless[0];
    const other = timeless.find((fact) => first !== undefined && !same(first, fact));
    if (first === undefined || other === undefined) return [];
    return [{ field: other.from, issue: `contradicts ${first.from}, also ${name}` }];
  });
}

type Clash = readonly [
  name: string,
  other: string,
  clash: (a: never, b: never) => boolean,
  why: string,
];

const CLASHES: readonly Clash[] = [
  ['diastolic_bp', 'systolic_bp', (d: number, s: number) => d >= s, 'must be below the systolic'],
  ['pregnant', 'sex', (yes: boolean, sex: string) => yes && sex === 'M', 'contradicts the sex M'],
  ['fio2', 'on_oxygen', (f: number, on: boolean) => f > 21 && !on, 'contradicts on_oxygen false'],
  ['consciousness', 'gcs', (l: string, g: number) => l === 'A' && g <= 12, 'contradicts the gcs'],
  ['paco2', 'pao2', (c: number, o: number) => c + o > 760, 'and pao2 add up to more than the air'],
];

function clashes(chart: Chart): Issue[] {
  return CLASHES.flatMap(([name, other, clash, why]) => {
    const one = latest(chart, name);
    const two = latest(chart, other);
    if (one === undefined || two === undefined) return [];
    return clash(one.value as never, two.value as never) ? [{ field: one.from, issue: why }] : [];
  });
}

function sumClash(chart: Chart): Issue[] {
  const parts = ['gcs_eye', 'gcs_verbal', 'gcs_motor'].map((name) => latest(chart, name)?.value);
  const total = latest(chart, 'gcs');
  if (total === undefined || parts.some((part) => part === undefined)) return [];
  const sum = parts.reduce<number>((points, part) => points + Number(part), 0);
  return sum === total.value
    ? []
    : [{ field: total.from, issue: `is not the sum of its parts (${sum})` }];
}

/**
 * What contradicts itself in a chart, by the field that is at fault.
 *
 * @param chart as sent, before anything is derived from it
 */
export function contradictions(chart: Chart): Issue[] {
  return [...conflicts(chart), ...clashes(chart), ...sumClash(chart)];
}
