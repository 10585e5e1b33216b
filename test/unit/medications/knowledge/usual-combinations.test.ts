import { describe, expect, it } from 'vitest';
import {
  makeInpatients,
  readPrevalences,
} from '../../../../scripts/knowledge/measure/inpatients/make-inpatients.js';
import { answerTo } from '../shipped-service.js';

const check = (medications: readonly string[], more: object = {}) =>
  answerTo({ medications, ...more });
const severityOf = (medications: readonly string[], more: object, rule: string) =>
  check(medications, more).alerts.find(({ rule_id }) => rule_id === rule)?.severity;

/** Pairs that are to be watched at any age, and what makes them a reason to stop. */
const RAISED: ReadonlyArray<
  readonly [drugs: readonly string[], rule: string, patient: object, conditions: string[]]
> = [
  [['codeine 30 mg qds', 'mirtazapine 15 mg nocte'], 'cns.opioid_w2', {}, ['sleep apnoea']],
  [['zopiclone 3.75 mg nocte', 'mirtazapine 15 mg nocte'], 'cns.strong_medium', {}, ['dementia']],
  [['dalteparin 5000 units SC daily', 'sertraline 50 mg'], 'bleeding.ac_ssri', { egfr: 25 }, []],
  [
    ['sertraline 50 mg daily', 'indapamide 2.5 mg daily'],
    'sodium.ssri_thiazide',
    { lab_results: { sodium: 131 } },
    [],
  ],
  [
    ['dalteparin 5000 units SC daily', 'ramipril 5 mg daily'],
    'potassium.heparin_raas',
    { lab_results: { potassium: 5.6 } },
    [],
  ],
];

describe('a pair that is usual on a ward', () => {
  it.each(RAISED)('%s does not block by age alone', (drugs, rule) => {
    const severity = severityOf(drugs, { patient: { age: 74, egfr: 70 } }, rule);
    expect(['moderate', 'minor']).toContain(severity);
  });

  it.each(RAISED)('%s blocks where %s is raised', (drugs, rule, patient, conditions) => {
    const severity = severityOf(
      drugs,
      { patient: { age: 74, egfr: 70, ...patient }, conditions },
      rule,
    );
    expect(severity).toBe('major');
  });

  it('blocks for the age with warfarin, which Beers says to avoid', () => {
    const drugs = ['warfarin 3 mg daily', 'sertraline 50 mg daily'];
    expect(severityOf(drugs, { patient: { age: 78 } }, 'bleeding.ac_ssri')).toBe('major');
    expect(check(drugs, { patient: { age: 60 } }).highest_severity).toBe('moderate');
  });

  it('with heparin and an ACE inhibitor is to be watched where the kidney is weak', () => {
    const drugs = ['dalteparin 5000 units SC daily', 'ramipril 5 mg daily'];
    const patient = { age: 74, egfr: 40 };
    expect(severityOf(drugs, { patient }, 'potassium.heparin_raas')).toBe('moderate');
  });
});

describe('generated inpatients', () => {
  const patients = makeInpatients(40, 7);

  it('are the same for the same seed, with 4 to 14 medicines', () => {
    expect(makeInpatients(40, 7)).toEqual(patients);
    expect(makeInpatients(40, 8)).not.toEqual(patients);
    for (const { medications } of patients) {
      expect(medications.length).toBeGreaterThanOrEqual(4);
      expect(medications.length).toBeLessThanOrEqual(14);
    }
  });

  it('name only defined sources, and conditions of the table', () => {
    const { sources, conditions, medicines } = readPrevalences();
    const ids = new Set(conditions.map(({ id }) => id));
    for (const { source } of [...conditions, ...medicines]) expect(sources).toHaveProperty(source);
    const named = medicines.flatMap(({ when, unless = [] }) => [...Object.keys(when), ...unless]);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('take medicines whose every line is understood and judged', () => {
    const lines = readPrevalences().medicines.flatMap((one) => one.lines.map(({ text }) => text));
    const patient = { age: 60, gender: 'F', weight_kg: 70, egfr: 90 };
    const unjudged = lines.filter(
      (line) => check([line], { patient }).safety.not_judged.length > 0,
    );
    expect(unjudged).toEqual([]);
  });
});
