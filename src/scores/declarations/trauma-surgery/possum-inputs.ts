import { choice, ownQuantity, quantity } from '../../input.js';
import { stepsFrom } from '../../score.js';

const fromTenths =
  (points: (value: number) => number) =>
  (value: number): number =>
    points(Number(value.toFixed(1)));

/** Points of the measured physiology: Copeland 1991, doi:10.1002/bjs.1800780327, table 1. */
export const POSSUM_STEPS = {
  age: stepsFrom(1, [61, 2], [71, 4]),
  systolic_bp: stepsFrom(8, [90, 4], [100, 2], [110, 1], [131, 2], [171, 4]),
  heart_rate: stepsFrom(8, [40, 2], [50, 1], [81, 2], [101, 4], [121, 8]),
  gcs: stepsFrom(8, [9, 4], [12, 2], [15, 1]),
  hemoglobin: stepsFrom(8, [10, 4], [11.5, 2], [13, 1], [16.1, 2], [17.1, 4], [18.1, 8]),
  wbc: stepsFrom(4, [3.1, 2], [4, 1], [10.1, 2], [20.1, 4]),
  urea: stepsFrom(1, [7.6, 2], [10.1, 4], [15.1, 8]),
  sodium: stepsFrom(8, [126, 4], [131, 2], [136, 1]),
  potassium: stepsFrom(8, [2.9, 4], [3.2, 2], [3.5, 1], [5.1, 2], [5.4, 4], [6, 8]),
  blood_loss: stepsFrom(1, [101, 2], [501, 4], [1000, 8]),
} as const;

/** As {@link POSSUM_STEPS}, at the precision in which the table is written. */
export const POSSUM_POINTS = {
  age: (years: number) => POSSUM_STEPS.age(Math.floor(years)),
  systolic_bp: (value: number) => POSSUM_STEPS.systolic_bp(Math.round(value)),
  heart_rate: (value: number) => POSSUM_STEPS.heart_rate(Math.round(value)),
  gcs: POSSUM_STEPS.gcs,
  hemoglobin: fromTenths(POSSUM_STEPS.hemoglobin),
  wbc: fromTenths(POSSUM_STEPS.wbc),
  urea: fromTenths(POSSUM_STEPS.urea),
  sodium: (value: number) => POSSUM_STEPS.sodium(Math.round(value)),
  potassium: fromTenths(POSSUM_STEPS.potassium),
  blood_loss: (value: number) => POSSUM_STEPS.blood_loss(Math.round(value)),
} as const;

/** Points of the findings that are words. */
export const POSSUM_CHOICES = {
  cardiac_signs: { none: 1, medication: 2, edema_or_warfarin: 4, raised_jvp: 8 },
  respiratory_signs: { none: 1, exertional: 2, limiting: 4, at_rest: 8 },
  ecg_finding: { normal: 1, atrial_fibrillation_60_90: 4, other: 8 },
  operative_severity: { minor: 1, moderate: 2, major: 4, major_plus: 8 },
  number_of_procedures: { '1': 1, '2': 4, more: 8 },
  peritoneal_soiling: { none: 1, minor: 2, local_pus: 4, free: 8 },
  malignancy_extent: { none: 1, primary: 2, nodes: 4, distant: 8 },
  mode_of_surgery: { elective: 1, urgent: 4, immediate: 8 },
} as const;

export const POSSUM_PHYSIOLOGY = {
  age: quantity('age', { min: 16, cuts: POSSUM_STEPS.age.cuts, monotone: 'rising' }),
  cardiac_signs: choice('Cardiac signs and chest film', {
    none: 'no failure, normal film',
    medication: 'diuretic, digoxin, antianginal or antihypertensive treatment',
    edema_or_warfarin: 'peripheral oedema, warfarin or borderline cardiomegaly',
    raised_jvp: 'raised jugular venous pressure or cardiomegaly',
  }),
  respiratory_signs: choice('Respiratory signs and chest film', {
    none: 'no dyspnoea',
    exertional: 'dyspnoea on exertion, mild COPD',
    limiting: 'limiting dyspnoea, moderate COPD',
    at_rest: 'dyspnoea at rest, fibrosis or consolidation',
  }),
  systolic_bp: quantity('systolic_bp', { cuts: POSSUM_STEPS.systolic_bp.cuts }),
  heart_rate: quantity('heart_rate', { cuts: POSSUM_STEPS.heart_rate.cuts }),
  gcs: quantity('gcs', { cuts: POSSUM_STEPS.gcs.cuts, monotone: 'falling' }),
  hemoglobin: quantity('hemoglobin', { cuts: POSSUM_STEPS.hemoglobin.cuts }),
  wbc: quantity('wbc', { cuts: POSSUM_STEPS.wbc.cuts }),
  urea: quantity('urea', { cuts: POSSUM_STEPS.urea.cuts, monotone: 'rising' }),
  sodium: quantity('sodium', { cuts: POSSUM_STEPS.sodium.cuts, monotone: 'falling' }),
  potassium: quantity('potassium', { cuts: POSSUM_STEPS.potassium.cuts }),
  ecg_finding: choice('Electrocardiogram', {
    normal: 'normal',
    atrial_fibrillation_60_90: 'atrial fibrillation, rate 60–90',
    other: 'other rhythm, five or more ectopics a minute, Q waves, ST or T changes',
  }),
} as const;

export const POSSUM_OPERATION = {
  operative_severity: choice('Severity of the operation', {
    minor: 'minor: hernia, varicose veins, small excision, minor transurethral resection',
    moderate:
      'moderate: appendicectomy, open cholecystectomy, mastectomy, prostate resection, hysterectomy',
    major: 'major: other laparotomy, bowel resection, peripheral vascular, major amputation',
    major_plus:
      'major plus: aortic, abdominoperineal, pancreatic, liver, oesophagogastric resection',
  }),
  number_of_procedures: choice('Procedures within 30 days', {
    '1': 'one',
    '2': 'two',
    more: 'more than two',
  }),
  operative_blood_loss: ownQuantity('Blood loss of the operation', 'mL', [0, 30_000], 1, {
    cuts: POSSUM_STEPS.blood_loss.cuts,
    monotone: 'rising',
  }),
  peritoneal_soiling: choice('Peritoneal soiling', {
    none: 'none',
    minor: 'minor (serous fluid)',
    local_pus: 'local pus',
    free: 'free bowel content, pus or blood',
  }),
  malignancy_extent: choice('Malignancy', {
    none: 'none',
    primary: 'primary only',
    nodes: 'nodal metastases',
    distant: 'distant metastases',
  }),
  mode_of_surgery: choice('Urgency', {
    elective: 'elective',
    urgent: 'emergency within 2 to 24 hours, resuscitation possible',
    immediate: 'emergency within 2 hours',
  }),
} as const;
