import { describe, expect, it, test } from 'vitest';
import { weightOf } from '../../../../src/medications/severity.js';
import type { FactValue } from '../../../../src/patient-record/chart/fact.js';
import { check, type Who } from './bench.js';
import { CHILDREN } from './golden/children.js';
import { KIDNEY } from './golden/kidney.js';
import { LIVER_AND_LABS } from './golden/liver-and-labs.js';
import { USUAL_REGIMENS } from './golden/usual-regimens.js';
import { WRONG_DOSES } from './golden/wrong-doses.js';

interface Row {
  readonly regimen: string;
  readonly who: Who;
  readonly said: string;
  readonly expected: string;
  readonly source: string;
}

function readWho(text: string): Who {
  const facts: Record<string, FactValue> = {};
  let who: Who = {};
  for (const part of text.trim().split(/\s+/)) {
    const [key = '', value = ''] = part.split('=');
    if (key === 'cond') who = { ...who, conditions: value.split(',') };
    else if (key === 'cp') who = { ...who, child_pugh: value as 'A' | 'B' | 'C' };
    else if (key === 'crcl') who = { ...who, crcl: Number(value) };
    else facts[key] = key === 'sex' ? value : Number(value);
  }
  return { ...who, facts };
}

const rows = (table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [regimen = '', said = '', expected = '', source = ''] = line.split('|');
      return {
        regimen: regimen.trim(),
        said: said.trim(),
        who: readWho(said),
        expected: expected.trim(),
        source: source.trim(),
      };
    });

const TABLES = { USUAL_REGIMENS, WRONG_DOSES, KIDNEY, CHILDREN, LIVER_AND_LABS };

test('there are at least 300 vectors and each names what it stands on', () => {
  const all = Object.values(TABLES).flatMap(rows);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.filter(({ source }) => !/^(fda|smpc|ema|dose)[:-]/.test(source))).toEqual([]);
});

describe.each(Object.entries(TABLES))('%s', (_, table) => {
  it.each(rows(table).map((row) => [`${row.regimen} | ${row.said}`, row] as const))(
    '%s',
    (_name, { regimen, who, expected }) => {
      const loud = check([regimen], who)
        .findings.filter(({ severity }) => weightOf(severity) >= 2)
        .sort((a, b) => weightOf(b.severity) - weightOf(a.severity))
        .map(({ severity, kind }) => `${severity} ${kind}`);
      expect(loud[0] ?? 'ok').toBe(expected);
    },
  );
});
