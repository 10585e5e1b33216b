import { flag, quantity, sex } from '../../input.js';
import { type ComputedScore, defineScore, pointsIf, stepsFrom, sumOf, total } from '../../score.js';

const respiratoryRate = stepsFrom(0, [30, 20]);
const systolic = stepsFrom(20, [90, 0]);
const temperature = stepsFrom(15, [35, 0], [40, 15]);
const pulse = stepsFrom(0, [125, 10]);
const ph = stepsFrom(30, [7.35, 0]);
const bun = stepsFrom(0, [30, 20]);
const sodium = stepsFrom(20, [130, 0]);
const glucose = stepsFrom(0, [250, 10]);
const hematocrit = stepsFrom(10, [30, 0]);

/** Deaths within 30 days in the PORT cohort by class (Fine 1997, table 3). */
const MORTALITY = { I: 0.001, II: 0.006, III: 0.009, IV: 0.093, V: 0.27 } as const;
type RiskClass = keyof typeof MORTALITY;

const action = (text: string) => ({ text, source: 'Fine 1997; ATS/IDSA 2019 CAP guideline' });
const OUTPATIENT = action('Treatment at home is usually suitable; judge social factors too.');
const INPATIENT = action('Treat in hospital; judge the need for intensive care separately.');

const inputs = {
  age: quantity('age', { min: 18, monotone: 'rising', cuts: [51] }),
  sex: sex(),
  nursing_home_resident: flag('nursing_home_resident'),
  active_cancer: flag('active_cancer', {
    help: 'Any cancer but basal or squamous cell cancer of the skin, active or found within a year.',
  }),
  liver_disease: flag('liver_disease'),
  congestive_heart_failure: flag('congestive_heart_failure'),
  cerebrovascular_disease: flag('cerebrovascular_disease'),
  chronic_kidney_disease: flag('chronic_kidney_disease'),
  altered_mental_status: flag('altered_mental_status'),
  respiratory_rate: quantity('respiratory_rate', { cuts: respiratoryRate.cuts }),
  systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
  temperature: quantity('temperature', { cuts: temperature.cuts }),
  heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
  arterial_ph: quantity('arterial_ph', { cuts: ph.cuts, optional: true }),
  bun: quantity('bun', { cuts: bun.cuts }),
  sodium: quantity('sodium', { cuts: sodium.cuts }),
  glucose: quantity('glucose', { cuts: glucose.cuts }),
  hematocrit: quantity('hematocrit', { cuts: hematocrit.cuts }),
  pao2: quantity('pao2', { cuts: [60], optional: true }),
  oxygen_saturation: quantity('oxygen_saturation', { cuts: [90], optional: true }),
  pleural_effusion: flag('pleural_effusion'),
};

interface Morbidity {
  readonly [name: string]: number;
}

function classOf(ageInYears: number, morbidity: Morbidity, value: number): RiskClass {
  if (ageInYears <= 50 && total(morbidity) === 0) return 'I';
  if (value <= 70) return 'II';
  if (value <= 90) return 'III';
  return value <= 130 ? 'IV' : 'V';
}

/** Pneumonia Severity Index of the Pneumonia Patient Outcomes Research Team (Fine 1997). */
export const psiPort = defineScore({
  id: 'psi_port',
  name: 'Pneumonia Severity Index (PSI/PORT)',
  aliases: ['port', 'psi', 'port_score', 'pneumonia_severity_index', 'psi_score'],
  group: 'lung',
  purpose: 'Estimates the 30-day mortality of community-acquired pneumonia in five classes.',
  population: 'Adults with community-acquired pneumonia, not from hospital and without HIV',
  unit: '{score}',
  decimals: 0,
  range: { min: 8, max: 430 },
  inputs,
  categories: [
    { id: 'I', interpretation: 'Class I: very low risk of death.', action: OUTPATIENT },
    { id: 'II', from: 0, interpretation: 'Class II: low risk of death.', action: OUTPATIENT },
    {
      id: 'III',
      from: 71,
      interpretation: 'Class III: low risk of death.',
      action: action('Treat at home or after a short observation in hospital.'),
    },
    { id: 'IV', from: 91, interpretation: 'Class IV: moderate risk of death.', action: INPATIENT },
    { id: 'V', from: 131, interpretation: 'Class V: high risk of death.', action: INPATIENT },
  ],
  references: [
    {
      title:
        'Fine MJ et al. A prediction rule to identify low-risk patients with community-acquired ' +
        'pneumonia',
      doi: '10.1056/NEJM199701233360402',
      year: 1997,
    },
    {
      title:
        'Metlay JP et al. Diagnosis and treatment of adults with community-acquired pneumonia: ' +
        'ATS/IDSA guideline',
      doi: '10.1164/rccm.201908-1581ST',
      year: 2019,
    },
  ],
  compute(v): ComputedScore {
    const age = Math.floor(v.age);
    // What step 1 of the rule looks for: any of these takes a young patient out of class I.
    const morbidity = {
      active_cancer: pointsIf(v.active_cancer, 30),
      liver_disease: pointsIf(v.liver_disease, 20),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 10),
      cerebrovascular_disease: pointsIf(v.cerebrovascular_disease, 10),
      chronic_kidney_disease: pointsIf(v.chronic_kidney_disease, 10),
      altered_mental_status: pointsIf(v.altered_mental_status, 20),
      respiratory_rate: respiratoryRate(v.respiratory_rate),
      systolic_bp: systolic(v.systolic_bp),
      temperature: temperature(v.temperature),
      heart_rate: pulse(v.heart_rate),
    };
    const points = {
      age,
      sex: v.sex === 'F' ? -10 : 0,
      nursing_home_resident: pointsIf(v.nursing_home_resident, 10),
      ...morbidity,
      arterial_ph: v.arterial_ph === undefined ? 0 : ph(v.arterial_ph),
      bun: bun(v.bun),
      sodium: sodium(v.sodium),
      glucose: glucose(v.glucose),
      hematocrit: hematocrit(v.hematocrit),
      ...oxygenPoints(v),
      pleural_effusion: pointsIf(v.pleural_effusion, 10),
    };
    const sum = sumOf(points);
    const category = classOf(age, morbidity, sum.value);
    return {
      value: sum.value,
      points,
      category,
      risk: { outcome: 'death', probability: MORTALITY[category], horizon: '30 days' },
      warnings: unmeasured(v),
    };
  },
});

interface OxygenInputs {
  readonly arterial_ph?: number | undefined;
  readonly pao2?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
}

/** PaO2 below 60 mmHg or, in the PORT cohort, a saturation below 90 %: 10 points once. */
function oxygenPoints({ pao2, oxygen_saturation: saturation }: OxygenInputs) {
  const lowGas = pao2 !== undefined && pao2 < 60;
  const lowSaturation = saturation !== undefined && saturation < 90;
  return {
    pao2: pointsIf(lowGas, 10),
    oxygen_saturation: pointsIf(lowSaturation && !lowGas, 10),
  };
}

/** Fine 1997 counted a blood gas that was not done as normal. */
function unmeasured({
  arterial_ph: acidity,
  pao2,
  oxygen_saturation: saturation,
}: OxygenInputs): string[] {
  const warnings: string[] = [];
  if (acidity === undefined) {
    warnings.push('arterial_ph was not given: counted as not below 7.35, as the authors did');
  }
  if (pao2 === undefined && saturation === undefined) {
    warnings.push('neither pao2 nor oxygen_saturation was given: counted as normal');
  }
  return warnings;
}
