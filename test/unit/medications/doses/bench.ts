import { readFileSync } from 'node:fs';
import { withDerived } from '../../../../src/chart/derive.js';
import { type Chart, chartOf, type FactValue } from '../../../../src/chart/fact.js';
import { creatinineClearance } from '../../../../src/chart/kidney-function.js';
import { createDoses } from '../../../../src/medications/doses/doses.js';
import {
  dosesTable,
  hepaticTable,
  numberRulesTable,
  renalTable,
} from '../../../../src/medications/doses/schema.js';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import type { Patient } from '../../../../src/medications/patient.js';
import {
  type Frequency,
  LOCAL_ROUTES,
  type Route,
  type Taken,
} from '../../../../src/medications/taken.js';

export const KNOWLEDGE = new URL('../../../../models/medication-knowledge/', import.meta.url);
export const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, KNOWLEDGE), 'utf8'));

type Classes = Parameters<typeof createClasses>[0];
const classTable = {
  ...(readJson('classes/pharmacology.json') as Classes),
  ...(readJson('classes/effects.json') as Classes),
};
export const classes = createClasses(classTable);

export const TABLES = {
  doses: dosesTable.parse([
    ...(readJson('doses-a-k.json') as unknown[]),
    ...(readJson('doses-l-z.json') as unknown[]),
  ]),
  renal: renalTable.parse(readJson('renal.json')),
  hepatic: hepaticTable.parse(readJson('hepatic.json')),
  numbers: numberRulesTable.parse([
    ...(readJson('labs.json') as unknown[]),
    ...(readJson('dose-circumstances.json') as unknown[]),
  ]),
};
export const doses = createDoses(TABLES, classes);

export interface Who {
  readonly facts?: Readonly<Record<string, FactValue>>;
  readonly conditions?: readonly string[];
  readonly child_pugh?: 'A' | 'B' | 'C';
  readonly crcl?: number;
}

function chartFrom(facts: Readonly<Record<string, FactValue>>): Chart {
  return withDerived(
    chartOf(
      Object.entries(facts).map(([name, value]) => [
        name,
        { value, given: { value }, from: `patient.${name}` },
      ]),
    ),
  );
}

export function patientOf({ facts = {}, conditions = [], child_pugh, crcl }: Who): Patient {
  const chart = chartFrom(facts);
  const clearance = crcl ?? creatinineClearance(chart)?.mlPerMin;
  return {
    chart,
    conditions: new Set(conditions),
    ...(clearance !== undefined && { crclMlPerMin: clearance }),
    ...(child_pugh && { hepaticClass: child_pugh }),
  };
}

const TIMES: Readonly<Record<string, Frequency>> = {
  qd: { perDay: 1 },
  bid: { perDay: 2 },
  tid: { perDay: 3 },
  qid: { perDay: 4 },
  q4h: { perDay: 6 },
  q8h: { perDay: 3 },
  q12h: { perDay: 2 },
  qod: { perDay: 0.5, everyDays: 2 },
  q48h: { perDay: 0.5, everyDays: 2 },
  q72h: { perDay: 1 / 3, everyDays: 3 },
  weekly: { perDay: 1 / 7, everyDays: 7 },
  q2w: { perDay: 1 / 14, everyDays: 14 },
  q12w: { perDay: 1 / 84, everyDays: 84 },
  monthly: { perDay: 1 / 30, everyDays: 30 },
  once: { once: true },
  prn: { asNeeded: true },
  unclear: { unclear: true },
};

/** `acetaminophen oral 1000 mg qid`, `metoprolol oral/extended 200 mg qd`; `-` for what is not said. */
export function lineOf(text: string, index = 0, proposed = false): Taken {
  const parts = text.trim().split(' ');
  const [times = '', unit = '', value = '', way = ''] = [...parts].reverse();
  const [route = '-', release] = way.split('/');
  const frequency = /^\d+x$/.test(times) ? { perDay: Number.parseInt(times, 10) } : TIMES[times];
  if (frequency === undefined && times !== '-') throw new Error(`no such frequency: ${times}`);
  const known = route === '-' ? undefined : (route as Route);
  return {
    ingredient: parts.slice(0, -4).join(' '),
    item: `medications.${index}`,
    proposed,
    systemic: known === undefined || !LOCAL_ROUTES.has(known),
    together: [],
    ...(known && { route: known }),
    ...(release && { release: release as 'extended' }),
    ...(value !== '-' && { dose: { value: Number(value), unit } }),
    ...(frequency && { frequency }),
  };
}

export const check = (lines: readonly string[], who: Who = {}) =>
  doses.check(
    lines.map((line, i) => lineOf(line, i)),
    patientOf(who),
  );
