import { choice, flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

/** 41–60, 61–74, 75 and above, in completed years. */
const age = stepsFrom(0, [41, 1], [61, 2], [75, 3]);
const bmiBands = stepsAbove(0, [25, 1]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));
const SURGERY = {
  none: 0,
  minor: 1,
  arthroscopic: 2,
  major_open: 2,
  laparoscopic: 2,
  hip_or_knee_arthroplasty: 5,
} as const;

/** Yes-or-no factors with their points: title, points (Caprini 2005). */
const FACTORS = {
  major_surgery_within_1_month: ['Major surgery within 1 month', 1],
  varicose_veins: ['Varicose veins', 1],
  inflammatory_bowel_disease: ['Inflammatory bowel disease', 1],
  swollen_legs: ['Swollen legs at present', 1],
  acute_myocardial_infarction: ['Acute myocardial infarction', 1],
  heart_failure_within_1_month: ['Congestive heart failure within 1 month', 1],
  sepsis_within_1_month: ['Sepsis within 1 month', 1],
  lung_disease_within_1_month: ['Serious lung disease, also pneumonia, within 1 month', 1],
  medical_bed_rest: ['Medical patient at bed rest', 1],
  pregnant_or_postpartum: ['Pregnant, or within 1 month of birth', 1],
  adverse_pregnancy_history: [
    'Unexplained stillbirth, 3 or more miscarriages, or preterm birth with toxaemia or growth restriction',
    1,
  ],
  malignancy_present_or_previous: ['Malignancy, present or previous', 2],
  confined_to_bed_72_hours: ['Confined to bed for more than 72 hours', 2],
  plaster_cast_within_1_month: ['Immobilising plaster cast within 1 month', 2],
  central_venous_catheter: ['Central venous catheter', 2],
  family_history_thrombosis: ['Family history of thrombosis', 3],
  factor_v_leiden: ['Factor V Leiden', 3],
  prothrombin_20210a: ['Prothrombin 20210A mutation', 3],
  lupus_anticoagulant: ['Lupus anticoagulant', 3],
  anticardiolipin_antibodies: ['Raised anticardiolipin antibodies', 3],
  elevated_homocysteine: ['Raised serum homocysteine', 3],
  heparin_induced_thrombocytopenia: ['Heparin-induced thrombocytopenia', 3],
  other_thrombophilia: ['Other congenital or acquired thrombophilia', 3],
  hip_pelvis_leg_fracture_within_1_month: ['Fracture of hip, pelvis or leg within 1 month', 5],
  stroke_within_1_month: ['Stroke within 1 month', 5],
  multiple_trauma_within_1_month: ['Multiple trauma within 1 month', 5],
  spinal_cord_injury_within_1_month: ['Acute spinal cord injury within 1 month', 5],
} as const satisfies Record<string, readonly [title: string, points: number]>;

type Factor = keyof typeof FACTORS;
const NAMES = Object.keys(FACTORS) as Factor[];
const FLAGS = Object.fromEntries(NAMES.map((name) => [name, ownFlag(FACTORS[name][0])])) as Record<
  Factor,
  ReturnType<typeof ownFlag>
>;

const ACCP = 'ACCP 2012, 10.1378/chest.11-2297';

/** Venous thromboembolism after surgery (Caprini 2005). */
export const caprini = defineScore({
  id: 'caprini',
  name: 'Caprini score (2005)',
  aliases: ['caprini_score', 'caprini_vte', 'caprini_2005'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates venous thromboembolism within 30 days of surgery, to choose prophylaxis.',
  population: 'Adults before general, abdominopelvic, vascular or plastic surgery',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 77 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'rising' }),
    planned_surgery: choice('Operation planned or just done', {
      none: 'none',
      minor: 'minor surgery',
      arthroscopic: 'arthroscopic surgery',
      major_open: 'major open surgery, over 45 minutes',
      laparoscopic: 'laparoscopic surgery, over 45 minutes',
      hip_or_knee_arthroplasty: 'elective major arthroplasty of the leg',
    }),
    copd: flag('copd', { title: 'COPD or abnormal lung function' }),
    estrogen_use: flag('estrogen_use', { title: 'Oral contraceptive or hormone replacement' }),
    prior_vte: flag('prior_vte'),
    ...FLAGS,
  },
  categories: [
    {
      id: 'very low',
      from: 0,
      interpretation: 'Very low risk: below 0.5 % without prophylaxis.',
      action: { text: 'Early walking; no other prophylaxis.', source: ACCP },
    },
    {
      id: 'low',
      from: 1,
      interpretation: 'Low risk (1 to 2): about 1.5 % without prophylaxis.',
      action: {
        text: 'Mechanical prophylaxis, preferably intermittent pneumatic compression.',
        source: ACCP,
      },
    },
    {
      id: 'moderate',
      from: 3,
      interpretation: 'Moderate risk (3 to 4): about 3 % without prophylaxis.',
      action: {
        text: 'Low-molecular-weight or low-dose heparin, or mechanical prophylaxis.',
        source: ACCP,
      },
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High risk (5 and above): about 6 % without prophylaxis.',
      action: {
        text: 'Heparin together with mechanical prophylaxis, unless bleeding is likely.',
        source: ACCP,
      },
    },
  ],
  references: [
    {
      title: 'Caprini JA. Thrombosis risk assessment as a guide to quality patient care',
      doi: '10.1016/j.disamonth.2005.02.003',
      year: 2005,
    },
    {
      title: 'Gould MK et al. Prevention of VTE in nonorthopedic surgical patients (ACCP)',
      doi: '10.1378/chest.11-2297',
      year: 2012,
    },
    {
      title: 'Bahl V et al. A validation study of a retrospective VTE risk scoring method',
      doi: '10.1097/SLA.0b013e3181b7fca6',
      year: 2010,
    },
  ],
  compute(v) {
    const flags = NAMES.map((name) => [name, pointsIf(v[name], FACTORS[name][1])] as const);
    return sumOf({
      age: age(v.age),
      bmi: bmi(v.bmi),
      planned_surgery: SURGERY[v.planned_surgery],
      copd: pointsIf(v.copd),
      estrogen_use: pointsIf(v.estrogen_use),
      prior_vte: pointsIf(v.prior_vte, 3),
      ...Object.fromEntries(flags),
    });
  },
});
