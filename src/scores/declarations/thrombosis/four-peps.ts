import { flag, ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { PE_MOST_LIKELY } from './shared-inputs.js';

const age = stepsFrom(-2, [50, -1], [65, 0]);
const pulse = stepsFrom(-1, [80, 0]);
const saturation = stepsFrom(3, [95, 0]);
const ROY = 'Roy 2021, 10.1001/jamacardio.2021.0064';

/** Probability of pulmonary embolism in four levels (Roy 2021). */
export const fourPeps = defineScore({
  id: 'four_peps',
  name: '4-Level Pulmonary Embolism Clinical Probability Score',
  aliases: ['4peps'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the probability of pulmonary embolism and says which D-dimer limit applies.',
  population: 'Adults with suspected pulmonary embolism at the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: -4, max: 22 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    chronic_respiratory_disease: ownFlag('Chronic respiratory disease', { fixed: true }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    chest_pain_and_acute_dyspnea: ownFlag('Chest pain and acute dyspnoea, both'),
    sex: sex(),
    estrogen_use: flag('estrogen_use'),
    prior_vte: flag('prior_vte'),
    syncope: ownFlag('Syncope'),
    immobility_within_4_weeks: ownFlag('Immobility within 4 weeks', {
      help: 'Surgery, leg in plaster, or bedridden for more than 3 days.',
    }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: saturation.cuts,
      monotone: 'falling',
    }),
    calf_pain_or_leg_edema: ownFlag('Calf pain or swelling of one leg'),
    pe_most_likely_diagnosis: PE_MOST_LIKELY,
  },
  categories: [
    {
      id: 'very low',
      from: -5,
      interpretation: 'Very low probability (below 2 %).',
      action: { text: 'Ruled out without D-dimer or imaging.', source: ROY },
    },
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability (2 to 20 %).',
      action: { text: 'Ruled out by a D-dimer below 1000 ng/mL.', source: ROY },
    },
    {
      id: 'moderate',
      from: 6,
      interpretation: 'Moderate probability (20 to 65 %).',
      action: {
        text: 'Ruled out by a D-dimer below 500 ng/mL, or below age × 10 above 50 years.',
        source: ROY,
      },
    },
    {
      id: 'high',
      from: 13,
      interpretation: 'High probability (above 65 %).',
      action: { text: 'Imaging without D-dimer.', source: ROY },
    },
  ],
  references: [
    {
      title:
        'Roy PM et al. Derivation and validation of a 4-level clinical probability score for PE',
      doi: '10.1001/jamacardio.2021.0064',
      year: 2021,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      chronic_respiratory_disease: v.chronic_respiratory_disease ? -1 : 0,
      heart_rate: pulse(v.heart_rate),
      chest_pain_and_acute_dyspnea: pointsIf(v.chest_pain_and_acute_dyspnea),
      sex: pointsIf(v.sex === 'M', 2),
      estrogen_use: pointsIf(v.estrogen_use, 2),
      prior_vte: pointsIf(v.prior_vte, 2),
      syncope: pointsIf(v.syncope, 2),
      immobility_within_4_weeks: pointsIf(v.immobility_within_4_weeks, 2),
      oxygen_saturation: saturation(v.oxygen_saturation),
      calf_pain_or_leg_edema: pointsIf(v.calf_pain_or_leg_edema, 3),
      pe_most_likely_diagnosis: pointsIf(v.pe_most_likely_diagnosis, 5),
    }),
});
