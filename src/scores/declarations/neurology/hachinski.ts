import { flag, ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Points of the thirteen features (Hachinski 1975, table). */
const POINTS = {
  abrupt_onset: 2,
  stepwise_deterioration: 1,
  fluctuating_course: 2,
  nocturnal_confusion: 1,
  personality_preserved: 1,
  depression: 1,
  somatic_complaints: 1,
  emotional_incontinence: 1,
  hypertension: 1,
  stroke: 2,
  atherosclerosis: 1,
  focal_symptoms: 2,
  focal_signs: 2,
} as const;

/** Vascular against degenerative dementia from thirteen features (Hachinski 1975). */
export const hachinski = defineScore({
  id: 'hachinski_ischemic_score',
  name: 'Hachinski ischaemic score',
  aliases: ['hachinski', 'hachinski_ischaemic_score', 'his'],
  group: 'neurology',
  purpose: 'Distinguishes vascular (multi-infarct) from primary degenerative dementia.',
  population: 'Adults with dementia',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 18 },
  inputs: {
    abrupt_onset: ownFlag('Abrupt onset'),
    stepwise_deterioration: ownFlag('Stepwise deterioration'),
    fluctuating_course: ownFlag('Fluctuating course'),
    nocturnal_confusion: ownFlag('Nocturnal confusion'),
    personality_preserved: ownFlag('Personality relatively preserved'),
    depression: ownFlag('Depression'),
    somatic_complaints: ownFlag('Somatic complaints'),
    emotional_incontinence: ownFlag('Emotional incontinence'),
    hypertension: flag('hypertension'),
    stroke: flag('stroke'),
    atherosclerosis: ownFlag('Evidence of atherosclerosis elsewhere'),
    focal_symptoms: ownFlag('Focal neurological symptoms'),
    focal_signs: ownFlag('Focal neurological signs'),
  },
  categories: [
    {
      id: 'degenerative',
      from: 0,
      interpretation: 'Suggests a primary degenerative (Alzheimer) dementia (4 or less).',
    },
    { id: 'mixed', from: 5, interpretation: 'Indeterminate or mixed dementia (5–6).' },
    { id: 'vascular', from: 7, interpretation: 'Suggests a vascular dementia (7 or more).' },
  ],
  references: [
    {
      title: 'Hachinski VC et al. Cerebral blood flow in dementia',
      doi: '10.1001/archneur.1975.00490510088009',
      year: 1975,
    },
    {
      title:
        'Moroney JT et al. Meta-analysis of the Hachinski Ischemic Score in pathologically ' +
        'verified dementias',
      doi: '10.1212/WNL.49.4.1096',
      year: 1997,
    },
  ],
  compute: (v) =>
    sumOf(
      Object.fromEntries(
        Object.entries(POINTS).map(([name, points]) => [
          name,
          pointsIf(v[name as keyof typeof POINTS], points),
        ]),
      ),
    ),
});
