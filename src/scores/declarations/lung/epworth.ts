import { grade, type QuantityInput } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const SITUATIONS = {
  sitting_and_reading: 'Dozing while sitting and reading',
  watching_tv: 'Dozing in front of the television',
  sitting_in_public: 'Dozing while sitting still in public',
  car_passenger: 'Dozing as a passenger for an hour',
  lying_down_in_afternoon: 'Dozing while lying down in the afternoon',
  sitting_and_talking: 'Dozing while talking to somebody',
  sitting_after_lunch: 'Dozing after lunch without alcohol',
  in_traffic: 'Dozing in a car that stops in traffic',
} as const;
type EpworthSituation = keyof typeof SITUATIONS;
const NAMES = Object.keys(SITUATIONS) as EpworthSituation[];

const help = 'Chance of dozing: 0 none, 1 slight, 2 moderate, 3 high.';
const inputs = Object.fromEntries(
  NAMES.map((name) => [name, grade(SITUATIONS[name], [0, 3], { help, monotone: 'rising' })]),
) as Record<EpworthSituation, QuantityInput>;

/** Sleepiness of daily life in eight situations (Johns 1991). */
export const epworth = defineScore({
  id: 'epworth',
  name: 'Epworth Sleepiness Scale',
  aliases: ['ess', 'epworth_sleepiness_scale', 'epworth_score'],
  group: 'lung',
  purpose: 'Measures how easily somebody falls asleep in the daytime.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 24 },
  inputs,
  categories: [
    { id: 'lower normal', from: 0, interpretation: 'Lower normal sleepiness in the daytime.' },
    { id: 'higher normal', from: 6, interpretation: 'Higher normal sleepiness in the daytime.' },
    { id: 'mild', from: 11, interpretation: 'Mildly excessive sleepiness in the daytime.' },
    {
      id: 'moderate',
      from: 13,
      interpretation: 'Moderately excessive sleepiness in the daytime.',
      action: {
        text: 'Look for sleep apnoea and other causes; ask about driving.',
        source: 'NICE NG202 (2021)',
      },
    },
    {
      id: 'severe',
      from: 16,
      interpretation: 'Severely excessive sleepiness in the daytime.',
      action: {
        text: 'Refer to a sleep service; advise about driving until assessed.',
        source: 'NICE NG202 (2021)',
      },
    },
  ],
  references: [
    {
      title:
        'Johns MW. A new method for measuring daytime sleepiness: the Epworth sleepiness scale',
      doi: '10.1093/sleep/14.6.540',
      year: 1991,
    },
    {
      title: 'Johns MW. About the Epworth Sleepiness Scale: interpretation of scores',
      url: 'https://epworthsleepinessscale.com/about-the-ess/',
      year: 2015,
    },
  ],
  compute: (v) => sumOf(Object.fromEntries(NAMES.map((name) => [name, v[name]]))),
});
