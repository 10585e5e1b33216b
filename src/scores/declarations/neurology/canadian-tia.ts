import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { SPEECH_DISTURBANCE } from './stroke-inputs.js';

/** 15 mmol/L in mg/dL, as calculators of the score give it. */
const GLUCOSE = 270;
/** Stroke or carotid revascularisation within 7 days: Perry 2021, validation. */
const risk = stepsFrom(0.005, [4, 0.023], [9, 0.059]);
const OF_THIS_ATTACK = 'With this attack, by the history; it need not be present any more';
const SOURCE = 'Perry 2021, 10.1136/bmj.n49';

/** Early risk after a transient ischaemic attack (Perry 2014, 2021). */
export const canadianTia = defineScore({
  id: 'canadian_tia',
  name: 'Canadian TIA score',
  aliases: ['canadian_tia_score', 'canadian_transient_ischemic_attack_score'],
  group: 'neurology',
  purpose: 'Estimates the risk of stroke within 7 days of a transient ischaemic attack.',
  population: 'Adults in the emergency department with a TIA or minor stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: -3, max: 23 },
  inputs: {
    first_tia: ownFlag('First transient ischaemic attack in life'),
    symptoms_10_minutes: ownFlag('Symptoms for 10 minutes or longer'),
    carotid_stenosis: ownFlag('Known carotid stenosis', { fixed: true }),
    antiplatelet_treatment: ownFlag('Takes an antiplatelet drug already'),
    gait_disturbance: ownFlag('Disturbance of gait', { help: OF_THIS_ATTACK }),
    unilateral_weakness: ownFlag('Weakness of one side (face, arm or leg)', {
      help: OF_THIS_ATTACK,
    }),
    vertigo: ownFlag('Vertigo', { help: OF_THIS_ATTACK }),
    diastolic_bp: quantity('diastolic_bp', {
      cuts: [110],
      monotone: 'rising',
      help: 'First measurement at triage',
    }),
    speech_disturbance: SPEECH_DISTURBANCE,
    atrial_fibrillation_on_ecg: ownFlag('Atrial fibrillation on the ECG'),
    infarct_on_ct: ownFlag('Infarct on CT, old or new'),
    platelets: quantity('platelets', { cuts: [400], monotone: 'rising' }),
    glucose: quantity('glucose', { cuts: [GLUCOSE], monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: -3,
      interpretation: 'Low risk (3 or less): 0.5 % within 7 days.',
      action: { text: 'Discharge with follow-up.', source: SOURCE },
    },
    {
      id: 'medium',
      from: 4,
      interpretation: 'Medium risk (4–8): 2.3 % within 7 days.',
      action: { text: 'Vessel imaging now and rapid clinic.', source: SOURCE },
    },
    {
      id: 'high',
      from: 9,
      interpretation: 'High risk (9 or more): 5.9 % within 7 days.',
      action: { text: 'Stroke specialist before leaving the department.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'Perry JJ et al. A prospective cohort study of patients with TIA to identify high-risk',
      doi: '10.1161/STROKEAHA.113.003085',
      year: 2014,
    },
    {
      title:
        'Perry JJ et al. Prospective validation of Canadian TIA Score and comparison with ABCD2',
      doi: '10.1136/bmj.n49',
      year: 2021,
    },
  ],
  compute(v) {
    const points = {
      first_tia: pointsIf(v.first_tia, 2),
      symptoms_10_minutes: pointsIf(v.symptoms_10_minutes, 2),
      carotid_stenosis: pointsIf(v.carotid_stenosis, 2),
      antiplatelet_treatment: pointsIf(v.antiplatelet_treatment, 3),
      gait_disturbance: pointsIf(v.gait_disturbance),
      unilateral_weakness: pointsIf(v.unilateral_weakness),
      vertigo: pointsIf(v.vertigo, -3),
      diastolic_bp: pointsIf(v.diastolic_bp >= 110, 3),
      speech_disturbance: pointsIf(v.speech_disturbance),
      atrial_fibrillation_on_ecg: pointsIf(v.atrial_fibrillation_on_ecg, 2),
      infarct_on_ct: pointsIf(v.infarct_on_ct),
      platelets: pointsIf(v.platelets >= 400, 2),
      glucose: pointsIf(v.glucose >= GLUCOSE, 3),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'stroke or carotid revascularisation',
        probability: risk(value),
        horizon: '7 days',
      },
    };
  },
});
