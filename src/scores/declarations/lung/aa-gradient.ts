import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const SEA_LEVEL_MMHG = 760;
const VAPOUR_AT_37 = 47;
const RESPIRATORY_QUOTIENT = 0.8;

/**
 * Alveolar partial pressure of oxygen in mmHg: FiO2 · (Patm − PH2O) − PaCO2 / 0.8.
 *
 * Patm = 760 · exp(−altitude / 7000 m); PH2O = 47 · exp((temperature − 37) / 18.4), as in the R
 * implementations of APACHE II and MDCalc.
 *
 * @param fio2 inspired oxygen in %
 * @param paco2 mmHg
 * @param altitude metres above the sea
 * @param temperature of the body in °C
 */
export function alveolarOxygen(fio2: number, paco2: number, altitude = 0, temperature = 37) {
  const atmosphere = SEA_LEVEL_MMHG * Math.exp(-altitude / 7000);
  const vapour = VAPOUR_AT_37 * Math.exp((temperature - 37) / 18.4);
  return (fio2 / 100) * (atmosphere - vapour) - paco2 / RESPIRATORY_QUOTIENT;
}

export const aaGradient = defineScore({
  id: 'aa_gradient',
  name: 'Alveolar–arterial oxygen gradient',
  aliases: ['a_a_gradient', 'a_a_o2_gradient', 'alveolar_arterial_gradient'],
  group: 'lung',
  purpose: 'Distinguishes hypoxaemia of the lung itself from that of hypoventilation or altitude.',
  population: 'Patients with an arterial blood gas and a known inspired oxygen fraction',
  unit: 'mm[Hg]',
  decimals: 1,
  range: { min: -1100, max: 800 },
  inputs: {
    pao2: quantity('pao2', { monotone: 'falling' }),
    paco2: quantity('paco2', { monotone: 'falling' }),
    fio2: quantity('fio2', { monotone: 'rising', help: '21 % in room air.' }),
    age: quantity('age', { optional: true, help: 'For the expected gradient.' }),
    temperature: quantity('temperature', {
      optional: true,
      help: '37 °C where it is not given.',
    }),
    altitude: ownQuantity('Altitude above the sea', 'm', [-430, 9000], 1, {
      optional: true,
      help: 'Sea level where it is not given.',
    }),
  },
  categories: [
    {
      id: 'normal',
      interpretation:
        'Not above the expected for age (age / 4 + 4): think of hypoventilation or low inspired ' +
        'oxygen if there is hypoxaemia.',
    },
    {
      id: 'raised',
      interpretation:
        'Above the expected for age (age / 4 + 4): mismatch, shunt or impaired diffusion.',
    },
    {
      id: 'not judged',
      interpretation: 'Without the age there is no expected gradient to compare with.',
    },
  ],
  references: [
    {
      title:
        'Mellemgaard K. The alveolar-arterial oxygen difference: its size and components in ' +
        'normal man',
      doi: '10.1111/j.1748-1716.1966.tb03281.x',
      year: 1966,
    },
    {
      title:
        'Kanber GJ et al. The alveolar-arterial oxygen gradient in young and elderly men during ' +
        'air and oxygen breathing',
      doi: '10.1164/arrd.1968.97.3.376',
      year: 1968,
    },
  ],
  compute(v) {
    const alveolar = alveolarOxygen(v.fio2, v.paco2, v.altitude, v.temperature);
    const value = rounded(alveolar - v.pao2, 1);
    const derived = [{ name: 'alveolar_oxygen', value: rounded(alveolar, 1), unit: 'mm[Hg]' }];
    const warnings =
      value < 0 ? ['the arterial oxygen exceeds the alveolar: check fio2 and the sample'] : [];
    if (v.age === undefined) return { value, derived, warnings, category: 'not judged' };
    const expected = v.age / 4 + 4;
    return {
      value,
      warnings,
      category: value > expected ? 'raised' : 'normal',
      derived: [...derived, { name: 'expected_gradient', value: expected, unit: 'mm[Hg]' }],
    };
  },
});
