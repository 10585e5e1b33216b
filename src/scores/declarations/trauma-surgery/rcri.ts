import { flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Major cardiac complications by 0, 1, 2, 3 or more: Lee 1999, validation cohort. */
const LEE = [0.004, 0.009, 0.066, 0.11];
/** Infarction, arrest or death within 30 days, pooled by the CCS guideline (Duceppe 2017). */
const DUCEPPE = [0.039, 0.06, 0.101, 0.15];

const CCS = 'CCS perioperative guideline 2017, 10.1016/j.cjca.2016.09.008';

/** Cardiac complications of non-cardiac surgery (Lee 1999). */
export const rcri = defineScore({
  id: 'rcri',
  name: 'Revised Cardiac Risk Index',
  aliases: ['revised_cardiac_risk_index', 'lee_index', 'lee_cardiac_risk'],
  group: 'trauma and surgery',
  purpose: 'Estimates the risk of a major cardiac complication of non-cardiac surgery.',
  population: 'Adults before major non-cardiac surgery that is not urgent (made at 50 and over)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    high_risk_surgery: ownFlag('High-risk surgery', {
      help: 'Intraperitoneal, intrathoracic or suprainguinal vascular',
    }),
    coronary_artery_disease: flag('coronary_artery_disease', {
      help:
        'Infarction, positive exercise test, angina, nitrates, pathological Q waves; not earlier ' +
        'revascularisation alone',
    }),
    congestive_heart_failure: flag('congestive_heart_failure'),
    cerebrovascular_disease: flag('cerebrovascular_disease'),
    insulin_treatment: ownFlag('Treated with insulin before surgery'),
    creatinine: quantity('creatinine', { cuts: [2], monotone: 'rising' }),
  },
  categories: [
    { id: 'class-1', from: 0, interpretation: 'Class I, no factor: 0.4 % (Lee), 3.9 % (pooled).' },
    {
      id: 'class-2',
      from: 1,
      interpretation: 'Class II, one factor: 0.9 % (Lee), 6.0 % (pooled).',
      action: {
        text:
          'Measure BNP or NT-proBNP before inpatient surgery; if raised or not available, troponin ' +
          'daily for 48–72 hours after it.',
        source: CCS,
      },
    },
    {
      id: 'class-3',
      from: 2,
      interpretation: 'Class III, two factors: 6.6 % (Lee), 10.1 % (pooled).',
      action: {
        text:
          'Measure BNP or NT-proBNP before inpatient surgery; if raised or not available, troponin ' +
          'daily for 48–72 hours after it.',
        source: CCS,
      },
    },
    {
      id: 'class-4',
      from: 3,
      interpretation: 'Class IV, three or more factors: 11 % (Lee), 15 % (pooled).',
      action: {
        text:
          'Measure BNP or NT-proBNP before inpatient surgery; if raised or not available, troponin ' +
          'daily for 48–72 hours after it; review the need of the operation.',
        source: CCS,
      },
    },
  ],
  references: [
    {
      title:
        'Lee TH et al. Derivation and prospective validation of a simple index for prediction of ' +
        'cardiac risk of major noncardiac surgery',
      doi: '10.1161/01.CIR.100.10.1043',
      year: 1999,
    },
    {
      title:
        'Duceppe E et al. Canadian Cardiovascular Society guidelines on perioperative cardiac risk',
      doi: '10.1016/j.cjca.2016.09.008',
      year: 2017,
    },
  ],
  compute(v) {
    const points = {
      high_risk_surgery: pointsIf(v.high_risk_surgery),
      coronary_artery_disease: pointsIf(v.coronary_artery_disease),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      cerebrovascular_disease: pointsIf(v.cerebrovascular_disease),
      insulin_treatment: pointsIf(v.insulin_treatment),
      // Above 177 µmol/L, which are 2.002 mg/dL by the molar mass.
      creatinine: pointsIf(rounded(v.creatinine, 2) > 2),
    };
    const { value } = sumOf(points);
    const at = Math.min(value, 3);
    return {
      value,
      points,
      risk: {
        outcome: 'major cardiac complication',
        probability: LEE[at] ?? 0,
        horizon: 'hospital stay',
      },
      derived: [{ name: 'infarction_arrest_or_death_30_days', value: DUCEPPE[at] ?? 0, unit: '1' }],
    };
  },
});
