import { describe, expect, it } from 'vitest';
import { createAge } from '../../../../src/medications/age/age.js';
import { ageTable } from '../../../../src/medications/age/schema.js';
import { createContraindications } from '../../../../src/medications/conditions/contraindications.js';
import { createLactation } from '../../../../src/medications/reproduction/lactation.js';
import { createPreconception } from '../../../../src/medications/reproduction/preconception.js';
import { createPregnancy } from '../../../../src/medications/reproduction/pregnancy.js';
import {
  lactationTable,
  preconceptionTable,
  pregnancyTable,
} from '../../../../src/medications/reproduction/schema.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { EVERYDAY, type Everyday } from './everyday.js';
import { classes, conditions, patientOf, read, taken } from './tables.js';

const checks = [
  createContraindications(conditions, classes),
  createAge(ageTable.parse(read('age.json')), classes),
  createPregnancy(pregnancyTable.parse(read('pregnancy.json')), classes),
  createLactation(lactationTable.parse(read('lactation.json')), classes),
  createPreconception(preconceptionTable.parse(read('preconception.json')), classes),
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
  const patient = patientOf({
    facts,
    conditions: texts,
    more: {
      ...(pregnant !== undefined && { pregnant, trimester: 2 as const }),
      ...(lactating !== undefined && { lactating }),
    },
  });
  const list = drugs.map((name) => {
    const route = LOCAL[name];
    return taken(name, route === undefined ? {} : { route, systemic: false });
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
