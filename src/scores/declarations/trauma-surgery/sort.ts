import { choice, ownFlag, quantity } from '../../input.js';
import { logistic } from '../../logistic.js';
import { defineScore, stepsFrom } from '../../score.js';
import { HIGH_RISK_OPERATION } from './high-risk-operation.js';
import { ASA_1_TO_5 } from './nsqip-inputs.js';

/** Coefficients of Protopapa 2014. */
const INTERCEPT = -7.366;
const ASA = { '1': 0, '2': 0, '3': 1.411, '4': 2.388, '5': 4.081 } as const;
const URGENCY = { elective: 0, expedited: 1.236, urgent: 1.657, immediate: 2.452 } as const;
const agePoints = stepsFrom(0, [65, 0.777], [80, 1.591]);

/** Death within 30 days of surgery (SORT version 1, Protopapa 2014). */
export const sort = defineScore({
  id: 'sort',
  name: 'Surgical Outcome Risk Tool (SORT, version 1)',
  aliases: ['surgical_outcome_risk_tool', 'sort_v1'],
  group: 'trauma and surgery',
  purpose: 'Predicts death within 30 days of non-cardiac surgery.',
  population: 'Adults before inpatient surgery; not cardiac, neurological, obstetric or transplant',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    asa_class: ASA_1_TO_5,
    surgery_urgency: choice('Urgency (NCEPOD)', {
      elective: 'elective',
      expedited: 'expedited (within days)',
      urgent: 'urgent (within hours)',
      immediate: 'immediate (within minutes)',
    }),
    thoracic_gastrointestinal_or_vascular: ownFlag(
      'Thoracic, gastrointestinal or vascular operation',
    ),
    major_or_complex_surgery: ownFlag('Severity of the operation: Xmajor or complex', {
      help: 'AXA PPP severity; such as bowel resection, oesophagectomy, aortic repair',
    }),
    surgical_cancer: ownFlag('Cancer (malignancy in the last five years)'),
    age: quantity('age', { min: 16, cuts: agePoints.cuts, monotone: 'rising' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Predicted mortality below 1 %.' },
    { id: 'intermediate', from: 1, interpretation: 'Predicted mortality of 1–5 %.' },
    HIGH_RISK_OPERATION,
  ],
  references: [
    {
      title: 'Protopapa KL et al. Development and validation of the Surgical Outcome Risk Tool',
      doi: '10.1002/bjs.9638',
      year: 2014,
    },
  ],
  compute(v) {
    const probability = logistic(
      INTERCEPT +
        ASA[v.asa_class] +
        URGENCY[v.surgery_urgency] +
        (v.thoracic_gastrointestinal_or_vascular ? 0.712 : 0) +
        (v.major_or_complex_surgery ? 0.381 : 0) +
        (v.surgical_cancer ? 0.667 : 0) +
        agePoints(v.age),
    );
    return {
      value: Number((100 * probability).toFixed(4)),
      risk: { outcome: 'death', probability, horizon: '30 days' },
    };
  },
});
