import { answers, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const SOURCE = 'McCarthy 1982, Pediatrics 70:802';

/** How ill a febrile small child looks, from six items of 1, 3 or 5 points (McCarthy 1982). */
export const yaleObservationScale = defineScore({
  id: 'yale_observation_scale',
  name: 'Yale Observation Scale',
  aliases: ['yos', 'acute_illness_observation_scale', 'aios'],
  group: 'paediatrics',
  purpose: 'Grades by observation how likely a febrile small child is seriously ill.',
  population: 'Febrile children of 3 to 36 months',
  unit: '{score}',
  decimals: 0,
  range: { min: 6, max: 30 },
  inputs: {
    quality_of_cry: answers('Quality of cry', {
      '1': 'strong with normal tone, or content and not crying',
      '3': 'whimpering or sobbing',
      '5': 'weak, moaning or high-pitched',
    }),
    reaction_to_parents: answers('Reaction to the parents', {
      '1': 'cries briefly and stops, or content',
      '3': 'cries off and on',
      '5': 'cries continually or hardly responds',
    }),
    state_variation: answers('Wakefulness', {
      '1': 'stays awake, or wakes up quickly when stimulated',
      '3': 'eyes close briefly, or wakes only with prolonged stimulation',
      '5': 'falls asleep or will not rouse',
    }),
    color: answers('Colour', {
      '1': 'pink',
      '3': 'pale extremities or acrocyanosis',
      '5': 'pale, cyanotic, mottled or ashen',
    }),
    hydration: answers('Hydration', {
      '1': 'skin and eyes normal, mouth moist',
      '3': 'skin and eyes normal, mouth slightly dry',
      '5': 'doughy or tented skin, dry mouth or sunken eyes',
    }),
    social_response: answers('Response to talking and smiling', {
      '1': 'smiles or alerts',
      '3': 'smiles or alerts briefly',
      '5': 'no smile; dull, anxious or not alerting',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 6,
      interpretation: 'Serious illness is unlikely (6–10).',
      action: { text: 'History, examination and tests still decide.', source: SOURCE },
    },
    { id: 'intermediate', from: 11, interpretation: 'Serious illness is possible (11–15).' },
    {
      id: 'high',
      from: 16,
      interpretation: 'Serious illness is very likely (16–30).',
      action: { text: 'Full work-up for serious bacterial infection.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'McCarthy PL et al. Observation scales to identify serious illness in febrile children',
      url: 'https://pubmed.ncbi.nlm.nih.gov/7133831/',
      year: 1982,
    },
  ],
  compute: (v) => sumOf(pointsOfAnswers(v)),
});
