import { choice, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import {
  LUNGS_PAO2,
  SOFA_2_CATECHOLAMINE_CUTS,
  SOFA_2_DOPAMINE_CUTS,
  SOFA_2_PRESSURE_CUTS,
  sofa2Assumptions,
  sofa2Circulation,
  sofa2Lungs,
  sofa2SaturationRatio,
} from './sofa-2-organs.js';
import { DOPAMINE_DOSE, EPINEPHRINE_DOSE, NOREPINEPHRINE_DOSE } from './vasoactive-doses.js';

const coma = stepsFrom(4, [6, 3], [9, 2], [13, 1], [15, 0]);
const bilirubin = stepsAbove(0, [1.2, 1], [3, 2], [6, 3], [12, 4]);
const creatinine = stepsAbove(0, [1.2, 1], [2, 2], [3.5, 3]);
const platelets = stepsAbove(4, [50, 3], [80, 2], [100, 1], [150, 0]);
const OLIGURIA = { none: 0, '6 hours': 1, '12 hours': 2, severe: 3 } as const;

// A little noradrenaline with much dopamine scores less than dopamine alone: not monotone.
const { monotone: _rises, ...norepinephrine } = NOREPINEPHRINE_DOSE;
const { monotone: _risesToo, ...epinephrine } = EPINEPHRINE_DOSE;

/** The worse of creatinine and urine counts; renal replacement outranks both. */
function kidneys(v: {
  readonly creatinine: number;
  readonly low_urine_output?: keyof typeof OLIGURIA | undefined;
  readonly renal_replacement: boolean;
}): Readonly<Record<string, number>> {
  if (v.renal_replacement) return { renal_replacement: 4 };
  // The limits are printed to two decimals in mg/dL.
  const level = creatinine(rounded(v.creatinine, 2));
  const urine = OLIGURIA[v.low_urine_output ?? 'none'];
  return urine > level ? { low_urine_output: urine } : { creatinine: level };
}

export const sofa2 = defineScore({
  id: 'sofa_2',
  name: 'Sequential Organ Failure Assessment 2',
  aliases: ['sofa2', 'sofa_2_score', 'sequential_organ_failure_assessment_2'],
  group: 'critical care',
  purpose: 'Grades the failure of six organs with the organ support of today (update of 2025).',
  population: 'Adults in intensive care; worst values of 24 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 24 },
  inputs: {
    gcs: quantity('gcs', {
      cuts: coma.cuts,
      monotone: 'falling',
      help: 'Under sedation the last before it; 15 where that is unknown.',
    }),
    delirium_drugs: ownFlag('Drug treatment of delirium'),
    pf_ratio: quantity('pf_ratio', { cuts: LUNGS_PAO2.cuts, optional: true }),
    oxygen_saturation: quantity('oxygen_saturation', { cuts: [98], optional: true }),
    fio2: quantity('fio2', { optional: true }),
    advanced_respiratory_support: ownFlag('Advanced respiratory support', {
      help: 'High-flow oxygen, CPAP, BiPAP, non-invasive, invasive or home ventilation.',
    }),
    ecmo: choice('ECMO', {
      none: 'none',
      respiratory: 'for respiratory failure',
      cardiovascular: 'for the circulation',
    }),
    mean_arterial_pressure: quantity('mean_arterial_pressure', {
      cuts: SOFA_2_PRESSURE_CUTS,
      monotone: 'falling',
    }),
    norepinephrine_dose: { ...norepinephrine, cuts: SOFA_2_CATECHOLAMINE_CUTS },
    epinephrine_dose: { ...epinephrine, cuts: SOFA_2_CATECHOLAMINE_CUTS },
    dopamine_dose: { ...DOPAMINE_DOSE, cuts: SOFA_2_DOPAMINE_CUTS },
    other_vasoactive_drug: ownFlag('Another vasopressor or inotrope', {
      help: 'Any dose of vasopressin, dobutamine, milrinone, phenylephrine and the like for 1 hour.',
    }),
    mechanical_circulatory_support: ownFlag('Mechanical circulatory support', {
      help: 'Balloon pump, ventricular assist device, microaxial pump.',
    }),
    support_limits: choice(
      'Support that cannot be had or is ruled out by a ceiling of treatment',
      {
        none: 'none',
        ventilation: 'ventilatory support',
        vasoactive: 'vasoactive drugs',
        both: 'both',
      },
      { optional: true },
    ),
    bilirubin: quantity('bilirubin', { cuts: bilirubin.cuts, monotone: 'rising' }),
    creatinine: quantity('creatinine', { cuts: creatinine.cuts, monotone: 'rising' }),
    low_urine_output: choice(
      'Low urine output',
      {
        none: 'none',
        '6 hours': '< 0.5 mL/kg/h for 6 to 12 hours',
        '12 hours': '< 0.5 mL/kg/h for 12 hours or more',
        severe: '< 0.3 mL/kg/h for 24 hours or more, or none for 12 hours',
      },
      { optional: true },
    ),
    renal_replacement: ownFlag('Renal replacement therapy, or its criteria are met', {
      help:
        'Criteria: creatinine > 1.2 mg/dL or oliguria < 0.3 mL/kg/h over 6 h, with potassium ' +
        '≥ 6 mmol/L, or pH ≤ 7.20 and bicarbonate ≤ 12 mmol/L.',
    }),
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No organ dysfunction by SOFA-2.' },
    {
      id: 'dysfunction',
      from: 1,
      interpretation:
        'Organ dysfunction; mortality rises with each point. The Sepsis-3 limit of 2 points was ' +
        'set for the score of 1996.',
    },
  ],
  references: [
    {
      title:
        'Ranzani OT et al. Development and validation of the Sequential Organ Failure Assessment ' +
        '(SOFA)-2 score',
      doi: '10.1001/jama.2025.20516',
      year: 2025,
    },
    {
      title:
        'Moreno R et al. Rationale and methodological approach underlying the development of the ' +
        'Sequential Organ Failure Assessment (SOFA)-2 score',
      doi: '10.1001/jamanetworkopen.2025.45040',
      year: 2025,
    },
  ],
  // Unless a life-support circuit or a saturation below 98 % with its FiO2 makes up for it.
  alsoNeeds: (v) =>
    (v.ecmo ?? 'none') === 'none' &&
    v.pf_ratio === undefined &&
    sofa2SaturationRatio(v) === undefined
      ? ['pf_ratio']
      : [],
  compute(v) {
    const limits = v.support_limits ?? 'none';
    const noVentilator = limits === 'ventilation' || limits === 'both';
    // For the circulation it counts in both systems.
    const lungs =
      v.ecmo === 'none'
        ? sofa2Lungs(v, v.advanced_respiratory_support || noVentilator)
        : { ecmo: v.ecmo === 'respiratory' ? 4 : 8 };
    const heart =
      v.ecmo === 'cardiovascular'
        ? {}
        : sofa2Circulation(v, limits === 'vasoactive' || limits === 'both');
    const warnings = sofa2Assumptions(v);
    const { value, points } = sumOf({
      gcs: coma(v.gcs),
      delirium_drugs: pointsIf(v.delirium_drugs && v.gcs >= 15),
      ...lungs,
      ...heart,
      bilirubin: bilirubin(rounded(v.bilirubin, 2)),
      ...kidneys(v),
      platelets: platelets(v.platelets),
    });
    return { value, points, warnings };
  },
});
