import { refuseHdl } from '../../cholesterol.js';
import { choice, flag, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { type Category, defineScore } from '../../score.js';
import { ESTABLISHED_DISEASE, refuseEstablished } from './established-disease.js';
import { hazardRisk, indicator, percentRisk, yearsOf } from './percent-risk.js';
import {
  QRISK3_MEN,
  QRISK3_WOMEN,
  type QriskEthnicity,
  type QriskHistory,
  type QriskMeasured,
  type QriskSmoking,
  type Term,
} from './qrisk3-equations.js';

export interface QriskPatient {
  readonly age: number;
  readonly sex: 'M' | 'F';
  /** kg/m² */
  readonly bmi: number;
  /** Total by HDL cholesterol. */
  readonly ratio: number;
  /** mmHg */
  readonly systolicBp: number;
  /** mmHg; undefined means the mean of the cohort. */
  readonly systolicBpSd?: number | undefined;
  /** Townsend score; undefined means the mean of the cohort. */
  readonly townsend?: number | undefined;
  readonly ethnicity: QriskEthnicity;
  readonly smoking: QriskSmoking;
  readonly history: ReadonlySet<QriskHistory>;
}

/**
 * 10-year risk, 0..1, of a first cardiovascular event by QRISK3-2017.
 * Hippisley-Cox et al. 2017, doi:10.1136/bmj.j2099.
 */
export function qrisk3Risk(p: QriskPatient): number {
  const e = p.sex === 'F' ? QRISK3_WOMEN : QRISK3_MEN;
  const age = p.age / 10;
  const bmi = p.bmi / 10;
  const age1 = (p.sex === 'F' ? age ** -2 : 1 / age) - e.centre.age1;
  const age2 = (p.sex === 'F' ? age : age ** 3) - e.centre.age2;
  const withAge = ([alone, first = 0, second = 0]: Term) => alone + first * age1 + second * age2;
  const measured: Readonly<Record<QriskMeasured, number>> = {
    bmi1: bmi ** -2,
    bmi2: bmi ** -2 * Math.log(bmi),
    ratio: p.ratio,
    sbp: p.systolicBp,
    sbpSd: p.systolicBpSd ?? e.centre.sbpSd,
    townsend: p.townsend ?? e.centre.townsend,
  };
  let sum = e.age[0] * age1 + e.age[1] * age2;
  sum += e.ethnicity[p.ethnicity] + withAge(e.smoking[p.smoking]);
  for (const name of Object.keys(measured) as QriskMeasured[]) {
    sum += withAge(e.measured[name]) * (measured[name] - e.centre[name]);
  }
  for (const name of Object.keys(e.history) as QriskHistory[]) {
    sum += withAge(e.history[name]) * indicator(p.history.has(name));
  }
  return hazardRisk(e.survival, sum);
}

const NICE = 'NICE NG238 (2023)';

const CATEGORIES: readonly Category[] = [
  {
    id: 'below 10 %',
    from: 0,
    interpretation: 'Below 10 % in 10 years.',
    action: {
      text: 'Lifestyle; a statin is not ruled out if the patient wants one or the risk is underestimated.',
      source: NICE,
    },
  },
  {
    id: '10 % or more',
    from: 10,
    interpretation: '10 % or more in 10 years.',
    action: { text: 'Lifestyle, and offer atorvastatin 20 mg.', source: NICE },
  },
];

/** Beyond these the calculator of the authors takes the limit. */
const MIN_BMI = 20;
const MAX_BMI = 40;
const BMIS = Array.from({ length: 201 }, (_, at) => (200 + at) / 10);

/** 10-year cardiovascular risk in England and Wales (QRISK3-2017). */
export const qrisk3 = defineScore({
  id: 'qrisk3',
  name: 'QRISK3',
  aliases: ['qrisk', 'qrisk_3', 'qrisk3_2017'],
  group: 'cardiovascular prevention',
  purpose:
    'Estimates the 10-year risk of a first myocardial infarction, angina, stroke or transient ' +
    'ischaemic attack.',
  population: 'People of 25 to 84 years in the United Kingdom without cardiovascular disease',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 25, max: 84, cuts: yearsOf(26, 83) }),
    sex: sex(),
    ethnicity: choice(
      'Ethnic group',
      {
        white: 'White or not stated',
        indian: 'Indian',
        pakistani: 'Pakistani',
        bangladeshi: 'Bangladeshi',
        other_asian: 'Other Asian',
        black_caribbean: 'Black Caribbean',
        black_african: 'Black African',
        chinese: 'Chinese',
        other: 'Other ethnic group',
      },
      { fixed: true },
    ),
    smoking_status: {
      ...choice('Smoking', {
        never: 'never smoked',
        former: 'stopped',
        light: 'fewer than 10 cigarettes a day',
        moderate: '10 to 19 a day',
        heavy: '20 or more a day',
      }),
      variable: 'smoking_status',
    },
    total_cholesterol: quantity('total_cholesterol'),
    hdl_cholesterol: quantity('hdl_cholesterol'),
    systolic_bp: quantity('systolic_bp', { min: 70, max: 210 }),
    systolic_bp_sd: ownQuantity(
      'Standard deviation of the last systolic pressures (two or more)',
      'mm[Hg]',
      [0, 40],
      0.1,
      { optional: true, monotone: 'rising' },
    ),
    bmi: quantity('bmi', { cuts: BMIS, help: 'below 20 counts as 20, above 40 as 40' }),
    townsend: ownQuantity('Townsend deprivation score', '{score}', [-8, 11], 0.1, {
      optional: true,
      fixed: true,
    }),
    diabetes_type: choice('Type of diabetes', {
      none: 'no diabetes',
      type_1: 'type 1',
      type_2: 'type 2',
    }),
    family_history_chd_before_60: ownFlag(
      'Angina or infarction of a first-degree relative before the age of 60',
      { fixed: true },
    ),
    ckd_stage_3_to_5: ownFlag('Chronic kidney disease of stage 3, 4 or 5', {
      help: 'includes nephrotic syndrome, glomerulonephritis, pyelonephritis, dialysis and transplant',
    }),
    atrial_fibrillation: flag('atrial_fibrillation'),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    migraine: ownFlag('Migraine'),
    rheumatoid_arthritis: flag('rheumatoid_arthritis'),
    lupus: flag('lupus'),
    severe_mental_illness: ownFlag(
      'Severe mental illness (schizophrenia, bipolar disorder, moderate or severe depression)',
    ),
    atypical_antipsychotic: ownFlag('Takes an atypical antipsychotic'),
    regular_corticosteroids: ownFlag('Takes oral corticosteroids regularly'),
    erectile_dysfunction: {
      ...ownFlag('Erectile dysfunction, diagnosed or treated', {
        help: 'needed for men, not asked of women',
      }),
      optional: true,
    },
    ...ESTABLISHED_DISEASE,
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Hippisley-Cox J et al. Development and validation of QRISK3 risk prediction algorithms to ' +
        'estimate future risk of cardiovascular disease: prospective cohort study',
      doi: '10.1136/bmj.j2099',
      year: 2017,
    },
    {
      title: 'NICE NG238: Cardiovascular disease: risk assessment and reduction',
      url: 'https://www.nice.org.uk/guidance/ng238',
      year: 2023,
    },
    {
      title:
        'ClinRisk Ltd. QRISK3-2017, with the notice that only the original at qrisk.org is the ' +
        'reference: users of another must check that it gives the same results',
      url: 'https://qrisk.org',
      year: 2017,
    },
  ],
  alsoNeeds: (v) => (v.sex === 'F' ? [] : ['erectile_dysfunction']),
  refuses(v) {
    if (v.sex === 'F' && v.erectile_dysfunction) {
      return { input: 'erectile_dysfunction', issue: 'is for men only' };
    }
    const { total_cholesterol: total, hdl_cholesterol: hdl } = v;
    if (total !== undefined && hdl !== undefined && hdl < total && total / hdl > 11) {
      return {
        input: 'total_cholesterol',
        issue: 'the ratio to HDL cholesterol must not exceed 11',
      };
    }
    return refuseEstablished(v) ?? refuseHdl(v);
  },
  compute(v) {
    const history = new Set<QriskHistory>();
    for (const name of Object.keys(QRISK3_MEN.history) as QriskHistory[]) {
      if ((v as Readonly<Record<string, unknown>>)[name] === true) history.add(name);
    }
    if (v.diabetes_type === 'type_1') history.add('type_1_diabetes');
    if (v.diabetes_type === 'type_2') history.add('type_2_diabetes');
    const bmi = Math.min(Math.max(v.bmi, MIN_BMI), MAX_BMI);
    const probability = qrisk3Risk({
      age: v.age,
      sex: v.sex,
      bmi,
      ratio: v.total_cholesterol / v.hdl_cholesterol,
      systolicBp: v.systolic_bp,
      systolicBpSd: v.systolic_bp_sd,
      townsend: v.townsend,
      ethnicity: v.ethnicity,
      smoking: v.smoking_status,
      history,
    });
    const warnings = [
      ...(v.bmi < MIN_BMI || v.bmi > MAX_BMI
        ? [`The equation holds for a body mass index of 20 to 40: ${bmi} is used.`]
        : []),
      ...(v.townsend === undefined ? ['Deprivation unknown: the mean of the cohort is used.'] : []),
      ...(v.systolic_bp_sd === undefined
        ? ['Variability of the pressure unknown: the mean of the cohort is used.']
        : []),
    ];
    const outcome = 'infarction, angina, stroke or transient ischaemic attack';
    const { value, category, risk } = percentRisk(probability, outcome, '10 years', CATEGORIES);
    return { value, category, risk, warnings };
  },
});
