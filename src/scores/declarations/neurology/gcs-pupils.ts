import { choice, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const NOT_REACTING = { both: 0, one: 1, none: 2 } as const;

/** GCS less the number of pupils that do not react to light (Brennan 2018). */
export const gcsPupils = defineScore({
  id: 'gcs_pupils',
  name: 'Glasgow Coma Scale Pupils score (GCS-P)',
  aliases: ['gcs_p', 'gcsp'],
  group: 'neurology',
  purpose: 'Joins the Glasgow Coma Scale and the reaction of the pupils after brain injury.',
  population: 'Patients with traumatic brain injury',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 15 },
  inputs: {
    gcs: quantity('gcs', { cuts: [9, 13], monotone: 'rising' }),
    pupils_reacting: choice('Pupils that react to light', {
      both: 'both react',
      one: 'only one reacts',
      none: 'neither reacts',
    }),
  },
  categories: [
    {
      id: 'severe',
      from: 1,
      interpretation: 'Severe injury (1–8); mortality rises with each point lost.',
    },
    { id: 'moderate', from: 9, interpretation: 'Moderate injury (9–12).' },
    { id: 'mild', from: 13, interpretation: 'Mild injury (13–15).' },
  ],
  references: [
    {
      title:
        'Brennan PM, Murray GD, Teasdale GM. Simplifying the use of prognostic information in ' +
        'traumatic brain injury. Part 1: The GCS-Pupils score',
      doi: '10.3171/2017.12.JNS172780',
      year: 2018,
    },
  ],
  compute: ({ gcs, pupils_reacting }) => {
    const lost = NOT_REACTING[pupils_reacting];
    return { value: gcs - lost, points: { gcs, pupils_reacting: -lost } };
  },
});
