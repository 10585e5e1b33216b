import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMention } from '../../../../scripts/language/grid/agreement.js';
import { allows, type Truth } from '../../../../scripts/language/grid/template.js';
import { FLAGS } from '../../../../src/patient-record/chart/variables/catalogue.js';
import { ASSERTIONS } from '../../../../src/patient-record/language/entity.js';
import { language } from './language.js';

interface HistoryLine {
  readonly line: string;
  readonly says: ReadonlyArray<{
    readonly name: string | null;
    readonly condition: string;
    readonly assertion: Truth;
    readonly currently: boolean | null;
  }>;
}

const LINES: readonly HistoryLine[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../golden/history-lines.json'), 'utf8'),
);
const ALL = LINES.flatMap(({ line, says }) => says.map((one) => ({ line, ...one })));

describe('lines of a medical history', () => {
  it('are many, and each once', () => {
    expect(LINES.length).toBeGreaterThanOrEqual(300);
    expect(new Set(LINES.map(({ line }) => line)).size).toBe(LINES.length);
  });

  it('name flags of the chart, with words that stand once in the line', () => {
    const flags = new Set<string>(FLAGS.map(({ name }) => name));
    expect(ALL.filter(({ name }) => name !== null && !flags.has(name))).toEqual([]);
    expect(ALL.filter(({ line, condition }) => line.split(condition).length !== 2)).toEqual([]);
    const known: ReadonlySet<string> = new Set(ASSERTIONS);
    expect(ALL.filter(({ assertion }) => ![assertion].flat().every((a) => known.has(a)))).toEqual(
      [],
    );
  });

  it('are read as they are meant', () => {
    // Smoking is a flag of the chart and no entity of clinical language.
    const named = ALL.filter(
      ({ name, condition }) => name !== 'current_smoker' && !/smok/.test(condition),
    );
    const wrong = named.flatMap(({ line, condition, assertion }) => {
      const start = line.indexOf(condition);
      const found = readMention(language.read(line).entities, {
        start,
        end: start + condition.length,
      });
      if (found !== undefined && allows(assertion, found.assertion)) return [];
      const truth = [assertion].flat().join(' or ');
      const said = found === undefined ? 'not found' : `${found.assertion} (${found.cue ?? '-'})`;
      return [`${line} | ${condition}: ${truth}, read as ${said}`];
    });
    expect(wrong).toEqual([]);
  });
});
