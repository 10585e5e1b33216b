import { describe, expect, it } from 'vitest';
import { type Gate, holds } from '../../../src/medications/gate.js';
import { daily, local, patient } from '../../support/medication-case.js';

const gate: Gate = { daily_dose: 'prednisolone', from: 20 };
const truth = (...taken: readonly ReturnType<typeof daily>[]) =>
  holds(gate, { patient: patient(), taken, matches: (a, b) => a === b });

describe('an amount a day', () => {
  const drops = local('prednisolone', 'ophthalmic');

  it('is that of what reaches the blood: eye drops beside it do not make it unknown', () => {
    expect(truth(daily('prednisolone', 30), drops)).toBe(true);
    expect(truth(daily('prednisolone', 5), drops)).toBe(false);
  });

  it('is not there where only drops are taken', () => {
    expect(truth(drops)).toBe(false);
  });
});
