import { templates } from '../template.js';

const NO = 'absent';
const SYMPTOMS = { kind: 'symptom' } as const;
const ILLNESSES = { kind: 'condition' } as const;

/** Further denials, written after the rules for the others of this part. */
export const NEGATED_LATER = templates('negated', [
  ['The registrar could see no grounds for a diagnosis of {a}.', { a: NO }, ILLNESSES],
  ['{a} was queried by the GP but the scan has put that to bed.', { a: NO }, ILLNESSES],
  ['She has been spared {a} and {b} this time.', { a: NO, b: NO }, SYMPTOMS],
  ['He tells me {a} is a thing he has never had.', { a: NO }, SYMPTOMS],
  ['There has been neither {a} nor any {b} to speak of.', { a: NO, b: NO }, SYMPTOMS],
  ['No {a} was volunteered, nor was {b} found on questioning.', { a: NO, b: NO }, SYMPTOMS],
  ['Serial tests have excluded {a}.', { a: NO }, ILLNESSES],
  ['{a} did not occur during the test.', { a: NO }, SYMPTOMS],
  ['The child has been well with no {a}, {b} or change in colour.', { a: NO, b: NO }, SYMPTOMS],
  ['{a} has been ruled out by serial troponins.', { a: NO }, ILLNESSES],
  ['There were no features whatsoever of {a}.', { a: NO }, ILLNESSES],
  ['{a}, {b}: nil of either.', { a: NO, b: NO }, SYMPTOMS],
  ['On review the team was satisfied that there was no {a}.', { a: NO }, ILLNESSES],
  ['The parents have seen no {a} and report no {b}.', { a: NO, b: NO }, SYMPTOMS],
  ['He walked in without {a} and left without {b}.', { a: NO, b: NO }, SYMPTOMS],
  ['{a} is not seen, and neither is {b}.', { a: NO, b: NO }, ILLNESSES],
  ['Nothing was found that would indicate {a}.', { a: NO }, ILLNESSES],
  ['I asked him about {a} and about {b}; he has had neither.', { a: NO, b: NO }, SYMPTOMS],
  ['She was not found to have {a}.', { a: NO }, ILLNESSES],
  ['Swabs do not show that he has {a}.', { a: NO }, ILLNESSES],
  ['{a} would be incompatible with these results.', { a: NO }, ILLNESSES],
  ['So far there has not been even a hint of {a}.', { a: NO }, SYMPTOMS],
  ['Denies recent {a}, prior {b}.', { a: NO, b: NO }, SYMPTOMS],
]);
