import { ownFlag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const dimer = stepsFrom(0, [250, 1]);
const bmiBands = stepsFrom(0, [30, 1]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));
const age = stepsFrom(0, [65, 1]);
const REVERSE = 'REVERSE II, Rodger 2017, 10.1136/bmj.j1065';

/** Which women may stop anticoagulation after unprovoked thromboembolism (Rodger 2017). */
export const herdoo2 = defineScore({
  id: 'herdoo2',
  name: 'HERDOO2 rule',
  aliases: ['men_continue_and_herdoo2'],
  group: 'thrombosis and bleeding',
  purpose: 'Finds women at low risk of recurrence who may stop anticoagulation.',
  population: 'Women after a first unprovoked thromboembolism and 5 to 12 months of treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    sex: sex(),
    leg_hyperpigmentation_edema_or_redness: ownFlag(
      'Hyperpigmentation, oedema or redness of either leg',
    ),
    d_dimer: quantity('d_dimer', {
      help: 'VIDAS assay, while still on the anticoagulant.',
      cuts: dimer.cuts,
      monotone: 'rising',
    }),
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'rising' }),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of recurrence (0 to 1).',
      action: { text: 'Anticoagulation may be stopped after the first months.', source: REVERSE },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'High risk of recurrence (2 and above).',
      action: { text: 'Continue anticoagulation.', source: REVERSE },
    },
  ],
  references: [
    {
      title: 'Rodger MA et al. Validating the HERDOO2 rule to guide treatment duration for women',
      doi: '10.1136/bmj.j1065',
      year: 2017,
    },
  ],
  refuses: ({ sex: sexAtBirth }) =>
    sexAtBirth === 'M'
      ? { input: 'sex', issue: 'the rule holds for women; men are at high risk without it' }
      : undefined,
  compute: (v) =>
    sumOf({
      leg_hyperpigmentation_edema_or_redness: pointsIf(v.leg_hyperpigmentation_edema_or_redness),
      d_dimer: dimer(v.d_dimer),
      bmi: bmi(v.bmi),
      age: age(v.age),
    }),
});
