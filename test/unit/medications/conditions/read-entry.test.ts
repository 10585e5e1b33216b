import { describe, expect, it } from 'vitest';
import { ConditionIndex } from '../../../../src/medications/conditions/condition-index.js';
import { readCode, readEntry } from '../../../../src/medications/conditions/read-entry.js';
import { chartWith } from '../../../support/medication-case.js';
import { language } from '../../patient-record/language/language.js';
import { conditions } from './in-words.js';

const index = new ConditionIndex(conditions);
const idOf = (name: string) => index.withImplied(readEntry(index, name, language).present);

describe('the index of conditions', () => {
  it('has those that a condition implies', () => {
    const implying = conditions.find(({ implies }) => implies !== undefined && implies.length > 0);
    expect(implying).toBeDefined();
    const all = index.withImplied([implying?.id ?? '']);
    for (const id of implying?.implies ?? []) expect(all.has(id)).toBe(true);
  });

  it('has those that the chart determines', () => {
    const { shown: severe } = index.inChart({ chart: chartWith({ egfr: 12 }) });
    const { shown: normal } = index.inChart({ chart: chartWith({ egfr: 95 }) });
    expect(severe.length).toBeGreaterThan(0);
    expect(normal.filter((id) => severe.includes(id))).toEqual([]);
  });

  it('knows names from codes', () => {
    expect(index.isName('T2D')).toBe(true);
    expect(index.isName('I50.9')).toBe(false);
  });
});

describe('a code', () => {
  it('states the conditions that it belongs to', () => {
    const { present, reasons } = readCode(index, 'I50.9');
    expect(index.withImplied(present)).toEqual(idOf('heart failure'));
    expect(reasons).toEqual([]);
  });

  it('states nothing where it belongs to none', () => {
    const { present, reasons } = readCode(index, 'Z99.99');
    expect(present).toEqual([]);
    expect(reasons).toEqual([expect.stringContaining('not a condition')]);
  });

  it('that covers more states nothing alone', () => {
    const broad = conditions.find(({ code_is_broader }) => code_is_broader);
    const { present, reasons } = readCode(index, broad?.icd10[0] ?? '');
    expect(present).not.toContain(broad?.id);
    expect(reasons).toEqual([expect.stringContaining('covers more than one')]);
  });
});

describe('an entry', () => {
  const reasonsOf = (text: string) => readEntry(index, text, language).reasons;

  it('may say that there is nothing', () => {
    for (const text of ['none', 'NKDA', 'no past medical history']) {
      expect(readEntry(index, text, language)).toEqual({ present: [], absent: [], reasons: [] });
    }
  });

  it('in words is more specific than its code', () => {
    expect(reasonsOf('heart failure (Z99.9)')).toEqual([]);
    expect(reasonsOf('xyzzy (Z99.9)')).toEqual([expect.stringContaining('not a condition')]);
  });

  it('may be denied or in doubt', () => {
    expect(readEntry(index, 'no asthma', language)).toMatchObject({
      present: [],
      absent: [...readEntry(index, 'asthma', language).present],
    });
    expect(reasonsOf('possible asthma')).toEqual([expect.stringContaining('only suspected')]);
  });

  it('that is not understood has its reason', () => {
    expect(reasonsOf('xyzzy')).toEqual([expect.stringContaining('not a condition')]);
    expect(reasonsOf('penicillin allergy')).toEqual([expect.stringContaining('allergy')]);
    expect(reasonsOf('asthma and xyzzy')).toEqual([expect.stringContaining('part of it')]);
  });

  it('yields nothing in doubt where no language is open', () => {
    const { present, reasons } = readEntry(index, 'no asthma', undefined);
    expect(present).toEqual([]);
    expect(reasons).toHaveLength(1);
  });
});
