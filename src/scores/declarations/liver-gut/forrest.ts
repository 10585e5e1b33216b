import { choice } from '../../input.js';
import { defineScore } from '../../score.js';

/** The class in order, 1 for Ia to 6 for III, with rebleeding untreated (Laine and Peterson 1994). */
const CLASSES = {
  Ia: { rank: 1, rebleeds: 0.55 },
  Ib: { rank: 2, rebleeds: 0.55 },
  IIa: { rank: 3, rebleeds: 0.43 },
  IIb: { rank: 4, rebleeds: 0.22 },
  IIc: { rank: 5, rebleeds: 0.1 },
  III: { rank: 6, rebleeds: 0.05 },
} as const;

const source = 'ESGE guideline on non-variceal upper GI bleeding 2021';
const TREAT = {
  text: 'Treat at endoscopy; then high-dose proton pump inhibitor for 72 h.',
  source,
};
const SPARE = { text: 'No endoscopic treatment; oral proton pump inhibitor; early meal.', source };

/** Bleeding peptic ulcer as it looks at endoscopy (Forrest 1974). */
export const forrest = defineScore({
  id: 'forrest',
  name: 'Forrest classification',
  aliases: ['forrest_classification'],
  group: 'liver and gut',
  purpose: 'Says which bleeding ulcers need treatment at endoscopy.',
  population: 'Adults with a bleeding peptic ulcer at endoscopy',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 6 },
  inputs: {
    ulcer_appearance: choice('The ulcer at endoscopy', {
      Ia: 'spurting',
      Ib: 'oozing',
      IIa: 'visible vessel, not bleeding',
      IIb: 'adherent clot',
      IIc: 'flat pigmented spot',
      III: 'clean base',
    }),
  },
  categories: [
    { id: 'Ia', interpretation: 'Forrest Ia: spurting haemorrhage.', action: TREAT },
    { id: 'Ib', interpretation: 'Forrest Ib: oozing haemorrhage.', action: TREAT },
    {
      id: 'IIa',
      interpretation: 'Forrest IIa: visible vessel that does not bleed.',
      action: TREAT,
    },
    {
      id: 'IIb',
      interpretation: 'Forrest IIb: adherent clot.',
      action: { text: 'Think of removing the clot and treating what lies under it.', source },
    },
    { id: 'IIc', interpretation: 'Forrest IIc: flat pigmented spot.', action: SPARE },
    { id: 'III', interpretation: 'Forrest III: clean ulcer base.', action: SPARE },
  ],
  references: [
    {
      title: 'Forrest JA et al. Endoscopy in gastrointestinal bleeding',
      doi: '10.1016/S0140-6736(74)91770-X',
      year: 1974,
    },
    {
      title: 'Laine L, Peterson WL. Bleeding peptic ulcer',
      doi: '10.1056/NEJM199409153311107',
      year: 1994,
    },
  ],
  compute(v) {
    const { rank, rebleeds } = CLASSES[v.ulcer_appearance];
    return {
      value: rank,
      category: v.ulcer_appearance,
      risk: {
        outcome: 'further bleeding without endoscopic treatment',
        probability: rebleeds,
        horizon: 'hospital stay',
      },
    };
  },
});
