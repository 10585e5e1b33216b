import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { neutrophilPercent, WSES_2020 } from './appendicitis-inputs.js';

const fever = stepsFrom(0, [38.5, 1]);
const wbc = stepsFrom(0, [10, 1], [15, 2]);
const neutrophils = stepsFrom(0, [70, 1], [85, 2]);
const crp = stepsFrom(0, [10, 1], [50, 2]);
const REBOUND = { none: 0, light: 1, medium: 2, strong: 3 } as const;
const action = (text: string) => ({ text, source: 'Andersson 2008; WSES 2020' });

/** Appendicitis inflammatory response score (Andersson 2008). */
export const air = defineScore({
  id: 'air',
  name: 'Appendicitis inflammatory response (AIR) score',
  aliases: ['air_score', 'appendicitis_inflammatory_response'],
  group: 'liver and gut',
  purpose: 'Estimates how likely acute appendicitis is, with inflammation weighed.',
  population: 'Patients over five years with suspected appendicitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    vomiting: ownFlag('Vomiting'),
    right_iliac_fossa_pain: ownFlag('Pain in the right lower abdomen'),
    rebound_or_guarding: choice('Rebound tenderness or muscular defence', {
      none: 'none',
      light: 'light',
      medium: 'medium',
      strong: 'strong',
    }),
    temperature: quantity('temperature', { cuts: fever.cuts }),
    neutrophil_percent: neutrophilPercent(neutrophils.cuts),
    wbc: quantity('wbc', { cuts: wbc.cuts }),
    crp: quantity('crp', { cuts: crp.cuts }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability of appendicitis.',
      action: action('Outpatient follow-up if the general condition is unaltered.'),
    },
    {
      id: 'indeterminate',
      from: 5,
      interpretation: 'Indeterminate probability of appendicitis.',
      action: action('Observe in hospital with scoring again, imaging or laparoscopy.'),
    },
    {
      id: 'high',
      from: 9,
      interpretation: 'High probability of appendicitis.',
      action: action('Surgical exploration is proposed.'),
    },
  ],
  references: [
    {
      title:
        'Andersson M, Andersson RE. The appendicitis inflammatory response score: a tool for the ' +
        'diagnosis of acute appendicitis that outperforms the Alvarado score',
      doi: '10.1007/s00268-008-9649-y',
      year: 2008,
    },
    {
      title: 'Andersson M et al. Validation of the Appendicitis Inflammatory Response (AIR) Score',
      doi: '10.1007/s00268-021-06042-2',
      year: 2021,
    },
    WSES_2020,
  ],
  compute: (v) =>
    sumOf({
      vomiting: pointsIf(v.vomiting),
      right_iliac_fossa_pain: pointsIf(v.right_iliac_fossa_pain),
      rebound_or_guarding: REBOUND[v.rebound_or_guarding],
      temperature: fever(v.temperature),
      neutrophil_percent: neutrophils(v.neutrophil_percent),
      wbc: wbc(v.wbc),
      crp: crp(v.crp),
    }),
});
