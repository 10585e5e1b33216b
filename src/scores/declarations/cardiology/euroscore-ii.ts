import { choice, ownFlag, quantity, sex } from '../../input.js';
import { logistic } from '../../logistic.js';
import { defineScore } from '../../score.js';

/** Nashef 2012, doi:10.1093/ejcts/ezs043, table of coefficients. */
const INTERCEPT = -5.324537;
const PER_YEAR = 0.0285181;
const RENAL = { normal: 0, moderate: 0.303553, severe: 0.8592256, dialysis: 0.6421508 } as const;
const NYHA = { '1': 0, '2': 0.1070545, '3': 0.2958358, '4': 0.5597929 } as const;
const EJECTION = { good: 0, moderate: 0.3150652, poor: 0.8084096, very_poor: 0.9346919 } as const;
const PRESSURE = { normal: 0, moderate: 0.1788899, severe: 0.3491475 } as const;
const URGENCY = {
  elective: 0,
  urgent: 0.3174673,
  emergency: 0.7039121,
  salvage: 1.362947,
} as const;
const WEIGHT = {
  isolated_cabg: 0,
  single_non_cabg: 0.0062118,
  two_procedures: 0.5521478,
  three_or_more: 0.9724533,
} as const;
const FACTORS = {
  extracardiac_arteriopathy: 0.5360268,
  poor_mobility: 0.2407181,
  previous_cardiac_surgery: 1.118599,
  chronic_lung_disease_on_treatment: 0.1886564,
  active_endocarditis: 0.6194522,
  critical_preoperative_state: 1.086517,
  diabetes_on_insulin: 0.3542749,
  ccs_class_4_angina: 0.2226147,
  infarction_within_90_days: 0.1528943,
  thoracic_aorta_surgery: 0.6527205,
} as const;

/** 1 up to 60 years, and one more for every year above. */
const agePoints = (years: number) => Math.max(1, Math.floor(years) - 59);

/** Death in hospital after cardiac surgery (Nashef 2012). */
export const euroscoreIi = defineScore({
  id: 'euroscore_ii',
  name: 'EuroSCORE II',
  aliases: ['euroscore', 'euroscore2'],
  group: 'cardiology',
  purpose: 'Estimates death in hospital after major cardiac surgery.',
  population: 'Adults before major cardiac surgery',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 18, cuts: [61], monotone: 'rising' }),
    sex: sex(),
    renal_impairment: choice('Kidney function (Cockcroft–Gault)', {
      normal: 'clearance above 85 mL/min',
      moderate: 'clearance above 50 and up to 85 mL/min',
      severe: 'clearance of 50 mL/min or less, no dialysis',
      dialysis: 'on dialysis, whatever the creatinine',
    }),
    extracardiac_arteriopathy: ownFlag('Extracardiac arteriopathy', { fixed: true }),
    poor_mobility: ownFlag('Severe impairment of mobility by muscle, bone or nerve disease'),
    previous_cardiac_surgery: ownFlag('Earlier operation that opened the pericardium', {
      fixed: true,
    }),
    chronic_lung_disease_on_treatment: ownFlag(
      'Chronic lung disease with long-term bronchodilators or steroids',
    ),
    active_endocarditis: ownFlag('Endocarditis still on antibiotics'),
    critical_preoperative_state: ownFlag('Critical state before the operation', {
      help:
        'Ventricular arrhythmia or resuscitation, ventilation, inotropes, balloon pump, or acute ' +
        'kidney failure (below 10 mL/h).',
    }),
    diabetes_on_insulin: ownFlag('Diabetes treated with insulin'),
    nyha_class: choice('NYHA class', { '1': 'I', '2': 'II', '3': 'III', '4': 'IV' }),
    ccs_class_4_angina: ownFlag('Angina at rest (CCS class 4)'),
    left_ventricular_function: choice('Left ventricular function', {
      good: 'ejection fraction above 50 %',
      moderate: '31 to 50 %',
      poor: '21 to 30 %',
      very_poor: '20 % or less',
    }),
    infarction_within_90_days: ownFlag('Myocardial infarction within 90 days'),
    pulmonary_hypertension: choice('Pulmonary artery systolic pressure', {
      normal: '30 mmHg or less',
      moderate: '31 to 55 mmHg',
      severe: 'above 55 mmHg',
    }),
    urgency: choice('Urgency', {
      elective: 'elective',
      urgent: 'cannot leave hospital without the operation',
      emergency: 'before the next working day',
      salvage: 'resuscitation on the way to the theatre',
    }),
    weight_of_intervention: choice('Weight of the intervention', {
      isolated_cabg: 'isolated bypass grafting',
      single_non_cabg: 'one major procedure that is not bypass grafting',
      two_procedures: 'two major procedures',
      three_or_more: 'three or more',
    }),
    thoracic_aorta_surgery: ownFlag('Surgery of the thoracic aorta'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low surgical risk: below 4 %.' },
    { id: 'intermediate', from: 4, interpretation: 'Intermediate surgical risk: 4 to 8 %.' },
    { id: 'high', from: 8, interpretation: 'High surgical risk: 8 % or more.' },
  ],
  references: [
    { title: 'Nashef SAM et al. EuroSCORE II', doi: '10.1093/ejcts/ezs043', year: 2012 },
    {
      title: 'Vahanian A et al. 2021 ESC/EACTS Guidelines for valvular heart disease',
      doi: '10.1093/eurheartj/ehab395',
      year: 2021,
    },
  ],
  compute(v) {
    const names = Object.keys(FACTORS) as (keyof typeof FACTORS)[];
    const factors = names.reduce((sum, name) => sum + (v[name] ? FACTORS[name] : 0), 0);
    const y =
      INTERCEPT +
      PER_YEAR * agePoints(v.age) +
      (v.sex === 'F' ? 0.2196434 : 0) +
      RENAL[v.renal_impairment] +
      NYHA[v.nyha_class] +
      EJECTION[v.left_ventricular_function] +
      PRESSURE[v.pulmonary_hypertension] +
      URGENCY[v.urgency] +
      WEIGHT[v.weight_of_intervention] +
      factors;
    const probability = logistic(y);
    return {
      value: Math.round(probability * 10_000) / 100,
      risk: { outcome: 'death', probability, horizon: 'in hospital' },
    };
  },
});
