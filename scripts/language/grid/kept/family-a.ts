import { templates } from '../notation.js';

/** Relatives who have something, and relatives who only tell of it. */
export const familyA = [
  ...templates('family', [
    'Mother reports {a present} and {b present} since yesterday.',
    'His wife says he has had {a present} for two days.',
    'According to her daughter she has {a present} but no {b absent}.',
    'Brought in by his father with {a present}.',
    'Mum is worried about his {a present}.',
    'His sister has {a}.',
    'Her husband also has {a}.',
    'Presents with {a present}; her brother has {b}.',
    'Son states that the patient denied {a absent}.',
  ]),
  ...templates(
    'family',
    [
      'Family history of {a}.',
      'FH: {a}, {b}',
      'Family history is significant for {a} and {b}.',
      'His father died of {a} at 62.',
      'Mother had {a} and father had {b}.',
      'There is a strong family history of {a}.',
      'Maternal grandmother with {a}.',
      'FHx: mother {a}, father {b}.',
      'She has {a present}, as does her mother.',
      'Two of his brothers have {a} but he does not.',
      'Her mother was diagnosed with {a} in her forties.',
    ],
    'condition',
  ),
];
