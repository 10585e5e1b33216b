import { describe, expect, it } from 'vitest';
import { line } from '../../../support/medication-case.js';
import { allergies } from './shipped.js';
import { type Expected, VECTORS } from './vectors.js';

const ALLOWED: Readonly<Record<Expected, readonly string[]>> = {
  avoid: ['contraindicated'],
  high: ['contraindicated', 'major'],
  care: ['moderate'],
  low: ['minor', 'nothing'],
  'low-told': ['minor'],
  none: ['nothing'],
};

describe.each(Object.entries(VECTORS))('allergies: %s', (_, vectors) => {
  it.each(vectors)('%s (%s), given %s: %s', (substance, reaction, drug, expected) => {
    const told = reaction === '' ? { substance } : { substance, reaction };
    const { findings, unresolved } = allergies.check([line(drug, 0)], [told]);
    expect(unresolved).toBe(false);
    expect(ALLOWED[expected]).toContain(findings[0]?.severity ?? 'nothing');
  });
});

describe('the golden vectors', () => {
  it('are as many as were asked for', () => {
    expect(Object.values(VECTORS).flat().length).toBeGreaterThanOrEqual(150);
  });
});
