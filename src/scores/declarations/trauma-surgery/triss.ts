import { choice, ownQuantity, quantity } from '../../input.js';
import { logistic } from '../../logistic.js';
import { defineScore } from '../../score.js';
import { RTS_INPUTS, rtsCodes, weightedRts } from './rts.js';

/** Major Trauma Outcome Study, AIS-90 (1995), as tabled by trauma.org: b0, RTS, ISS, age index. */
const MTOS_1995 = {
  blunt: [-0.4499, 0.8085, -0.0835, -1.743],
  penetrating: [-2.5355, 0.9934, -0.0651, -1.136],
} as const;

/**
 * Probability of survival, 0–1, by TRISS with the MTOS coefficients of 1995.
 * Below 15 years the blunt coefficients hold for every mechanism; the age index is 1 from 55 on.
 */
export function trissSurvival(
  rtsScore: number,
  iss: number,
  ageYears: number,
  mechanism: 'blunt' | 'penetrating',
): number {
  const [base, byRts, byIss, byAge] = MTOS_1995[ageYears < 15 ? 'blunt' : mechanism];
  const logit = base + byRts * rtsScore + byIss * iss + byAge * (ageYears >= 55 ? 1 : 0);
  return logistic(logit);
}

/** Probability of survival of an injured patient (Boyd 1987, coefficients of 1995). */
export const triss = defineScore({
  id: 'triss',
  name: 'TRISS probability of survival (MTOS coefficients of 1995)',
  aliases: ['trauma_and_injury_severity_score', 'trauma_score_injury_severity_score'],
  group: 'trauma and surgery',
  purpose: 'Predicts survival from physiology, anatomy, age and mechanism of an injury.',
  population: 'Injured patients, not for burns alone',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    ...RTS_INPUTS,
    iss: ownQuantity('Injury Severity Score', '{score}', [0, 75], 1, { monotone: 'falling' }),
    age: quantity('age', { cuts: [15, 55] }),
    injury_mechanism: choice(
      'Mechanism of injury',
      { blunt: 'blunt', penetrating: 'penetrating' },
      { help: 'Below 15 years the blunt coefficients are used for both' },
    ),
  },
  categories: [
    {
      id: 'below-half',
      from: 0,
      interpretation: 'Survival is less likely than death; a survivor is unexpected.',
    },
    {
      id: 'half-or-more',
      from: 50,
      interpretation: 'Survival is likelier than death; a death deserves review.',
    },
  ],
  references: [
    {
      title: 'Boyd CR, Tolson MA, Copes WS. Evaluating trauma care: the TRISS method',
      doi: '10.1097/00005373-198704000-00005',
      year: 1987,
    },
    {
      title: 'Champion HR et al. The Major Trauma Outcome Study: national norms for trauma care',
      doi: '10.1097/00005373-199011000-00008',
      year: 1990,
    },
    {
      title: 'Trauma.org. TRISS: Trauma Score – Injury Severity Score (coefficients of 1995)',
      url: 'http://www.trauma.org/archive/scores/triss.html',
      year: 1995,
    },
  ],
  compute(v) {
    const rts = weightedRts(rtsCodes(v));
    const survival = trissSurvival(rts, v.iss, v.age, v.injury_mechanism);
    return {
      value: Number((100 * survival).toFixed(2)),
      risk: { outcome: 'survival', probability: survival, horizon: 'hospital stay' },
      derived: [{ name: 'rts', value: rts, unit: '{score}' }],
    };
  },
});
