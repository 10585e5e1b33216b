import { describe, expect, it } from 'vitest';
import { createAge } from '../../../../src/medications/age/age.js';
import { createContraindications } from '../../../../src/medications/conditions/contraindications.js';
import { createLactation } from '../../../../src/medications/reproduction/lactation.js';
import { createPreconception } from '../../../../src/medications/reproduction/preconception.js';
import { createPregnancy } from '../../../../src/medications/reproduction/pregnancy.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { local, taken } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { EVERYDAY, type Everyday } from './everyday.js';
import { conditions, inWords } from './in-words.js';

const classes = shippedClasses();
const checks = [
  createContraindications(conditions, classes),
  createAge(tableOf('age'), classes),
  createPregnancy(tableOf('pregnancy'), classes),
  createLactation(tableOf('lactation'), classes),
  createPreconception(tableOf('preconception'), classes),
];

const LOCAL: Readonly<Record<string, 'inhaled' | 'ophthalmic' | 'topical'>> = {
  albuterol: 'inhaled',
  budesonide: 'inhaled',
  fluticasone: 'inhaled',
  formoterol: 'inhaled',
  hydrocortisone: 'topical',
  ipratropium: 'inhaled',
  latanoprost: 'ophthalmic',
  olodaterol: 'inhaled',
  tiotropium: 'inhaled',
  umeclidinium: 'inhaled',
  vilanterol: 'inhaled',
};

function alertsOf({ facts, conditions: texts, drugs, pregnant, lactating }: Everyday) {
  const patient = inWords({
    facts,
    conditions: texts,
    beside: {
      ...(pregnant !== undefined && { pregnant, trimester: 2 as const }),
      ...(lactating !== undefined && { lactating }),
    },
  });
  const list = drugs.map((name) => {
    const route = LOCAL[name];
    return route === undefined ? taken(name) : local(name, route);
  });
  return checks
    .flatMap(({ check }) => check(list, patient).findings)
    .filter(({ severity }) => weightOf(severity) >= weightOf('moderate'));
}

describe('standard treatment in an everyday patient', () => {
  it.each(EVERYDAY)('$who', (person) => {
    const alerts = alertsOf(person).flatMap(({ drugs, ruleId }) =>
      drugs.map((drug) => `${drug} ${ruleId}`),
    );
    expect(alerts.sort()).toEqual([...(person.expected ?? [])].sort());
  });

  it('is tested on 40 people at least', () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(40);
  });
});
