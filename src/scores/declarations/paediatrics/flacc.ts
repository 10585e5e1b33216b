import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

/** Pain of a child who cannot report it, by observation (Merkel 1997). */
export const flacc = defineScore({
  id: 'flacc',
  name: 'FLACC pain scale',
  aliases: ['flacc_scale', 'face_legs_activity_cry_consolability'],
  group: 'paediatrics',
  purpose: 'Measures pain by behaviour in children who cannot say how strong it is.',
  population: 'Children of 2 months to 7 years, or older ones who cannot communicate',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    face: item(
      'Face',
      [0, 2],
      '0 no particular expression, 1 occasional grimace or withdrawn, 2 frequent frown, clenched jaw',
    ),
    legs: item('Legs', [0, 2], '0 relaxed, 1 restless or tense, 2 kicking or drawn up'),
    body_activity: item(
      'Activity',
      [0, 2],
      '0 lies quietly, 1 squirms or tense, 2 arched, rigid or jerking',
    ),
    cry: item('Cry', [0, 2], '0 none, 1 moans or whimpers, 2 cries steadily, screams or sobs'),
    consolability: item(
      'Consolability',
      [0, 2],
      '0 content, 1 reassured by touch or talk, 2 hard to console',
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'Relaxed and comfortable.' },
    { id: 'mild', from: 1, interpretation: 'Mild discomfort (1–3).' },
    { id: 'moderate', from: 4, interpretation: 'Moderate pain (4–6).' },
    { id: 'severe', from: 7, interpretation: 'Severe discomfort or pain (7–10).' },
  ],
  references: [
    {
      title:
        'Merkel SI et al. The FLACC: a behavioral scale for scoring postoperative pain in young ' +
        'children',
      url: 'https://pubmed.ncbi.nlm.nih.gov/9220806/',
      year: 1997,
    },
    {
      title:
        'Voepel-Lewis T et al. Reliability and validity of the face, legs, activity, cry, ' +
        'consolability behavioral tool in assessing acute pain in critically ill patients',
      doi: '10.4037/ajcc2010624',
      year: 2010,
    },
  ],
  compute: (v) => sumOf(v),
});
