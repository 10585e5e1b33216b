import { createDoses } from '../../../../src/medications/doses/doses.js';
import type { Patient } from '../../../../src/medications/patient.js';
import {
  type Frequency,
  LOCAL_ROUTES,
  type Route,
  type TakenIngredient,
} from '../../../../src/medications/taken-ingredient.js';
import { withDerived } from '../../../../src/patient-record/chart/derive.js';
import { creatinineClearance } from '../../../../src/patient-record/chart/kidney-function.js';
import { chartWith, type Facts, line, patient } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';

export const TABLES = {
  doses: tableOf('doses'),
  renal: tableOf('renal'),
  hepatic: tableOf('hepatic'),
  numbers: tableOf('numbers'),
  administration: tableOf('administration'),
};
export const doses = createDoses(TABLES, shippedClasses());

export interface Who {
  readonly facts?: Facts;
  readonly conditions?: readonly string[];
  readonly child_pugh?: 'A' | 'B' | 'C';
  readonly crcl?: number;
}

/** A patient with all that can be derived of what is said. */
export function patientOf({ facts = {}, conditions = [], child_pugh, crcl }: Who): Patient {
  const chart = withDerived(chartWith(facts));
  const clearance = crcl ?? creatinineClearance(chart)?.mlPerMin;
  const told = patient(facts, {
    conditions,
    ...(clearance !== undefined && { crclMlPerMin: clearance }),
    ...(child_pugh && { hepaticClass: child_pugh }),
  });
  return { ...told, chart };
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
export function lineOf(text: string, index = 0, proposed = false): TakenIngredient {
  const parts = text.trim().split(' ');
  const [times = '', unit = '', value = '', way = ''] = [...parts].reverse();
  const [route = '-', release] = way.split('/');
  const frequency = /^\d+x$/.test(times) ? { perDay: Number.parseInt(times, 10) } : TIMES[times];
  if (frequency === undefined && times !== '-') throw new Error(`no such frequency: ${times}`);
  const known = route === '-' ? undefined : (route as Route);
  return line(parts.slice(0, -4).join(' '), index, {
    proposed,
    systemic: known === undefined || !LOCAL_ROUTES.has(known),
    ...(known && { route: known }),
    ...(release && { release: release as 'extended' }),
    ...(value !== '-' && { dose: { value: Number(value), unit } }),
    ...(frequency && { frequency }),
  });
}

export const check = (lines: readonly string[], who: Who = {}) =>
  doses.check(
    lines.map((text, i) => lineOf(text, i)),
    patientOf(who),
  );

export const told = (lines: readonly string[], who?: Who) => check(lines, who).findings;
/** The first alert, which there must be. */
export const first = (lines: readonly string[], who?: Who) => {
  const [one] = told(lines, who);
  if (one === undefined) throw new Error('nothing was said');
  return one;
};
