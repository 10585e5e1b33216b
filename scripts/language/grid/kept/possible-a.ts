import { templates } from '../notation.js';

/** Ordinary words of doubt. */
export const possibleA = [
  ...templates('possible', [
    'Possible {a}.',
    'She may have {a}.',
    'There is a suspicion of {a}.',
    'He might have had {a possible|historical} at home.',
  ]),
  ...templates(
    'possible',
    [
      'Impression: probable {a}.',
      'Suspected {a}, awaiting {e}.',
      'Likely {a present|possible}, start {d}.',
      'Query {a}, for {e} tomorrow.',
      'Imp: {a}?',
      'The differential diagnosis includes {a} and {b}.',
      '{a} cannot be excluded.',
      'The appearances are suspicious for {a}.',
      'This could represent {a} or {b}.',
      'Concern for {a}, discussed with the registrar.',
      'Appearances may be due to {a}.',
      'I wonder whether she has {a}.',
      'Admit to rule out {a}.',
      '{a possible|absent} is unlikely but {b} remains possible.',
      'Findings raise the possibility of {a}.',
      'Working diagnosis of {a possible|present}.',
    ],
    'condition',
  ),
];
