import { flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, total } from '../../score.js';

/** Crystalloid for hypotension or lactate ≥ 4 mmol/L, in mL/kg. */
const CRYSTALLOID_ML_PER_KG = 30;

const HOUR_1 = 'Surviving Sepsis Campaign bundle 2018, 10.1007/s00134-018-5085-0';

interface State {
  readonly weight: number;
  readonly lactate: number | undefined;
  readonly lactate_remeasured: boolean | undefined;
  readonly blood_cultures_taken: boolean;
  readonly antibiotics_given: boolean;
  readonly hypotension: boolean;
  readonly crystalloid_given: number | undefined;
  readonly hypotension_despite_fluids: boolean;
  readonly vasopressor_running: boolean;
}

/** Volume in mL that the bundle asks for; 0 where it asks for none. */
function crystalloidDue({ weight, lactate, hypotension }: State): number {
  const indicated = hypotension || (lactate !== undefined && lactate >= 4);
  return indicated ? Math.round(CRYSTALLOID_ML_PER_KG * weight) : 0;
}

/** The elements that are still to be done, each with what is due. */
function dueOf(state: State): ReadonlyArray<readonly [input: keyof State, what: string]> {
  const { lactate } = state;
  const volume = crystalloidDue(state);
  const left = Math.max(0, volume - (state.crystalloid_given ?? 0));
  const due: Array<readonly [boolean, keyof State, string]> = [
    [lactate === undefined, 'lactate', 'measure lactate'],
    [
      lactate !== undefined && lactate > 2 && !state.lactate_remeasured,
      'lactate',
      'remeasure lactate',
    ],
    [!state.blood_cultures_taken, 'blood_cultures_taken', 'blood cultures before antibiotics'],
    [!state.antibiotics_given, 'antibiotics_given', 'broad-spectrum antibiotics'],
    [left > 0, 'crystalloid_given', `crystalloid, ${left} mL of ${volume} mL to go`],
    [
      state.hypotension_despite_fluids && !state.vasopressor_running,
      'vasopressor_running',
      'vasopressor for a mean arterial pressure of 65 mmHg or more',
    ],
  ];
  return due.filter(([isDue]) => isDue).map(([, input, what]) => [input, what]);
}

/** What the hour-1 bundle still asks for; the value is the number of elements that are due. */
export const sepsisHour1Bundle = defineScore({
  id: 'sepsis_hour1_bundle',
  name: 'Surviving Sepsis Campaign hour-1 bundle',
  aliases: ['hour_1_bundle', 'sepsis_bundle', 'ssc_bundle'],
  group: 'early warning and sepsis',
  purpose: 'Counts the elements of the sepsis bundle that are due now, and says which.',
  population: 'Adults with suspected sepsis or septic shock',
  unit: '{elements}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    weight: quantity('weight', { min: 20 }),
    lactate: quantity('lactate', {
      cuts: [2, 4],
      optional: true,
      help: 'The first value; leave it out while it has not been measured.',
    }),
    lactate_remeasured: {
      ...ownFlag('Lactate measured again after a first value above 2 mmol/L'),
      optional: true,
    },
    blood_cultures_taken: ownFlag('Blood cultures taken'),
    antibiotics_given: ownFlag('Broad-spectrum antibiotics given'),
    hypotension: ownFlag('Hypotension', {
      help: 'Systolic pressure below 90 mmHg or mean below 65 mmHg on recognition.',
    }),
    crystalloid_given: ownQuantity('Crystalloid given so far', 'mL', [0, 20_000], 1, {
      optional: true,
    }),
    hypotension_despite_fluids: ownFlag('Hypotension during or after the fluid'),
    vasopressor_running: ownFlag('A vasopressor is running'),
    suspected_infection: { ...flag('suspected_infection'), optional: true },
  },
  categories: [
    { id: 'complete', from: 0, interpretation: 'Nothing of the bundle is due.' },
    {
      id: 'due',
      from: 1,
      interpretation: 'Elements of the bundle are due.',
      action: {
        text:
          'Begin all that is due at once. Without shock and where sepsis is only possible, ' +
          'antibiotics may wait up to three hours for a rapid work-up (SSC 2021).',
        source: `${HOUR_1}; SSC 2021, 10.1007/s00134-021-06506-y`,
      },
    },
  ],
  references: [
    {
      title: 'Levy MM, Evans LE, Rhodes A. The Surviving Sepsis Campaign Bundle: 2018 update',
      doi: '10.1007/s00134-018-5085-0',
      year: 2018,
    },
    {
      title:
        'Evans L et al. Surviving Sepsis Campaign: international guidelines for management of ' +
        'sepsis and septic shock 2021',
      doi: '10.1007/s00134-021-06506-y',
      year: 2021,
    },
  ],
  refuses: ({ suspected_infection }) =>
    suspected_infection === false
      ? { input: 'suspected_infection', issue: 'The bundle is for suspected or proven infection' }
      : undefined,
  compute(given) {
    // 36 mg/dL are 3.996 mmol/L and count as 4.
    const lactate = given.lactate === undefined ? undefined : rounded(given.lactate, 2);
    const v = { ...given, lactate };
    const due = dueOf(v);
    const points = Object.fromEntries(due.map(([input]) => [input, pointsIf(true)]));
    const volume = crystalloidDue(v);
    return {
      value: total(points),
      points,
      derived: [
        { name: 'due', value: due.map(([, what]) => what).join('; ') || 'nothing' },
        { name: 'crystalloid_volume', value: volume, unit: 'mL' },
      ],
      warnings:
        volume > 0
          ? ['SSC 2021 only suggests 30 mL/kg, within three hours; reassess while it runs']
          : undefined,
    };
  },
});
