import { quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import {
  alteredBy,
  MENTATION_INPUTS,
  mentationNeeds,
  mentationRefusal,
  mentationWarnings,
} from '../lung/altered-mentation.js';

const albumin = stepsFrom(1, [3, 0]);
const inr = stepsAbove(0, [1.5, 1]);
const systolic = stepsAbove(1, [90, 0]);
const age = stepsFrom(0, [65, 1]);
/** Deaths in hospital by score, Saltzman 2011. */
const MORTALITY = [0.003, 0.012, 0.053, 0.103, 0.165, 0.245];

/** In-hospital mortality of upper gastrointestinal bleeding (Saltzman 2011). */
export const aims65 = defineScore({
  id: 'aims65',
  name: 'AIMS65',
  aliases: ['aims_65', 'aims65_score'],
  group: 'liver and gut',
  purpose: 'Predicts death in hospital from upper gastrointestinal bleeding.',
  population: 'Adults with acute upper gastrointestinal bleeding',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    albumin: quantity('albumin', { cuts: albumin.cuts }),
    inr: quantity('inr', { cuts: inr.cuts }),
    ...MENTATION_INPUTS,
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    age: quantity('age', { min: 18, cuts: age.cuts }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of death in hospital.' },
    {
      id: 'high',
      from: 2,
      interpretation: 'High risk of death in hospital.',
      action: { text: 'Think of a monitored bed and early endoscopy.', source: 'Saltzman 2011' },
    },
  ],
  references: [
    {
      title:
        'Saltzman JR et al. A simple risk score accurately predicts in-hospital mortality, length ' +
        'of stay, and cost in acute upper GI bleeding',
      doi: '10.1016/j.gie.2011.06.024',
      year: 2011,
    },
  ],
  refuses: mentationRefusal,
  alsoNeeds: mentationNeeds,
  compute(v) {
    const altered = alteredBy(v);
    const { value, points } = sumOf({
      albumin: albumin(v.albumin),
      inr: inr(v.inr),
      ...(altered !== undefined && { [altered]: 1 }),
      systolic_bp: systolic(v.systolic_bp),
      age: age(v.age),
    });
    const probability = MORTALITY[value] ?? 0.245;
    return {
      value,
      points,
      risk: { outcome: 'death', probability, horizon: 'hospital stay' },
      warnings: mentationWarnings(v),
    };
  },
});
