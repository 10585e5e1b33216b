import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** 28-day mortality of the validation set (Shapiro 2003, table 5), by the least points of a group. */
const MORTALITY: ReadonlyArray<readonly [from: number, rate: number]> = [
  [16, 0.39],
  [13, 0.161],
  [8, 0.093],
  [5, 0.044],
  [0, 0.011],
];

const mortalityOf = (points: number) => MORTALITY.find(([from]) => points >= from)?.[1] ?? 0;

interface Breathing {
  readonly respiratory_rate?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
}

const isTachypneicOrHypoxic = (v: Breathing) =>
  (v.respiratory_rate ?? 0) > 20 || (v.oxygen_saturation ?? 100) < 90;

/**
 * Points of Shapiro 2003, table 4. A conference abstract of the authors (10.1186/cc2803) prints 2
 * for bands and for age; the paper and all later users print 3, which is taken here.
 */
export const meds = defineScore({
  id: 'meds',
  name: 'Mortality in Emergency Department Sepsis score',
  aliases: ['meds_score', 'mortality_in_emergency_department_sepsis'],
  group: 'early warning and sepsis',
  purpose: 'Estimates 28-day mortality of patients with suspected infection on arrival.',
  population: 'Adults in the emergency department with suspected infection',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 27 },
  inputs: {
    terminal_illness: ownFlag('Terminal illness', {
      help: 'Metastatic cancer, or a disease with more than an even chance of death in 30 days.',
      fixed: true,
    }),
    respiratory_rate: quantity('respiratory_rate', {
      cuts: [20],
      monotone: 'rising',
      optional: true,
      help: 'Above 20/min counts; not needed where the saturation is below 90 %.',
    }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: [90],
      monotone: 'falling',
      optional: true,
      help: 'Below 90 % counts; not needed where the respiratory rate is above 20/min.',
    }),
    septic_shock: ownFlag('Septic shock', {
      help: 'Systolic pressure below 90 mmHg after 20 to 30 mL/kg of fluid.',
    }),
    platelets: quantity('platelets', { cuts: [150], monotone: 'falling' }),
    bands: quantity('bands', { cuts: [5], monotone: 'rising' }),
    age: quantity('age', { min: 18, cuts: [66], monotone: 'rising' }),
    lower_respiratory_infection: ownFlag('Lower respiratory tract infection'),
    nursing_home_resident: flag('nursing_home_resident'),
    altered_mental_status: flag('altered_mental_status'),
  },
  categories: [
    { id: 'very low', from: 0, interpretation: 'Very low risk: about 1 % die within 28 days.' },
    { id: 'low', from: 5, interpretation: 'Low risk: about 4 % die within 28 days.' },
    { id: 'moderate', from: 8, interpretation: 'Moderate risk: about 9 % die within 28 days.' },
    { id: 'high', from: 13, interpretation: 'High risk: about 16 % die within 28 days.' },
    { id: 'very high', from: 16, interpretation: 'Very high risk: about 39 % die within 28 days.' },
  ],
  references: [
    {
      title:
        'Shapiro NI et al. Mortality in Emergency Department Sepsis (MEDS) score: a prospectively ' +
        'derived and validated clinical prediction rule',
      doi: '10.1097/01.CCM.0000054867.01688.D1',
      year: 2003,
    },
  ],
  // Tachypnoea or hypoxia is one item: the one that is met settles it.
  alsoNeeds: (v) => (isTachypneicOrHypoxic(v) ? [] : ['respiratory_rate', 'oxygen_saturation']),
  compute: (v) => {
    const { value, points } = sumOf({
      terminal_illness: pointsIf(v.terminal_illness, 6),
      respiratory_rate: pointsIf(isTachypneicOrHypoxic(v), 3),
      septic_shock: pointsIf(v.septic_shock, 3),
      platelets: pointsIf(v.platelets < 150, 3),
      bands: pointsIf(v.bands > 5, 3),
      age: pointsIf(v.age >= 66, 3),
      lower_respiratory_infection: pointsIf(v.lower_respiratory_infection, 2),
      nursing_home_resident: pointsIf(v.nursing_home_resident, 2),
      altered_mental_status: pointsIf(v.altered_mental_status, 2),
    });
    const probability = mortalityOf(value);
    return { value, points, risk: { outcome: 'death', probability, horizon: '28 days' } };
  },
});
