import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [40, 1], [70, 2]);
const pulse = stepsFrom(0, [70, 1], [90, 2], [110, 3]);
const systolic = stepsFrom(5, [90, 4], [120, 3], [130, 2], [160, 0]);
const hemoglobin = stepsFrom(22, [7, 17], [9, 13], [11, 8], [13, 4], [16, 0]);
const source = 'BSG guideline on lower gastrointestinal bleeding 2019';

/** Safe discharge with lower gastrointestinal bleeding (Oakland 2017). */
export const oakland = defineScore({
  id: 'oakland',
  name: 'Oakland score',
  aliases: ['oakland_score'],
  group: 'liver and gut',
  purpose: 'Finds patients with lower gastrointestinal bleeding who can go home safely.',
  population: 'Adults with acute lower gastrointestinal bleeding',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 35 },
  inputs: {
    age: quantity('age', { min: 16, cuts: age.cuts }),
    sex: sex(),
    previous_lower_gi_bleed_admission: ownFlag(
      'Earlier hospital admission for lower gastrointestinal bleeding',
      { fixed: true },
    ),
    blood_on_rectal_exam: ownFlag('Blood on digital rectal examination'),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    hemoglobin: quantity('hemoglobin', { cuts: hemoglobin.cuts }),
  },
  categories: [
    {
      id: 'safe discharge',
      from: 0,
      interpretation: 'Minor bleeding: about 95 % leave hospital without any adverse event.',
      action: {
        text: 'Discharge for urgent outpatient investigation if nothing else needs admission.',
        source,
      },
    },
    {
      id: 'admit',
      from: 9,
      interpretation: 'Major bleeding: too likely to need transfusion or treatment for discharge.',
      action: { text: 'Admit for colonoscopy on the next list.', source },
    },
  ],
  references: [
    {
      title:
        'Oakland K et al. Derivation and validation of a novel risk score for safe discharge after ' +
        'acute lower gastrointestinal bleeding',
      doi: '10.1016/S2468-1253(17)30150-4',
      year: 2017,
    },
    {
      title: 'Oakland K et al. Diagnosis and management of acute lower GI bleeding: BSG guideline',
      doi: '10.1136/gutjnl-2018-317807',
      year: 2019,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      sex: pointsIf(v.sex === 'M'),
      previous_lower_gi_bleed_admission: pointsIf(v.previous_lower_gi_bleed_admission),
      blood_on_rectal_exam: pointsIf(v.blood_on_rectal_exam),
      heart_rate: pulse(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      hemoglobin: hemoglobin(v.hemoglobin),
    }),
});
