import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, type Risk, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { ADMISSION_TYPE } from './admission-type.js';
import {
  APACHE_II_DIAGNOSES,
  apacheIiMortality,
  apacheIiObservedMortality,
  fitsAdmission,
} from './apache-ii-diagnosis.js';

const temperature = stepsFrom(4, [30, 3], [32, 2], [34, 1], [36, 0], [38.5, 1], [39, 3], [41, 4]);
const pressure = stepsFrom(4, [50, 2], [70, 0], [110, 2], [130, 3], [160, 4]);
const heartRate = stepsFrom(4, [40, 3], [55, 2], [70, 0], [110, 2], [140, 3], [180, 4]);
const breathing = stepsFrom(4, [6, 2], [10, 1], [12, 0], [25, 1], [35, 3], [50, 4]);
const gradient = stepsFrom(0, [200, 2], [350, 3], [500, 4]);
/** < 55 | 55–60 | 61–70 | > 70. */
const oxygen = (pao2: number) => (pao2 < 55 ? 4 : oxygenFrom55(pao2));
const oxygenFrom55 = stepsAbove(3, [60, 1], [70, 0]);
const acidity = stepsFrom(4, [7.15, 3], [7.25, 2], [7.33, 0], [7.5, 1], [7.6, 3], [7.7, 4]);
const bicarbonate = stepsFrom(4, [15, 3], [18, 2], [22, 0], [32, 1], [41, 3], [52, 4]);
const sodium = stepsFrom(4, [111, 3], [120, 2], [130, 0], [150, 1], [155, 2], [160, 3], [180, 4]);
const potassium = stepsFrom(4, [2.5, 2], [3, 1], [3.5, 0], [5.5, 1], [6, 3], [7, 4]);
const creatinine = stepsFrom(2, [0.6, 0], [1.5, 2], [2, 3], [3.5, 4]);
const hematocrit = stepsFrom(4, [20, 2], [30, 0], [46, 1], [50, 2], [60, 4]);
const leukocytes = stepsFrom(4, [1, 2], [3, 0], [15, 1], [20, 2], [40, 4]);
const age = stepsFrom(0, [45, 2], [55, 3], [65, 5], [75, 6]);

/** Measuring steps: 38.5 °C must not become 38.499… after conversion from °F. */
const rounded = (value: number, step: number) => Math.round(value / step) * step + 1e-9;

const creatininePoints = (mgPerDl: number) => creatinine(rounded(mgPerDl, 0.01));

/** Alveolar–arterial difference of oxygen in mmHg at sea level: 713 · FiO₂ − PaCO₂ / 0.8 − PaO₂. */
function alveolarArterialGradient(fio2Percent: number, paco2: number, pao2: number): number {
  return 713 * (fio2Percent / 100) - paco2 / 0.8 - pao2;
}

interface BloodGas {
  readonly fio2: number;
  readonly pao2: number | undefined;
  readonly paco2: number | undefined;
  readonly a_a_gradient: number | undefined;
}

/** From an FiO₂ of 50 % on the gradient counts, below it PaO₂. */
function oxygenation({
  fio2,
  pao2 = 0,
  paco2,
  a_a_gradient,
}: BloodGas): Readonly<Record<string, number>> {
  if (fio2 < 50) return { pao2: oxygen(Math.round(pao2)) };
  const difference = a_a_gradient ?? alveolarArterialGradient(fio2, paco2 ?? 0, pao2);
  return {
    [a_a_gradient === undefined ? 'pao2' : 'a_a_gradient']: gradient(Math.round(difference)),
  };
}

/** What the oxygenation item needs; all that it could need while the FiO₂ is not known. */
function gasNeeded(fio2: number | undefined, gradient: number | undefined) {
  if (fio2 !== undefined && fio2 < 50) return ['pao2'] as const;
  if (gradient === undefined) return ['pao2', 'paco2'] as const;
  return fio2 === undefined ? (['pao2'] as const) : [];
}

function riskOf(points: number, admission: string, diagnosis: string | undefined): Risk {
  const probability =
    diagnosis === undefined
      ? apacheIiObservedMortality(points, admission !== 'medical')
      : apacheIiMortality(points, diagnosis, admission === 'unscheduled_surgery');
  return { outcome: 'death in hospital', probability, horizon: 'hospital stay' };
}

const band = (id: string, from: number, interpretation: string) => ({ id, from, interpretation });

