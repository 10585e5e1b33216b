import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { type Category, defineScore } from '../../score.js';

/** Serum anion gap in mmol/L without potassium: Na − Cl − HCO3. Emmett and Narins 1977. */
export function anionGap(sodium: number, chloride: number, bicarbonate: number): number {
  return sodium - chloride - bicarbonate;
}

/** Normal anion gap in mmol/L from which the delta calculations start. */
export const NORMAL_ANION_GAP = 12;

export const EMMETT = {
  title: 'Emmett M, Narins RG. Clinical use of the anion gap',
  doi: '10.1097/00005792-197701000-00002',
  year: 1977,
} as const;
export const KRAUT = {
  title: 'Kraut JA, Madias NE. Serum anion gap: its uses and limitations in clinical medicine',
  doi: '10.2215/CJN.03020906',
  year: 2007,
} as const;

/** Electrolytes of the gap, each with the direction in which it moves it. */
export const gapInputs = {
  sodium: quantity('sodium', { monotone: 'rising' }),
  chloride: quantity('chloride', { monotone: 'falling' }),
  bicarbonate: quantity('bicarbonate', { monotone: 'falling' }),
} as const;

/** Low below 3, high above 12: the range of ion-selective electrodes. */
export const GAP_CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: -200,
    interpretation:
      'Low: think of a laboratory error, low albumin, paraproteins, lithium or bromide.',
  },
  { id: 'normal', from: 3, interpretation: 'Not raised (12 mmol/L or less).' },
  {
    id: 'high',
    interpretation:
      'Raised (above 12 mmol/L): an acidosis by lactate, ketones, renal failure or toxins, if there ' +
      'is one.',
  },
];

/** The category that does not follow from the lower limits: above 12, not from 12 on. */
export const highGap = (gap: number) =>
  gap > NORMAL_ANION_GAP ? ({ category: 'high' } as const) : {};

export const serumAnionGap = defineScore({
  id: 'anion_gap',
  name: 'Anion gap',
  aliases: ['serum_anion_gap', 'ag'],
  group: 'body and fluids',
  purpose: 'Shows unmeasured anions and so sorts the causes of metabolic acidosis.',
  population: 'Anybody; the normal range depends on the laboratory and falls with albumin',
  unit: 'mmol/L',
  decimals: 1,
  range: { min: -150, max: 150 },
  inputs: { ...gapInputs, potassium: quantity('potassium', { optional: true }) },
  categories: GAP_CATEGORIES,
  references: [EMMETT, KRAUT],
  compute({ sodium, chloride, bicarbonate, potassium }) {
    const value = rounded(anionGap(sodium, chloride, bicarbonate), 1);
    return {
      value,
      ...highGap(value),
      ...(potassium !== undefined && {
        derived: [
          {
            name: 'anion_gap_with_potassium',
            value: rounded(value + potassium, 1),
            unit: 'mmol/L',
          },
        ],
      }),
    };
  },
});
