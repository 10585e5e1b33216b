import { choice, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** Points of a band with both ends in it: below, within, above. */
const within =
  (low: number, high: number, inside: number, above: number) =>
  (value: number): number =>
    value > high ? above : pointsIf(value >= low, inside);

const temperature = within(38.4, 39.4, 33, 49);
const ferritin = within(2000, 6000, 35, 50);
/** 1.5 and 4 mmol/L, of which 4 itself is 354.16 mg/dL. */
const triglycerides = within(132.7, 354.2, 44, 64);
const ORGANS = { none: 0, liver_or_spleen: 23, liver_and_spleen: 38 } as const;
const lineages = stepsFrom(0, [2, 24], [3, 34]);

/** Probability of the syndrome in percent at 90, 100, … 250 points (Fardet 2014, table 5). */
const PROBABILITY = [
  '< 1',
  '1',
  '3',
  '5',
  '9',
  '16',
  '25',
  '40',
  '54',
  '70',
  '80',
  '88',
  '93',
].concat(['96', '98', '99', '> 99']);

/** What the paper's table says of a value: at the printed value or between two of them. */
function probabilityText(value: number): string {
  const at = (value - 90) / 10;
  if (at <= 0) return '< 1 %';
  if (at >= PROBABILITY.length - 1) return '> 99 %';
  const [low, high] = [PROBABILITY[Math.floor(at)], PROBABILITY[Math.ceil(at)]];
  return low === high ? `${low} %` : `${low} to ${high} %`;
}

export const hscore = defineScore({
  id: 'hscore',
  name: 'HScore for reactive haemophagocytic syndrome',
  aliases: ['h_score', 'hlh_score', 'hemophagocytic_syndrome'],
  group: 'infection',
  purpose: 'Estimates how likely a secondary haemophagocytic lymphohistiocytosis is.',
  population: 'Adults with suspected reactive haemophagocytic syndrome',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 337 },
  inputs: {
    immunosuppression: ownFlag('Known immunosuppression', {
      help: 'HIV, or long-term glucocorticoids, ciclosporin, azathioprine.',
      fixed: true,
    }),
    temperature: quantity('temperature', { cuts: [38.4, 39.4], monotone: 'rising' }),
    organomegaly: choice('Enlarged liver or spleen', {
      none: 'neither',
      liver_or_spleen: 'one of them',
      liver_and_spleen: 'both',
    }),
    hemoglobin: quantity('hemoglobin', { cuts: [9.2], monotone: 'falling' }),
    wbc: quantity('wbc', { cuts: [5], monotone: 'falling' }),
    platelets: quantity('platelets', { cuts: [110], monotone: 'falling' }),
    ferritin: quantity('ferritin', { cuts: [2000, 6000], monotone: 'rising' }),
    triglycerides: quantity('triglycerides', { cuts: [132.7, 354.2], monotone: 'rising' }),
    fibrinogen: quantity('fibrinogen', { cuts: [250], monotone: 'falling' }),
    ast: quantity('ast', { cuts: [30], monotone: 'rising' }),
    hemophagocytosis: ownFlag('Haemophagocytosis in the bone marrow'),
  },
  categories: [
    { id: 'unlikely', from: 0, interpretation: 'The syndrome is unlikely.' },
    {
      id: 'likely',
      from: 170,
      interpretation: 'Above 169, the best threshold (sensitivity 93 %, specificity 86 %).',
      action: {
        text: 'Look for the trigger; involve haematology at once.',
        source: 'Fardet 2014, 10.1002/art.38690',
      },
    },
  ],
  references: [
    {
      title:
        'Fardet L et al. Development and validation of the HScore, a score for the diagnosis of ' +
        'reactive hemophagocytic syndrome',
      doi: '10.1002/art.38690',
      year: 2014,
    },
  ],
  compute(v) {
    const low = [v.hemoglobin <= 9.2, v.wbc <= 5, v.platelets <= 110].filter(Boolean).length;
    const { value, points } = sumOf({
      immunosuppression: pointsIf(v.immunosuppression, 18),
      temperature: temperature(rounded(v.temperature, 1)),
      organomegaly: ORGANS[v.organomegaly],
      hemoglobin: lineages(low),
      ferritin: ferritin(v.ferritin),
      triglycerides: triglycerides(v.triglycerides),
      fibrinogen: pointsIf(v.fibrinogen <= 250, 30),
      ast: pointsIf(v.ast >= 30, 19),
      hemophagocytosis: pointsIf(v.hemophagocytosis, 35),
    });
    return { value, points, derived: [{ name: 'probability', value: probabilityText(value) }] };
  },
});