export const apacheIi = defineScore({
  id: 'apache_ii',
  name: 'Acute Physiology and Chronic Health Evaluation II',
  aliases: ['apache_2', 'apache2', 'apache'],
  group: 'critical care',
  purpose:
    'Grades how ill a patient is in the first day of intensive care, with the risk of death.',
  population: 'Adults in intensive care; worst values of the first 24 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 71 },
  inputs: {
    age: quantity('age', { min: 16, cuts: age.cuts, monotone: 'rising' }),
    temperature: quantity('temperature', { cuts: temperature.cuts, help: 'Rectal.' }),
    mean_arterial_pressure: quantity('mean_arterial_pressure', { cuts: pressure.cuts }),
    heart_rate: quantity('heart_rate', { cuts: heartRate.cuts }),
    respiratory_rate: quantity('respiratory_rate', { cuts: breathing.cuts }),
    fio2: quantity('fio2', { cuts: [50] }),
    pao2: quantity('pao2', {
      cuts: [55, 60, 70],
      monotone: 'falling',
      optional: true,
      help: 'Not needed where the FiO₂ is 50 % or more and the gradient is given.',
    }),
    paco2: quantity('paco2', { optional: true, help: 'Needed from an FiO₂ of 50 % on.' }),
    a_a_gradient: ownQuantity('Alveolar–arterial oxygen gradient', 'mm[Hg]', [0, 750], 1, {
      cuts: gradient.cuts,
      optional: true,
      help: 'Where it is known it is taken instead of the one from PaCO₂ (FiO₂ 50 % or more).',
    }),
    arterial_ph: quantity('arterial_ph', { cuts: acidity.cuts, optional: true }),
    bicarbonate: quantity('bicarbonate', {
      cuts: bicarbonate.cuts,
      optional: true,
      help: 'Taken only where there is no arterial pH.',
    }),
    sodium: quantity('sodium', { cuts: sodium.cuts }),
    potassium: quantity('potassium', { cuts: potassium.cuts }),
    creatinine: quantity('creatinine', { cuts: creatinine.cuts }),
    acute_renal_failure: {
      ...ownFlag('Acute renal failure', {
        help: 'Doubles the creatinine points; not needed at 0.6 to 1.4 mg/dL, which has none.',
      }),
      optional: true,
    },
    hematocrit: quantity('hematocrit', { cuts: hematocrit.cuts }),
    wbc: quantity('wbc', { cuts: leukocytes.cuts }),
    gcs: quantity('gcs', { cuts: [], monotone: 'falling' }),
    admission_type: ADMISSION_TYPE,
    severe_chronic_illness: ownFlag('Severe chronic organ insufficiency or immunocompromise', {
      fixed: true,
      help:
        'Before admission: cirrhosis with portal hypertension, NYHA IV, severe chronic lung ' +
        'disease, chronic dialysis, or suppressed immunity.',
    }),
    diagnosis: choice('Diagnostic category', APACHE_II_DIAGNOSES, {
      optional: true,
      help: 'For the predicted mortality; the points do not need it.',
    }),
  },
  categories: [
    band('0-4', 0, 'About 4 % died without operation, 1 % after one.'),
    band('5-9', 5, 'About 8 % died without operation, 3 % after one.'),
    band('10-14', 10, 'About 15 % died without operation, 7 % after one.'),
    band('15-19', 15, 'About 24 % died without operation, 12 % after one.'),
    band('20-24', 20, 'About 40 % died without operation, 30 % after one.'),
    band('25-29', 25, 'About 55 % died without operation, 35 % after one.'),
    band('30-34', 30, 'About 73 % died.'),
    band('35-71', 35, 'About 85 % died without operation, 88 % after one.'),
  ],
  references: [
    {
      title: 'Knaus WA et al. APACHE II: a severity of disease classification system',
      doi: '10.1097/00003246-198510000-00009',
      year: 1985,
    },
  ],
  alsoNeeds: (v) => [
    ...(v.bicarbonate === undefined ? (['arterial_ph'] as const) : []),
    ...gasNeeded(v.fio2, v.a_a_gradient),
    ...(v.creatinine !== undefined && creatininePoints(v.creatinine) === 0
      ? []
      : (['acute_renal_failure'] as const)),
  ],
  refuses(v) {
    if (v.diagnosis === undefined || v.admission_type === undefined) return undefined;
    return fitsAdmission(v.diagnosis, v.admission_type !== 'medical')
      ? undefined
      : { input: 'diagnosis', issue: 'This diagnostic category contradicts the admission type' };
  },
  compute(v) {
    const chronic = v.admission_type === 'scheduled_surgery' ? 2 : 5;
    const { value, points } = sumOf({
      age: age(v.age),
      temperature: temperature(rounded(v.temperature, 0.1)),
      // The bands are of whole mmHg (69 | 70): a mean from two pressures has thirds.
      mean_arterial_pressure: pressure(Math.round(v.mean_arterial_pressure)),
      heart_rate: heartRate(v.heart_rate),
      respiratory_rate: breathing(v.respiratory_rate),
      ...oxygenation(v),
      ...(v.arterial_ph === undefined
        ? { bicarbonate: bicarbonate(v.bicarbonate ?? 0) }
        : { arterial_ph: acidity(rounded(v.arterial_ph, 0.01)) }),
      sodium: sodium(v.sodium),
      potassium: potassium(v.potassium),
      creatinine: creatininePoints(v.creatinine) * (v.acute_renal_failure ? 2 : 1),
      hematocrit: hematocrit(v.hematocrit),
      wbc: leukocytes(v.wbc),
      gcs: 15 - v.gcs,
      severe_chronic_illness: v.severe_chronic_illness ? chronic : 0,
    });
    return { value, points, risk: riskOf(value, v.admission_type, v.diagnosis) };
  },
});
