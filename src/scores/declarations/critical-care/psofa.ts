import { flag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, total } from '../../score.js';
import { SOFA_ORGANS, sofaRespiratoryPoints } from './sofa-organs.js';
import {
  assumedNotRunning,
  SOFA_VASOACTIVE_INPUTS,
  sofaPressure,
  sofaVasoactivePoints,
  vasoactiveInput,
} from './vasoactive-doses.js';

/** One month in years; 1 / 12 itself would miss the 0.0833 that a conversion from months leaves. */
const MONTH = 0.083;

/** Matics 2017, table 1: by age in years, the least normal MAP and where creatinine scores 1–4. */
const AGE_GROUPS: ReadonlyArray<{
  readonly below: number;
  readonly pressure: number;
  readonly creatinine: readonly [number, number, number, number];
}> = [
  { below: MONTH, pressure: 46, creatinine: [0.8, 1, 1.2, 1.6] },
  { below: 1, pressure: 55, creatinine: [0.3, 0.5, 0.8, 1.2] },
  { below: 2, pressure: 60, creatinine: [0.4, 0.6, 1.1, 1.5] },
  { below: 5, pressure: 62, creatinine: [0.6, 0.9, 1.6, 2.3] },
  { below: 12, pressure: 65, creatinine: [0.7, 1.1, 1.8, 2.6] },
  // "144–216 months": 18.0 years is still in it.
  { below: 18.0001, pressure: 67, creatinine: [1, 1.7, 2.9, 4.2] },
];
const ADULT = { pressure: 70, creatinine: [1.2, 2, 3.5, 5] } as const;

const groupOf = (age: number) => AGE_GROUPS.find(({ below }) => age < below) ?? ADULT;
const ALL_GROUPS = [...AGE_GROUPS, ADULT];

const { platelets, bilirubin, coma } = SOFA_ORGANS;
const saturationRatio = stepsFrom(4, [148, 3], [221, 2], [264, 1], [292, 0]);

interface Oxygenation {
  readonly pf_ratio?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
  readonly fio2?: number | undefined;
}

/** SpO₂/FiO₂, used instead of PaO₂/FiO₂ where the saturation is 97 % or less. */
function spo2Ratio({ oxygen_saturation, fio2 }: Oxygenation): number | undefined {
  if (oxygen_saturation === undefined || fio2 === undefined || oxygen_saturation > 97) {
    return undefined;
  }
  return oxygen_saturation / (fio2 / 100);
}

function lungs(v: Oxygenation, supported: boolean): Readonly<Record<string, number>> {
  if (v.pf_ratio !== undefined) return { pf_ratio: sofaRespiratoryPoints(v.pf_ratio, supported) };
  const ratio = spo2Ratio(v);
  const points = ratio === undefined ? 0 : saturationRatio(rounded(ratio, 2));
  return { oxygen_saturation: supported ? points : Math.min(points, 2) };
}

/** From two points on, more are given only to those who have support. */
function supportMatters(v: Oxygenation): boolean {
  const points = Object.values(lungs(v, true))[0] ?? 0;
  const unknown = v.pf_ratio === undefined && spo2Ratio(v) === undefined;
  return unknown || points > 2;
}

export const psofa = defineScore({
  id: 'psofa',
  name: 'Paediatric Sequential Organ Failure Assessment',
  aliases: ['pediatric_sofa', 'paediatric_sofa', 'p_sofa'],
  group: 'critical care',
  purpose: 'Grades the failure of six organs in children.',
  population: 'Children and adolescents up to 21 years in intensive care; worst values of 24 hours',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 24 },
  inputs: {
    age: quantity('age', { max: 21, precision: 0.001, cuts: [MONTH, 1, 2, 5, 12, 18] }),
    pf_ratio: quantity('pf_ratio', { cuts: SOFA_ORGANS.lungs.cuts, optional: true }),
    oxygen_saturation: quantity('oxygen_saturation', { cuts: [97], optional: true }),
    fio2: quantity('fio2', { optional: true }),
    mechanical_ventilation: {
      ...flag('mechanical_ventilation', {
        title: 'Respiratory support',
        help: 'Needed where PaO₂/FiO₂ is below 200, or SpO₂/FiO₂ below 221.',
      }),
      optional: true,
    },
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    bilirubin: quantity('bilirubin', { cuts: bilirubin.cuts, monotone: 'rising' }),
    mean_arterial_pressure: sofaPressure(ALL_GROUPS.map(({ pressure }) => pressure)),
    ...SOFA_VASOACTIVE_INPUTS,
    gcs: quantity('gcs', { cuts: coma.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', {
      cuts: ALL_GROUPS.flatMap((group) => group.creatinine),
      monotone: 'rising',
    }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No or minimal organ dysfunction.' },
    {
      id: 'dysfunction',
      from: 2,
      interpretation:
        'Organ dysfunction; if two points are new and an infection is suspected, the authors call ' +
        'it sepsis.',
    },
  ],
  references: [
    {
      title:
        'Matics TJ, Sanchez-Pinto LN. Adaptation and validation of a pediatric Sequential Organ ' +
        'Failure Assessment score and evaluation of the Sepsis-3 definitions',
      doi: '10.1001/jamapediatrics.2017.2352',
      year: 2017,
    },
  ],
  alsoNeeds: (v) => [
    // Unless a saturation up to 97 % with its FiO2 makes up for it.
    ...(v.pf_ratio === undefined && spo2Ratio(v) === undefined ? (['pf_ratio'] as const) : []),
    ...(supportMatters(v) ? (['mechanical_ventilation'] as const) : []),
    ...(sofaVasoactivePoints(v) === 0 ? (['mean_arterial_pressure'] as const) : []),
  ],
  compute(v) {
    const group = groupOf(v.age);
    const drug = vasoactiveInput(v);
    const warnings = assumedNotRunning(v);
    const points = {
      platelets: platelets(v.platelets),
      ...lungs(v, v.mechanical_ventilation ?? false),
      bilirubin: bilirubin(rounded(v.bilirubin, 2)),
      mean_arterial_pressure: pointsIf(
        drug === undefined && (v.mean_arterial_pressure ?? group.pressure) < group.pressure,
      ),
      ...(drug !== undefined && { [drug]: sofaVasoactivePoints(v) }),
      gcs: coma(v.gcs),
      // Free of what unit conversion leaves: 176.8 µmol/L are 1.99996 mg/dL.
      creatinine: group.creatinine.filter((from) => rounded(v.creatinine, 2) >= from).length,
    };
    return { value: total(points), points, warnings };
  },
});
