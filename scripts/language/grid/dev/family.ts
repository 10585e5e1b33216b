import { templates } from '../template.js';

const FAMILY = 'family';
const PRESENT = 'present';
const CONDITION = { kind: 'condition' } as const;
const SYMPTOM = { kind: 'symptom' } as const;

/** Relatives who have something, and relatives who tell of the patient. */
export const RELATIVES = templates('family', [
  ['His mother had {a}.', { a: FAMILY }, CONDITION],
  ['Father died of {a} at 62.', { a: FAMILY }, CONDITION],
  ['Family history: {a} in mother, {b} in father.', { a: FAMILY, b: FAMILY }, CONDITION],
  ['Family history of {a} and {b}.', { a: FAMILY, b: FAMILY }, CONDITION],
  ['FHx: {a}, {b}.', { a: FAMILY, b: FAMILY }, CONDITION],
  ['Strong family history of {a} on the maternal side.', { a: FAMILY }, CONDITION],
  ['Two brothers with {a}.', { a: FAMILY }, CONDITION],
  ['Her sister was diagnosed with {a} last year.', { a: FAMILY }, CONDITION],
  ['A paternal aunt has {a}.', { a: FAMILY }, CONDITION],
  ['Grandfather had {a}.', { a: FAMILY }, CONDITION],
  ['Both parents have {a}.', { a: FAMILY }, CONDITION],
  ['{a} runs in the family.', { a: FAMILY }, CONDITION],
  ['There is {a} in the family.', { a: FAMILY }, CONDITION],
  ['Mother alive with {a}; father well.', { a: FAMILY }, CONDITION],
  ['His son is being treated for {a}.', { a: FAMILY }, CONDITION],
  ['Significant for {a} in a first-degree relative.', { a: FAMILY }, CONDITION],
  ['His mother noticed {a}.', { a: PRESENT }, SYMPTOM],
  ['His mother noticed a {a} this morning.', { a: PRESENT }, SYMPTOM],
  ['Mum reports {a} for three days.', { a: PRESENT }, SYMPTOM],
  ['According to his wife he has had {a} since Friday.', { a: PRESENT }, SYMPTOM],
  ['Daughter is worried about his {a}.', { a: PRESENT }, SYMPTOM],
  ['Brought in by her husband because of {a}.', { a: PRESENT }, SYMPTOM],
  ['Her parents say that she developed {a} last night.', { a: PRESENT }, SYMPTOM],
  ['Collateral history from son: {a} and {b}.', { a: PRESENT, b: PRESENT }, SYMPTOM],
  ['His father, who came with him, describes {a}.', { a: PRESENT }, SYMPTOM],
  ['The baby was brought by his grandmother with {a}.', { a: PRESENT }, SYMPTOM],
  ['His wife denies that he has had {a}.', { a: 'absent' }, SYMPTOM],
  ['She lives with her mother and has {a}.', { a: PRESENT }, CONDITION],
  ['She looks after her father, who has {a}.', { a: FAMILY }, CONDITION],
  ['No family history of {a}.', { a: ['absent', FAMILY] }, CONDITION],
  ['His mother has {a}, and he himself has {b}.', { a: FAMILY, b: PRESENT }, CONDITION],
  ['His mother had {a} while pregnant with him.', { a: FAMILY }, CONDITION],
  ['Grandmother (maternal): {a}. Sister: {b}.', { a: FAMILY, b: FAMILY }, CONDITION],
  ['The carer says he has been getting {a}.', { a: PRESENT }, SYMPTOM],
  ['Mum thinks that the {a} is worse at night.', { a: PRESENT }, SYMPTOM],
  ['History from mother: {a}, no {b}.', { a: PRESENT, b: 'absent' }, SYMPTOM],
  ['His father noticed that he had {a}, as he himself had at that age.', { a: PRESENT }, SYMPTOM],
]);
