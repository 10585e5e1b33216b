import { flag, grade, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

/** One month in years; 1 / 12 itself would miss the 0.0833 that a conversion from months leaves. */
const MONTH = 0.083;

/** Mean pressure in mmHg below which 1 and 2 points are given, by age in years. */
const PRESSURE: ReadonlyArray<readonly [below: number, one: number, two: number]> = [
  [MONTH, 31, 17],
  [1, 39, 25],
  [2, 44, 31],
  [5, 45, 32],
  [12, 49, 36],
  [Number.POSITIVE_INFINITY, 52, 38],
];

const lactate = stepsFrom(0, [5, 1], [11, 2]);

/** Cardiovascular points for mean arterial pressure by age (Sanchez-Pinto 2024, table 2). */
function pressurePoints(age: number, pressure: number): number {
  const [, one, two] = PRESSURE.find(([below]) => age < below) ?? [0, 0, 0];
  return pointsIf(pressure < one) + pointsIf(pressure < two);
}

interface Oxygenation {
  readonly pf_ratio: number | undefined;
  readonly oxygen_saturation: number | undefined;
  readonly fio2: number | undefined;
  readonly mechanical_ventilation: boolean;
  readonly other_respiratory_support: boolean;
}

function saturationRatio({ oxygen_saturation, fio2 }: Oxygenation): number | undefined {
  if (oxygen_saturation === undefined || fio2 === undefined || oxygen_saturation > 97) {
    return undefined;
  }
  // Free of what the division leaves: 112 / 0.28 is 399.999…
  return rounded(oxygen_saturation / (fio2 / 100), 2);
}

/** Either ratio counts where it is low; SpO₂/FiO₂ only with a saturation of 97 % or less. */
function respiratoryPoints(v: Oxygenation): number {
  const pf = v.pf_ratio === undefined ? Number.POSITIVE_INFINITY : rounded(v.pf_ratio, 2);
  const sf = saturationRatio(v) ?? Number.POSITIVE_INFINITY;
  const supported = v.mechanical_ventilation || v.other_respiratory_support;
  return (
    pointsIf(supported && (pf < 400 || sf < 292)) +
    pointsIf(v.mechanical_ventilation && (pf < 200 || sf < 220)) +
    pointsIf(v.mechanical_ventilation && (pf < 100 || sf < 148))
  );
}

const COAGULATION = ['platelets', 'inr', 'd_dimer', 'fibrinogen'] as const;

/** One point for each abnormal test, two at most: the first two in this order carry them. */
function coagulation(
  v: Readonly<Record<(typeof COAGULATION)[number], number | undefined>>,
): Readonly<Record<string, number>> {
  const abnormal: Readonly<Record<(typeof COAGULATION)[number], boolean>> = {
    platelets: (v.platelets ?? 100) < 100,
    inr: (v.inr ?? 0) > 1.3,
    // 2 mg/L FEU.
    d_dimer: (v.d_dimer ?? 0) > 2000,
    fibrinogen: (v.fibrinogen ?? 100) < 100,
  };
  const counted = COAGULATION.filter((test) => abnormal[test]).slice(0, 2);
  return Object.fromEntries(counted.map((test) => [test, 1]));
}

const vasoactives = stepsAbove(0, [0, 1], [1, 2]);
const SOURCE = 'Schlapbach 2024, 10.1001/jama.2024.0179';
const MEASURED = ['lactate', 'platelets', 'inr', 'd_dimer', 'fibrinogen'] as const;

export const phoenixSepsis = defineScore({
  id: 'phoenix_sepsis',
  name: 'Phoenix Sepsis Score',
  aliases: ['phoenix', 'phoenix_sepsis_score'],
  group: 'critical care',
  purpose: 'Identifies sepsis and septic shock in children with suspected infection.',
  population:
    'Children under 18 years; not newborns before first discharge or born preterm (< 37 wk)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 13 },
  inputs: {
    age: quantity('age', { max: 17.999, precision: 0.001, cuts: [MONTH, 1, 2, 5, 12] }),
    suspected_infection: { ...flag('suspected_infection'), optional: true },
    mechanical_ventilation: flag('mechanical_ventilation', {
      title: 'Invasive mechanical ventilation',
    }),
    other_respiratory_support: ownFlag('Oxygen, high flow, CPAP or non-invasive ventilation'),
    pf_ratio: quantity('pf_ratio', { cuts: [100, 200, 400], optional: true }),
    oxygen_saturation: quantity('oxygen_saturation', { cuts: [97], optional: true }),
    fio2: quantity('fio2', { optional: true }),
    vasoactive_medications: grade('Number of vasoactive medications running', [0, 6], {
      help: 'Of dobutamine, dopamine, adrenaline, milrinone, noradrenaline, vasopressin.',
      monotone: 'rising',
    }),
    mean_arterial_pressure: quantity('mean_arterial_pressure', {
      cuts: PRESSURE.flatMap(([, one, two]) => [two, one]),
      monotone: 'falling',
    }),
    lactate: quantity('lactate', { cuts: lactate.cuts, monotone: 'rising', optional: true }),
    platelets: quantity('platelets', { cuts: [100], monotone: 'falling', optional: true }),
    inr: quantity('inr', { cuts: [1.3], monotone: 'rising', optional: true }),
    d_dimer: quantity('d_dimer', {
      cuts: [2000],
      monotone: 'rising',
      optional: true,
      help: 'In fibrinogen equivalent units (FEU).',
    }),
    fibrinogen: quantity('fibrinogen', { cuts: [100], monotone: 'falling', optional: true }),
    gcs: quantity('gcs', { cuts: [11], monotone: 'falling' }),
    fixed_pupils: ownFlag('Both pupils fixed'),
  },
  categories: [
    { id: 'no sepsis', from: 0, interpretation: 'The criteria of sepsis are not met.' },
    {
      id: 'sepsis',
      from: 2,
      interpretation: 'Sepsis: suspected infection with life-threatening organ dysfunction.',
      action: { text: 'Treat as sepsis; intensive care review.', source: SOURCE },
    },
    {
      id: 'septic shock',
      interpretation: 'Septic shock: sepsis with a cardiovascular point or more.',
      action: { text: 'Treat as septic shock; admit to intensive care.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'Sanchez-Pinto LN et al. Development and validation of the Phoenix criteria for pediatric ' +
        'sepsis and septic shock',
      doi: '10.1001/jama.2024.0196',
      year: 2024,
    },
    {
      title:
        'Schlapbach LJ et al. International consensus criteria for pediatric sepsis and septic shock',
      doi: '10.1001/jama.2024.0179',
      year: 2024,
    },
  ],
  compute(v) {
    const heart = {
      vasoactive_medications: vasoactives(v.vasoactive_medications),
      lactate: lactate(rounded(v.lactate ?? 0, 2)),
      mean_arterial_pressure: pressurePoints(v.age, v.mean_arterial_pressure),
    };
    const { value, points } = sumOf({
      [v.pf_ratio === undefined ? 'oxygen_saturation' : 'pf_ratio']: respiratoryPoints(v),
      ...heart,
      ...coagulation(v),
      ...(v.fixed_pupils ? { fixed_pupils: 2 } : { gcs: pointsIf(v.gcs <= 10) }),
    });
    const shock = sumOf(heart).value > 0;
    const sepsis = value >= 2 && v.suspected_infection !== false;
    const unmeasured = MEASURED.filter((name) => v[name] === undefined);
    const breathes = v.pf_ratio ?? saturationRatio(v);
    const warnings = [
      ...(breathes === undefined && (v.mechanical_ventilation || v.other_respiratory_support)
        ? ['Neither PaO2/FiO2 nor SpO2 up to 97 % with FiO2 was given: the lungs have no points']
        : []),
      ...(v.suspected_infection === undefined ? ['An infection was taken as suspected'] : []),
      ...(unmeasured.length > 0
        ? [`Not measured, so without points, as in the criteria: ${unmeasured.join(', ')}`]
        : []),
    ];
    return {
      value,
      points,
      category: sepsis ? (shock ? 'septic shock' : 'sepsis') : 'no sepsis',
      warnings,
    };
  },
});
