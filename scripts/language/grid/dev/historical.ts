import { templates } from '../template.js';

const PAST = 'historical';
const CONDITION = { kind: 'condition' } as const;
const SYMPTOM = { kind: 'symptom' } as const;

/** Things of the past, not said to go on. */
export const HISTORICAL = templates('historical', [
  ['History of {a}.', { a: PAST }, CONDITION],
  ['History of {a}, {b} and {c}.', { a: PAST, b: PAST, c: PAST }, CONDITION],
  ['Past medical history: {a}, {b}, {c}.', { a: PAST, b: PAST, c: PAST }, CONDITION],
  ['PMH\n{a}\n{b}', { a: PAST, b: PAST }, CONDITION],
  ['h/o {a}, s/p {e}.', { a: PAST, e: [PAST, 'present'] }, CONDITION],
  ['He had a {a} in 2015.', { a: PAST }, CONDITION],
  ['She was treated for {a} ten years ago.', { a: PAST }, CONDITION],
  ['{a} in 1998.', { a: PAST }, CONDITION],
  ['Previous {a}.', { a: PAST }, CONDITION],
  ['Prior {a} and {b}.', { a: PAST, b: PAST }, CONDITION],
  ['His {a} has resolved.', { a: [PAST, 'absent'] }, SYMPTOM],
  ['{a} resolved after {d}.', { a: [PAST, 'absent'] }, SYMPTOM],
  ['{a}, now resolved.', { a: [PAST, 'absent'] }],
  ['She used to get {a} as a child.', { a: PAST }, SYMPTOM],
  ['She had {a} in childhood.', { a: PAST }, CONDITION],
  ['Last year he was in hospital with {a}.', { a: PAST }, CONDITION],
  ['Known to have had {a} in the past.', { a: PAST }],
  ['He recovered fully from {a} three years ago.', { a: PAST }, CONDITION],
  ['Old {a} on the {e}.', { a: [PAST, 'present'] }, CONDITION],
  ['Status post {a} in 2009.', { a: PAST }, CONDITION],
  ['Her last {a} was five years ago.', { a: PAST }, SYMPTOM],
  ['Formerly took {d} for {a}.', { d: PAST, a: [PAST, 'present'] }, CONDITION],
  ['{d} was stopped last year.', { d: [PAST, 'absent'] }],
  ['He no longer has {a}.', { a: [PAST, 'absent'] }, SYMPTOM],
  ['The {a} had gone by the next morning.', { a: [PAST, 'absent'] }, SYMPTOM],
  ['Her medical history is remarkable for {a}.', { a: PAST }, CONDITION],
  ['Significant past history includes {a} and a {e} in 2011.', { a: PAST }, CONDITION],
  ['Her second pregnancy was complicated by {a}.', { a: PAST }, CONDITION],
  ['Born at 38 weeks; {a} at birth, no problems since.', { a: PAST }],
  ['Ex-smoker with remote {a}.', { a: PAST }, CONDITION],
  ['She had {a} during her first pregnancy, none since.', { a: PAST }, CONDITION],
  ['As a baby he had {a}, which he outgrew.', { a: PAST }],
  ['There was a single episode of {a} in 2012.', { a: PAST }],
  ['Before the operation she had had {a}, which has not come back.', { a: PAST }, SYMPTOM],
]);
