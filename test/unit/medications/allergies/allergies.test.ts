import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllergyLine } from '../../../../src/medications/allergies/allergies.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { line, listOf } from '../../../support/medication-case.js';
import { allergies, severityOf } from './shipped.js';

describe('an allergy and a list of medications', () => {
  it('says nothing without allergies', () => {
    expect(allergies.check([line('amoxicillin', 0)], [])).toEqual({
      findings: [],
      notAssessed: [],
      unresolved: false,
    });
  });

  it('names line, source, and reason', () => {
    const { findings } = allergies.check(
      [line('metformin', 0), line('ampicillin', 1)],
      [{ substance: 'amoxicillin', reaction: 'hives' }],
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      kind: 'allergy',
      severity: 'major',
      drugs: ['ampicillin'],
      items: ['medications.1'],
      ruleId: 'betalactam.penicillins',
      because: ['allergy to amoxicillin: urticaria'],
    });
    expect(findings[0]?.sources.length).toBeGreaterThan(0);
  });

  it('reports drugs of one rule in one alert', () => {
    const diuretics = ['furosemide', 'hydrochlorothiazide', 'acetazolamide'];
    const { findings } = allergies.check(listOf(diuretics), [
      { substance: 'sulfa', reaction: 'rash' },
    ]);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.drugs).toEqual([...diuretics].sort());
    expect(findings[0]?.title).toContain('no true cross-reaction');
  });

  it('reports a drug once, by the most severe of several allergies', () => {
    const { findings } = allergies.check(
      [line('amoxicillin', 0)],
      [
        { substance: 'amoxicillin', reaction: 'rash' },
        { substance: 'penicillin', reaction: 'anaphylaxis' },
        { substance: 'co-amoxiclav', reaction: 'diarrhoea' },
      ],
    );
    expect(findings.map(({ severity }) => severity)).toEqual(['contraindicated']);
  });

  it('weighs by route where a rule is about one', () => {
    const milk = { substance: 'cow milk', reaction: 'anaphylaxis' };
    const given = (route: 'intravenous' | 'oral' | undefined) =>
      allergies.check([line('methylprednisolone', 0, { ...(route && { route }) })], [milk])
        .findings[0]?.severity;
    expect(given('intravenous')).toBe('major');
    expect(given('oral')).toBeUndefined();
    expect(given(undefined)).toBe('moderate');
  });

  it('considers a reaction whose cause is unknown', () => {
    const { findings, unresolved } = allergies.check(
      [line('sevoflurane', 0)],
      [{ substance: 'general anaesthetic', reaction: 'malignant hyperthermia' }],
    );
    expect(findings[0]?.severity).toBe('contraindicated');
    expect(unresolved).toBe(true);
  });

  it('distinguishes an intolerance from an allergy', () => {
    const { findings } = allergies.check(
      [line('codeine', 0)],
      [{ substance: 'codeine', reaction: 'constipation and nausea' }],
    );
    expect(findings[0]).toMatchObject({ severity: 'minor' });
    expect(findings[0]?.title).toContain('not an allergy');
    expect(
      severityOf('codeine', { substance: 'codeine', reaction: 'nausea', severity: 'severe' }),
    ).toBe('moderate');
  });

  it('asks to look where products differ', () => {
    const { findings, notAssessed, unresolved } = allergies.check(
      [line('insulin glargine', 0)],
      [{ substance: 'latex', reaction: 'hives' }],
    );
    expect(findings).toEqual([]);
    expect(unresolved).toBe(false);
    expect(notAssessed.map(({ what }) => what)).toEqual(['allergies.0.substance']);
  });

  it('takes cats, pollen and nickel as they are', () => {
    const { findings, notAssessed, unresolved } = allergies.check(
      [line('amoxicillin', 0)],
      [
        { substance: 'cats', reaction: 'sneezing' },
        { substance: 'grass pollen' },
        { substance: 'nickel', reaction: 'contact dermatitis' },
      ],
    );
    expect({ findings, notAssessed, unresolved }).toEqual({
      findings: [],
      notAssessed: [],
      unresolved: false,
    });
  });
});

describe('whatever is sent', () => {
  const drugs = ['amoxicillin', 'cephalexin', 'furosemide', 'ibuprofen', 'codeine', 'enalapril'];
  const substances = ['penicillin', 'sulfa', 'aspirin', 'lisinopril', 'cats', 'NKDA', 'morphine'];
  const told = fc.constantFrom('rash', 'anaphylaxis', 'nausea', 'SJS', 'unknown', 'angioedema');
  const lines = fc.array(fc.record({ substance: fc.constantFrom(...substances), reaction: told }), {
    maxLength: 4,
  });

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(drugs), lines, (list, known) => {
        const taken = list.map((drug) => line(drug, drugs.indexOf(drug)));
        const one = allergies.check(taken, known).findings;
        const other = allergies.check([...taken].reverse(), [...known].reverse()).findings;
        expect(new Set(other.map((found) => found.title))).toEqual(
          new Set(one.map((found) => found.title)),
        );
      }),
    );
  });

  it('another allergy never makes a drug safer', () => {
    fc.assert(
      fc.property(fc.constantFrom(...drugs), lines, lines, (drug, some, more) => {
        const weigh = (known: readonly AllergyLine[]) => {
          const found = severityOf(drug, ...known);
          return found === undefined ? 0 : weightOf(found);
        };
        expect(weigh([...some, ...more])).toBeGreaterThanOrEqual(weigh(some));
      }),
    );
  });

  it('does not throw', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 500 }),
        fc.string({ maxLength: 100 }),
        (text, reaction) => {
          allergies.check([line('amoxicillin', 0)], [{ substance: text, reaction }]);
        },
      ),
    );
  });
});
