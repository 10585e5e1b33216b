import { templates } from '../notation.js';

/** What was so once; where a lasting disease may still be there, both are allowed. */
export const historicalA = [
  ...templates('historical', [
    'He had {a} last year.',
    'She was admitted with {a} in 2015.',
    'Previous episode of {a} in March.',
    'He was seen here two years ago with {a}.',
    'Previous admission for {a}, now presents with {b present}.',
    'Had {a} as a child.',
    'History of {a historical|present}, no {b absent} today.',
    'Prior {a historical|present}.',
  ]),
  ...templates(
    'historical',
    [
      'Past medical history: {a historical|present} and {b historical|present}.',
      'PMH {a historical|present}, {b historical|present}',
      'Past history of {a historical|present}.',
      'h/o {a historical|present} treated with {d}',
      'Treated for {a} ten years ago.',
      'Known to have had {a} in the past.',
      'Status post {a historical|present}.',
      'Background of {a historical|present}, presents with a fall.',
      'Childhood {a historical|present}.',
      'Previous {a} in 2008 and {b} in 2012.',
      'She has previously been diagnosed with {a historical|present}.',
      'He has a remote history of {a}.',
    ],
    'condition',
  ),
];
