import { describe, expect, it } from 'vitest';
import { SCORE_SYSTEM } from '../../../../src/core/own-code-systems.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import { LOINC } from '../../../../src/operations/filing/coding.js';
import { scoreCodeSystem } from '../../../../src/operations/filing/score-code-system.js';
import {
  codingsOf,
  PROBABILITY,
  PUBLISHED_CODES,
  partCode,
  SNOMED,
} from '../../../../src/operations/filing/score-codes.js';
import { SCORES } from '../../../../src/scores/catalogue.js';

interface Concept {
  readonly code: string;
  readonly display: string;
  readonly concept?: readonly Concept[];
}

const own = scoreCodeSystem('1.2.3');
const resource = JSON.parse(own.text);

const all = (concepts: readonly Concept[]): readonly Concept[] =>
  concepts.flatMap((one) => [one, ...all(one.concept ?? [])]);
const concepts = all(resource.concept);
const defined = new Set(concepts.map(({ code }) => code));

/** Luhn's digit, as LOINC appends it (LOINC Users' Guide, "Calculating check digits"). */
function withLuhnDigit(code: string): string {
  const [number = ''] = code.split('-');
  const sum = [...number].toReversed().reduce((total, digit, n) => {
    const doubled = Number(digit) * (n % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${number}-${(10 - (sum % 10)) % 10}`;
}

/** Verhoeff's check, as SNOMED CT's identifiers have it (SNOMED CT Release File Specification, appendix C). */
function passesVerhoeff(code: string): boolean {
  const multiply = (a: number, b: number): number => {
    if (a < 5 && b < 5) return (a + b) % 5;
    if (a < 5) return 5 + ((a + b) % 5);
    if (b < 5) return 5 + ((a - b) % 5);
    return (a - b + 5) % 5;
  };
  const turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const turned = (digit: number, times: number): number =>
    times === 0 ? digit : turned(turn[digit] ?? 0, times - 1);
  const check = [...code]
    .toReversed()
    .reduce((sum, digit, n) => multiply(sum, turned(Number(digit), n % 8)), 0);
  return check === 0;
}

describe('codes of scores', () => {
  it('are one of the own code system for every score, and for the points of every input', () => {
    for (const { id, name, inputs } of SCORES) {
      expect(codingsOf(id, name)).toContainEqual({ system: SCORE_SYSTEM, code: id, display: name });
      for (const code of [id, ...Object.keys(inputs).map((input) => partCode(id, input))]) {
        expect(defined.has(code), code).toBe(true);
      }
    }
    expect(defined.has(PROBABILITY)).toBe(true);
  });

  it('that are published are codes of scores and parts that there are, each its own', () => {
    expect(Object.keys(PUBLISHED_CODES).filter((code) => !defined.has(code))).toEqual([]);
    const codes = Object.values(PUBLISHED_CODES).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('that are published have the check digit of their system', () => {
    for (const { system, code } of Object.values(PUBLISHED_CODES)) {
      if (system === LOINC) expect(code).toBe(withLuhnDigit(code));
      else expect([system, code, passesVerhoeff(code)]).toEqual([SNOMED, code, true]);
    }
    expect(passesVerhoeff('1104051000000102')).toBe(false);
  });

  it('that are published come first', () => {
    expect(codingsOf('gcs', 'Glasgow Coma Scale').map(({ code }) => code)).toEqual([
      '9269-2',
      'gcs',
    ]);
  });
});

describe('the code system of scores', () => {
  it('is a valid CodeSystem that names each code once', () => {
    const validator = createValidator(openDefinitions());
    const issues = validator.validate(resource, { type: 'CodeSystem' });
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(defined.size).toBe(concepts.length);
    expect(resource).toMatchObject({ url: SCORE_SYSTEM, version: '1.2.3', count: concepts.length });
  });
});
