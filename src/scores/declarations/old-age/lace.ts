import { ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const stay = stepsFrom(0, [1, 1], [2, 2], [3, 3], [4, 4], [7, 5], [14, 7]);
// Four and more are five points; some implementations give four points to an index of four.
const comorbidity = stepsFrom(0, [1, 1], [2, 2], [3, 3], [4, 5]);
const visits = stepsFrom(0, [1, 1], [2, 2], [3, 3], [4, 4]);

/** Risk of death or unplanned readmission within 30 days of discharge (van Walraven 2010). */
export const lace = defineScore({
  id: 'lace',
  name: 'LACE index',
  aliases: ['lace_index', 'lace_readmission'],
  group: 'old age',
  purpose: 'Grades the risk of early death or readmission after discharge.',
  population: 'Adults discharged from medical and surgical wards to the community',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 19 },
  inputs: {
    length_of_stay_days: ownQuantity('Length of stay', 'd', [0, 365], 1, {
      cuts: stay.cuts,
      monotone: 'rising',
    }),
    acute_admission: ownFlag('Acute (emergent) admission'),
    charlson_index: ownQuantity('Charlson index without age', '{score}', [0, 37], 1, {
      cuts: comorbidity.cuts,
      monotone: 'rising',
      help:
        'With the weights of Schneeweiss, as LACE uses them: infarction, cerebrovascular or ' +
        'peripheral artery disease, diabetes 1; heart failure, lung disease, mild liver or kidney ' +
        'disease, any tumour, diabetes with organ damage 2; dementia, connective tissue disease 3; ' +
        'AIDS, moderate or severe liver or kidney disease 4; metastases 6.',
    }),
    emergency_visits_6_months: ownQuantity(
      'Visits to an emergency department in the six months before',
      '{score}',
      [0, 100],
      1,
      { cuts: visits.cuts, monotone: 'rising', help: 'Without the one of this admission.' },
    ),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of death or readmission (0–4).' },
    { id: 'moderate', from: 5, interpretation: 'Moderate risk of death or readmission (5–9).' },
    {
      id: 'high',
      from: 10,
      interpretation: 'High risk of death or readmission (10–19).',
      action: {
        text: 'Plan the discharge and an early follow-up with particular care.',
        source: 'van Walraven 2010, 10.1503/cmaj.091117',
      },
    },
  ],
  references: [
    {
      title:
        'van Walraven C et al. Derivation and validation of an index to predict early death or ' +
        'unplanned readmission after discharge from hospital to the community',
      doi: '10.1503/cmaj.091117',
      year: 2010,
    },
  ],
  compute: (v) =>
    sumOf({
      length_of_stay_days: stay(v.length_of_stay_days),
      acute_admission: pointsIf(v.acute_admission, 3),
      charlson_index: comorbidity(v.charlson_index),
      emergency_visits_6_months: visits(v.emergency_visits_6_months),
    }),
});
