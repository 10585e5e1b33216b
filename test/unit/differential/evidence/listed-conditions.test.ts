import { describe, expect, it } from 'vitest';
import { withListedConditions } from '../../../../src/differential/evidence/listed-conditions.js';
import type { NamedFinding } from '../../../../src/differential/evidence/named-findings.js';
import type { FindingFacts } from '../../../../src/differential/knowledge/schema.js';
import type { LineKind } from '../../../../src/patient-record/text-line.js';
import { language } from '../../patient-record/language/language.js';

const LUMP: FindingFacts = { id: 'groin_lump', name: 'Lump', kind: 'sign', leak: 0.01 };

function assertionOf(text: string, kind: LineKind, finding = LUMP) {
  const words = 'inguinal hernia';
  const start = text.indexOf(words);
  const named = {
    finding,
    words: [],
    type: 'finding',
    start,
    end: start + words.length,
    assertion: 'present',
  };
  const [one] = withListedConditions(
    { text, field: 'f', kind },
    [named as unknown as NamedFinding],
    language,
  );
  return one?.assertion;
}

describe('a listed condition', () => {
  it('is history, and no sign of today', () => {
    expect(assertionOf('inguinal hernia', 'history')).toBe('historical');
    expect(assertionOf('cough, known inguinal hernia', 'complaint')).toBe('historical');
  });

  it('is the complaint where the patient comes with it', () => {
    expect(assertionOf('painful inguinal hernia', 'complaint')).toBe('present');
  });

  it('leaves symptoms and states with a value as they are', () => {
    expect(assertionOf('inguinal hernia', 'history', { ...LUMP, kind: 'symptom' })).toBe('present');
    const measure = [{ variable: 'x', is: 'high' as const }];
    expect(assertionOf('inguinal hernia', 'history', { ...LUMP, measure })).toBe('present');
  });
});
