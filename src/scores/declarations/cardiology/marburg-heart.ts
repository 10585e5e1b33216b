import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const OLD_MAN = 55;
const OLD_WOMAN = 65;

/** Coronary disease as the cause of chest pain in primary care (Bösner 2010). */
export const marburgHeart = defineScore({
  id: 'marburg_heart',
  name: 'Marburg Heart Score',
  aliases: ['marburg', 'marburg_heart_score'],
  group: 'cardiology',
  purpose: 'Rules out coronary disease as the cause of chest pain in primary care.',
  population: 'Patients of 35 years and over with chest pain in primary care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    age: quantity('age', { min: 35, cuts: [OLD_MAN, OLD_WOMAN], monotone: 'rising' }),
    sex: sex(),
    known_vascular_disease: ownFlag('Known coronary, cerebral or peripheral vascular disease', {
      fixed: true,
    }),
    pain_worse_with_exercise: ownFlag('Pain worse with exercise'),
    pain_on_palpation: ownFlag('Pain is reproduced by palpation'),
    patient_assumes_cardiac: ownFlag('The patient assumes the pain comes from the heart'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability (0 to 2): coronary disease is the cause in about 3 %.',
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'Raised probability (3 to 5) of coronary disease: investigate.',
    },
  ],
  references: [
    {
      title: 'Bösner S et al. Ruling out coronary artery disease in primary care',
      doi: '10.1503/cmaj.100212',
      year: 2010,
    },
  ],
  compute: (v) =>
    sumOf({
      age: pointsIf(v.age >= (v.sex === 'M' ? OLD_MAN : OLD_WOMAN)),
      known_vascular_disease: pointsIf(v.known_vascular_disease),
      pain_worse_with_exercise: pointsIf(v.pain_worse_with_exercise),
      pain_on_palpation: pointsIf(!v.pain_on_palpation),
      patient_assumes_cardiac: pointsIf(v.patient_assumes_cardiac),
    }),
});
