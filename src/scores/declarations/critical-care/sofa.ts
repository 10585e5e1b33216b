import { flag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, type Risk, stepsFrom, sumOf } from '../../score.js';
import { SOFA_ORGANS, sofaRespiratoryPoints } from './sofa-organs.js';
import {
  assumedNotRunning,
  SOFA_VASOACTIVE_INPUTS,
  sofaPressure,
  sofaVasoactivePoints,
  type VasoactiveDoses,
  vasoactiveInput,
} from './vasoactive-doses.js';

const { lungs, platelets, bilirubin, coma } = SOFA_ORGANS;
const creatinine = stepsFrom(0, [1.2, 1], [2, 2], [3.5, 3], [5, 4]);
const urine = stepsFrom(4, [200, 3], [500, 0]);

/**
 * The column in µmol/L of the same table. From 2 points on (bilirubin: from 1) its bands begin a little
 * below those in mg/dL: 300 µmol/L of creatinine scores 3 there, as 3.39 mg/dL it scores 2.
 */
const MICROMOLAR = [
  { name: 'bilirubin', perMgDl: 17.1, points: stepsFrom(0, [20, 1], [33, 2], [102, 3], [205, 4]) },
  {
    name: 'creatinine',
    perMgDl: 88.4,
    points: stepsFrom(0, [110, 1], [171, 2], [300, 3], [441, 4]),
  },
] as const;

/** Written in tenths, as the bands in mg/dL are. */
const inTenths = (level: number) => Math.abs(level * 10 - Math.round(level * 10)) < 1e-6;

/** Says where the column in µmol/L gives more than the points that were counted in mg/dL. */
function higherInMicromoles(
  levels: { readonly bilirubin: number; readonly creatinine: number },
  counted: { readonly bilirubin: number; readonly creatinine: number },
): string[] {
  return MICROMOLAR.flatMap(({ name, perMgDl, points }) => {
    const more = points(Math.round(levels[name] * perMgDl));
    return more > counted[name] && !inTenths(levels[name])
      ? [`By the µmol/L column of the published table the ${name} scores ${more}`]
      : [];
  });
}

/** Adrenergic agents outrank the pressure; it counts 1 below 70 mmHg without them. */
function circulation(
  pressure: number | undefined,
  doses: VasoactiveDoses,
): Readonly<Record<string, number>> {
  const drug = vasoactiveInput(doses);
  return drug === undefined
    ? { mean_arterial_pressure: pressure !== undefined && pressure < 70 ? 1 : 0 }
    : { mean_arterial_pressure: 0, [drug]: sofaVasoactivePoints(doses) };
}

/** The worse of creatinine and urine counts. */
function kidneys(level: number, output: number | undefined): Readonly<Record<string, number>> {
  // Free of what unit conversion leaves: 176.8 µmol/L are 1.99996 mg/dL.
  const fromLevel = creatinine(rounded(level, 2));
  const fromUrine = output === undefined ? 0 : urine(output);
  return fromUrine > fromLevel
    ? { creatinine: 0, urine_output: fromUrine }
    : { creatinine: fromLevel };
}

/** Mortality by the score on admission to intensive care (Ferreira 2001); of 0 and 1 none died. */
const MORTALITY: ReadonlyArray<readonly [from: number, rate: number]> = [
  [12, 0.952],
  [10, 0.5],
  [8, 0.333],
  [6, 0.215],
  [4, 0.202],
  [2, 0.064],
];

function riskOf(points: number): Risk | undefined {
  const probability = MORTALITY.find(([from]) => points >= from)?.[1];
  return probability === undefined
    ? undefined
    : {
        outcome: 'death, by the score on admission to intensive care (Ferreira 2001, n = 352)',
        probability,
        horizon: 'stay in intensive care',
      };
}

const SEPSIS_3 = 'Sepsis-3, 10.1001/jama.2016.0287';

export const sofa = defineScore({
  id: 'sofa',
  name: 'Sequential Organ Failure Assessment',
  aliases: ['sequential_organ_failure_assessment', 'sofa_score'],
  group: 'critical care',
  purpose: 'Grades the failure of six organs; two points more from an infection define sepsis.',
  population: 'Adults in intensive care or with suspected sepsis; worst values of 24 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 24 },
  inputs: {
    pf_ratio: quantity('pf_ratio', { cuts: lungs.cuts, monotone: 'falling' }),
    mechanical_ventilation: {
      ...flag('mechanical_ventilation', {
        title: 'Respiratory support (ventilator or CPAP)',
        help: 'Needed where PaO₂/FiO₂ is below 200.',
      }),
      optional: true,
    },
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    bilirubin: quantity('bilirubin', { cuts: bilirubin.cuts, monotone: 'rising' }),
    mean_arterial_pressure: sofaPressure([70]),
    ...SOFA_VASOACTIVE_INPUTS,
    gcs: quantity('gcs', { cuts: coma.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', { cuts: creatinine.cuts, monotone: 'rising' }),
    urine_output: quantity('urine_output', {
      cuts: urine.cuts,
      monotone: 'falling',
      optional: true,
    }),
  },
  categories: [
    {
      id: 'none',
      from: 0,
      interpretation: 'No or minimal organ dysfunction.',
    },
    {
      id: 'dysfunction',
      from: 2,
      interpretation:
        'Organ dysfunction; if it is new and an infection is suspected, this is sepsis, with a ' +
        'hospital mortality of about 10 %.',
      action: {
        text: 'Look for infection and treat as sepsis; repeat daily: a rising score is a bad sign.',
        source: SEPSIS_3,
      },
    },
    {
      id: 'severe',
      from: 12,
      interpretation: 'Failure of several organs, with a very high mortality.',
      action: {
        text: 'Intensive care with organ support; talk about the aims of treatment.',
        source: SEPSIS_3,
      },
    },
  ],
  references: [
    {
      title:
        'Vincent JL et al. The SOFA (Sepsis-related Organ Failure Assessment) score to describe ' +
        'organ dysfunction/failure',
      doi: '10.1007/BF01709751',
      year: 1996,
    },
    {
      title:
        'Singer M et al. The Third International Consensus Definitions for Sepsis and Septic Shock',
      doi: '10.1001/jama.2016.0287',
      year: 2016,
    },
    {
      title:
        'Ferreira FL et al. Serial evaluation of the SOFA score to predict outcome in critically ' +
        'ill patients',
      doi: '10.1001/jama.286.14.1754',
      year: 2001,
    },
  ],
  // Support matters below 200 only; a drug that runs outranks the pressure.
  alsoNeeds: (v) => [
    ...(rounded(v.pf_ratio ?? 0, 2) < 200 ? (['mechanical_ventilation'] as const) : []),
    ...(sofaVasoactivePoints(v) === 0 ? (['mean_arterial_pressure'] as const) : []),
  ],
  compute(v) {
    const liver = bilirubin(rounded(v.bilirubin, 2));
    const renal = kidneys(v.creatinine, v.urine_output);
    const warnings = [
      ...assumedNotRunning(v),
      ...higherInMicromoles(v, { bilirubin: liver, creatinine: Math.max(...Object.values(renal)) }),
    ];
    const { value, points } = sumOf({
      pf_ratio: sofaRespiratoryPoints(v.pf_ratio, v.mechanical_ventilation ?? false),
      platelets: platelets(v.platelets),
      bilirubin: liver,
      ...circulation(v.mean_arterial_pressure, v),
      gcs: coma(v.gcs),
      ...renal,
    });
    const risk = riskOf(value);
    return { value, points, risk, warnings };
  },
});
