import { flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { SPEECH_DISTURBANCE } from './stroke-inputs.js';

const duration = stepsFrom(0, [10, 1], [60, 2]);
const AHA_2021 = 'AHA/ASA secondary stroke prevention 2021, 10.1161/STR.0000000000000375';
const NICE = 'NICE NG128 Stroke and TIA';

/** Risk of stroke by 2, 7 and 90 days after a TIA: Johnston 2007, all six cohorts together. */
const RATES = {
  low: { twoDays: 0.01, sevenDays: 0.012, ninetyDays: 0.031 },
  moderate: { twoDays: 0.041, sevenDays: 0.059, ninetyDays: 0.098 },
  high: { twoDays: 0.081, sevenDays: 0.117, ninetyDays: 0.178 },
} as const;

/** Early risk of stroke after a transient ischaemic attack (Johnston 2007). */
export const abcd2 = defineScore({
  id: 'abcd2',
  name: 'ABCD² score for transient ischaemic attack',
  aliases: ['abcd_2', 'abcd2_score'],
  group: 'neurology',
  purpose: 'Estimates the risk of a stroke within days of a transient ischaemic attack.',
  population: 'Adults with a transient ischaemic attack',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    age: quantity('age', { min: 18, cuts: [60], monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', {
      cuts: [140],
      monotone: 'rising',
      help: 'First measurement after the attack',
    }),
    diastolic_bp: quantity('diastolic_bp', {
      cuts: [90],
      monotone: 'rising',
      optional: true,
      help: 'Needed only where the systolic pressure is below 140',
    }),
    unilateral_weakness: ownFlag('Weakness of one side (face, arm or leg)'),
    speech_disturbance: SPEECH_DISTURBANCE,
    symptom_duration_minutes: ownQuantity('Duration of the symptoms', 'min', [0, 1440], 1, {
      cuts: duration.cuts,
      monotone: 'rising',
    }),
    diabetes: flag('diabetes'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of an early stroke (about 1 % in two days); it is not nil.',
      action: {
        text: 'Aspirin 300 mg now and assessment by a specialist within 24 hours, whatever the score.',
        source: NICE,
      },
    },
    {
      id: 'moderate',
      from: 4,
      interpretation: 'Moderate risk of an early stroke (about 4 % in two days).',
      action: {
        text:
          'Specialist within 24 hours; aspirin and clopidogrel for 21 to 90 days where there is ' +
          'no cardioembolism.',
        source: AHA_2021,
      },
    },
    {
      id: 'high',
      from: 6,
      interpretation: 'High risk of an early stroke (about 8 % in two days).',
      action: {
        text:
          'Immediate work-up, usually in hospital; aspirin and clopidogrel for 21 to 90 days ' +
          'where there is no cardioembolism.',
        source: AHA_2021,
      },
    },
  ],
  references: [
    {
      title:
        'Johnston SC et al. Validation and refinement of scores to predict very early stroke risk ' +
        'after transient ischaemic attack',
      doi: '10.1016/S0140-6736(07)60150-0',
      year: 2007,
    },
  ],
  alsoNeeds({ systolic_bp, diastolic_bp }) {
    const settled = systolic_bp !== undefined && systolic_bp >= 140;
    return settled || diastolic_bp !== undefined ? [] : ['diastolic_bp'];
  },
  compute(v) {
    const points = {
      age: pointsIf(v.age >= 60),
      systolic_bp: pointsIf(v.systolic_bp >= 140),
      diastolic_bp: pointsIf(v.systolic_bp < 140 && (v.diastolic_bp ?? 0) >= 90),
      unilateral_weakness: pointsIf(v.unilateral_weakness, 2),
      speech_disturbance: pointsIf(v.speech_disturbance && !v.unilateral_weakness),
      symptom_duration_minutes: duration(v.symptom_duration_minutes),
      diabetes: pointsIf(v.diabetes),
    };
    const { value } = sumOf(points);
    const rates = RATES[value >= 6 ? 'high' : value >= 4 ? 'moderate' : 'low'];
    return {
      value,
      points,
      risk: { outcome: 'stroke', probability: rates.twoDays, horizon: '2 days' },
      derived: [
        { name: 'stroke_risk_7_days', value: rates.sevenDays, unit: '1' },
        { name: 'stroke_risk_90_days', value: rates.ninetyDays, unit: '1' },
      ],
    };
  },
});
