import { describe, expect, it } from 'vitest';
import { createAdministrationCheck } from '../../../../src/medications/administration/administration.js';
import {
  type AdministrationRule,
  administrationTable,
} from '../../../../src/medications/administration/schema.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { line, patient } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';

const WORDS = {
  severity: 'contraindicated',
  title: '{drugs} {given}',
  mechanism: 'm',
  effect: 'e',
  management: 'x',
  evidence: 'established',
} as const;
const sources = ['s'];

type Conditions = Partial<AdministrationRule>;

function titles(conditions: Conditions, facts: Partial<TakenIngredient>, who = patient()) {
  const rule = { id: 'r', drugs: ['heparin'], ...WORDS, sources, ...conditions };
  const check = createAdministrationCheck([rule], shippedClasses());
  return check([line('heparin', 0, facts)], who).findings.map(({ title }) => title);
}

describe('a rule on how a drug is given', () => {
  it.each<[Conditions, Partial<TakenIngredient>, boolean]>([
    [{ routes: ['intrathecal'] }, { route: 'intrathecal' }, true],
    [{ routes: ['intrathecal'] }, { route: 'intravenous' }, false],
    [{ routes: ['intrathecal'] }, {}, false],
    [{ other_than: ['intravenous'] }, { route: 'intramuscular' }, true],
    [{ other_than: ['intravenous'] }, {}, false],
    [{ manner: ['bolus'], not_routes: ['oral'] }, { manner: 'bolus' }, true],
    [{ manner: ['bolus'], not_routes: ['oral'] }, { manner: 'bolus', route: 'oral' }, false],
    [{ manner: ['bolus'] }, { manner: 'infusion' }, false],
    [{ made_for: 'oral' }, { madeFor: 'oral' }, true],
    [{ made_for: 'oral' }, {}, false],
    [{ undiluted: true }, { undiluted: true }, true],
    [{ release: 'depot' }, { release: 'depot' }, true],
    [{ salts: ['decanoate'] }, { salt: 'acetate' }, false],
    [{ brands: ['Bicillin L-A'] }, { brand: 'bicillin l-a' }, true],
    [{ below_minutes: 60 }, { minutes: 30 }, true],
    [{ below_minutes: 60 }, { manner: 'bolus' }, true],
    [{ below_minutes: 60 }, { minutes: 60 }, false],
    [{ below_minutes: 60 }, {}, false],
    [{ routes: ['intravenous'], unqualified: true }, { route: 'intravenous' }, true],
    [{ routes: ['intravenous'], unqualified: true }, { route: 'intravenous', minutes: 5 }, false],
  ])('%j holds for %j: %j', (conditions, facts, holds) => {
    expect(titles(conditions, facts)).toHaveLength(holds ? 1 : 0);
  });

  it('compares amounts in any unit, and writes what is given', () => {
    const limit = { dose: { over: 1, unit: 'g' } };
    expect(titles(limit, { dose: { value: 1500, unit: 'mg' } })).toEqual(['Heparin 1.5 g']);
    expect(titles(limit, { dose: { value: 1000, unit: 'mg' } })).toEqual([]);
    expect(titles(limit, { dose: { value: 1500, unit: '[iU]' } })).toEqual([]);
  });

  it('works out a rate from a dose and its duration', () => {
    const limit = { rate: { over: 50, unit: 'mg/min' } };
    const dose = { value: 1, unit: 'g' };
    expect(titles(limit, { dose, minutes: 10 })).toEqual(['Heparin 100 mg/min']);
    expect(titles(limit, { dose, minutes: 20 })).toEqual([]);
    expect(titles(limit, { dose })).toEqual([]);
    expect(titles(limit, { dose, rate: { value: 6, unit: 'g/h' } })).toEqual([
      'Heparin 100 mg/min',
    ]);
  });

  it('takes a dose per kg of an adult who was not weighed for wrong at any weight only', () => {
    const limit = { dose: { over: 10, unit: 'mg/kg' } };
    const heavy = { dose: { value: 3000, unit: 'mg' } };
    expect(titles(limit, heavy)).toHaveLength(1);
    expect(titles(limit, { dose: { value: 1500, unit: 'mg' } })).toEqual([]);
    expect(titles(limit, { dose: { value: 1500, unit: 'mg' } }, patient({ weight: 70 }))).toEqual([
      'Heparin 21.43 mg/kg',
    ]);
  });

  it('compares a concentration by further units of the rule', () => {
    const limit = { concentration: { over: 0.4, unit: 'mmol/mL' }, units: { mg: 0.0134 } };
    expect(titles(limit, { concentration: { value: 150, unit: 'mg' } })).toEqual([
      'Heparin 2.01 mmol/mL',
    ]);
    expect(titles(limit, { concentration: { value: 3, unit: 'mg' } })).toEqual([]);
  });

  it('depends on circumstances where it names some', () => {
    const rule = { routes: ['intravenous'], when: { condition: ['opioid-naive'] } } as Conditions;
    const given = { route: 'intravenous' } as const;
    expect(titles(rule, given)).toEqual([]);
    expect(titles(rule, given, patient({}, { conditions: ['opioid-naive'] }))).toHaveLength(1);
    const unless = {
      routes: ['intravenous'],
      unless: { condition: ['cardiac-arrest'] },
    } as Conditions;
    expect(titles(unless, given)).toHaveLength(1);
    expect(titles(unless, given, patient({}, { conditions: ['cardiac-arrest'] }))).toEqual([]);
  });

  it('finds another drug of the same line', () => {
    const rule = { id: 'r', drugs: ['fentanyl'], beside: ['bupivacaine'], ...WORDS, sources };
    const check = createAdministrationCheck([rule], shippedClasses());
    const same = [line('fentanyl', 0), line('bupivacaine', 0)];
    expect(check(same, patient()).findings).toHaveLength(1);
    const apart = [line('fentanyl', 0), line('bupivacaine', 1)];
    expect(check(apart, patient()).findings).toEqual([]);
  });

  it('must have a condition', () => {
    expect(
      administrationTable.safeParse([{ id: 'r', drugs: ['heparin'], ...WORDS, sources }]).success,
    ).toBe(false);
  });
});

describe('the shipped rules', () => {
  const rules = tableOf('administration');

  it('have ids of their own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('say what is usual or what to do', () => {
    for (const { id, mechanism, management } of rules) {
      expect(management.length, id).toBeGreaterThan(10);
      expect(mechanism.length, id).toBeGreaterThan(8);
    }
  });
});
