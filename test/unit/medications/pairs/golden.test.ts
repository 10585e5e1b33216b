import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSources } from '../../../../src/medications/knowledge/sources.js';
import { SEVERITIES, type Severity, weightOf } from '../../../../src/medications/severity.js';
import { ingredients, read, said, sourcesRead } from './tables.js';

const golden = z
  .array(
    z.strictObject({
      id: z.string(),
      drugs: z.tuple([z.string(), z.string()]),
      least: z.enum(SEVERITIES).optional(),
      most: z.enum(SEVERITIES).optional(),
      source: z.string(),
    }),
  )
  .parse(read('golden.json'));

const weight = (severity: Severity | undefined) => (severity ? weightOf(severity) : 0);

describe('pairs that others have judged', () => {
  it('are some hundreds each way, of drugs that are known and with a source', () => {
    expect(golden.filter(({ least }) => least).length).toBeGreaterThanOrEqual(300);
    expect(golden.filter(({ most }) => most).length).toBeGreaterThanOrEqual(300);
    expect(new Set(golden.map(({ id }) => id)).size).toBe(golden.length);
    const sources = createSources(sourcesRead);
    expect(golden.filter(({ drugs }) => !drugs.every((drug) => ingredients.has(drug)))).toEqual([]);
    expect(golden.filter(({ source }) => sources.get(source) === undefined)).toEqual([]);
  });

  it('are told at least as loudly where they are serious', () => {
    const missed = golden.flatMap(({ drugs, least }) => {
      const told = said(...drugs);
      return least && weight(told) < weightOf(least) ? [`${drugs.join(' + ')}: ${told}`] : [];
    });
    expect(missed).toEqual([]);
  });

  it('are not called loudly where they go together', () => {
    const loud = golden.flatMap(({ drugs, most }) => {
      const told = said(...drugs);
      return most && weight(told) > weightOf(most) ? [`${drugs.join(' + ')}: ${told}`] : [];
    });
    expect(loud).toEqual([]);
  });

  it('weigh the same in the other order', () => {
    const differ = golden.filter(({ drugs: [a, b] }) => said(a, b) !== said(b, a));
    expect(differ).toEqual([]);
  });
});
