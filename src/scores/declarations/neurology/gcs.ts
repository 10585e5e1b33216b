import { ownFlag, quantity } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const everyStep = (max: number) => Array.from({ length: max - 1 }, (_, at) => at + 2);

/** Eye, verbal and motor response as all forms of the scale ask for them. */
export const GCS_PARTS = {
  gcs_eye: quantity('gcs_eye', {
    cuts: everyStep(4),
    monotone: 'rising',
    help: '4 spontaneous, 3 to sound, 2 to pressure, 1 none',
  }),
  gcs_verbal: quantity('gcs_verbal', {
    cuts: everyStep(5),
    monotone: 'rising',
    help: '5 orientated, 4 confused, 3 words, 2 sounds, 1 none',
  }),
  gcs_motor: quantity('gcs_motor', {
    cuts: everyStep(6),
    monotone: 'rising',
    help: '6 obeys, 5 localises, 4 normal flexion, 3 abnormal flexion, 2 extension, 1 none',
  }),
} as const;

export const GCS_CATEGORIES = [
  {
    id: 'severe',
    from: 3,
    interpretation: 'Severe impairment of consciousness (3–8): coma.',
    action: {
      text:
        'Protect the airway (an anaesthetist at 8 or less). After head injury: CT within one hour, ' +
        'neurosurgical centre.',
      source: 'NICE NG232 Head injury 2023',
    },
  },
  {
    id: 'moderate',
    from: 9,
    interpretation: 'Moderate impairment of consciousness (9–12).',
    action: {
      text: 'After head injury: CT of the head within one hour.',
      source: 'NICE NG232 Head injury 2023',
    },
  },
  {
    id: 'mild',
    from: 13,
    interpretation: 'Mild impairment (13–14) or none (15).',
    action: {
      text: 'After head injury: CT within one hour if it is still below 15 two hours after the injury.',
      source: 'NICE NG232 Head injury 2023',
    },
  },
] as const;

export const TEASDALE_1974 = {
  title: 'Teasdale G, Jennett B. Assessment of coma and impaired consciousness: a practical scale',
  doi: '10.1016/S0140-6736(74)91639-0',
  year: 1974,
} as const;

const NOT_COMPARABLE =
  'A part that cannot be tested counts as 1 here: report the parts, not the total, and do not ' +
  'compare it with other totals';

/** Glasgow Coma Scale with its notation (E4V5M6; VT intubated, EC eyes closed by swelling). */
export const gcs = defineScore({
  id: 'gcs',
  name: 'Glasgow Coma Scale',
  aliases: ['glasgow_coma_scale', 'glasgow_coma_score'],
  group: 'neurology',
  purpose: 'Grades the level of consciousness by eye, verbal and motor response.',
  population: 'Patients with impaired consciousness who are old enough to speak',
  unit: '{score}',
  decimals: 0,
  range: { min: 3, max: 15 },
  inputs: {
    ...GCS_PARTS,
    intubated: {
      ...ownFlag('Cannot speak because of an airway tube', { help: 'Give gcs_verbal as 1' }),
      optional: true,
    },
    eyes_swollen_shut: {
      ...ownFlag('Cannot open the eyes because of swelling', { help: 'Give gcs_eye as 1' }),
      optional: true,
    },
  },
  categories: GCS_CATEGORIES,
  references: [
    TEASDALE_1974,
    {
      title: 'Teasdale G et al. The Glasgow Coma Scale at 40 years: standing the test of time',
      doi: '10.1016/S1474-4422(14)70120-6',
      year: 2014,
    },
  ],
  refuses({ intubated, eyes_swollen_shut, gcs_verbal, gcs_eye }) {
    if (intubated && gcs_verbal !== undefined && gcs_verbal > 1) {
      return { input: 'gcs_verbal', issue: 'an intubated patient cannot speak: give 1' };
    }
    if (eyes_swollen_shut && gcs_eye !== undefined && gcs_eye > 1) {
      return { input: 'gcs_eye', issue: 'eyes that are swollen shut do not open: give 1' };
    }
    return undefined;
  },
  compute({ gcs_eye, gcs_verbal, gcs_motor, intubated, eyes_swollen_shut }) {
    const eye = eyes_swollen_shut ? 'C' : gcs_eye;
    const verbal = intubated ? 'T' : gcs_verbal;
    const { value, points } = sumOf({ gcs_eye, gcs_verbal, gcs_motor });
    return {
      value,
      points,
      derived: [{ name: 'notation', value: `E${eye}V${verbal}M${gcs_motor}` }],
      warnings: intubated || eyes_swollen_shut ? [NOT_COMPARABLE] : undefined,
    };
  },
});
