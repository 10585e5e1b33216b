import { templates } from '../notation.js';
import type { Template } from '../template.js';

const RELATIVES_OF_BOTH: readonly string[] = [
  'Her twin sister has had {a} since school.',
  'Lives with her brother, who has {a}.',
  'His mother, who herself has {a}, came with him today.',
  "Stopped work to look after her husband's {a}.",
  'Two of his children have had {a} this month.',
  'The grandmother suffered from {a} and {b} all her life.',
  "Wife's {a} is being looked into elsewhere.",
  'A cousin was recently in hospital with {a}.',
];

const RELATIVES_WITH_CONDITIONS: readonly string[] = [
  'FHx: {a} (father), {b} (maternal aunt).',
  'Mum: {a}. Dad: {b}. Sibs well.',
  'Strong FH of {a}.',
  'Father died of {a} at 52.',
  '{a} in a first-degree relative.',
  '{a} runs in the family.',
  'There is {a} on both sides of the family.',
  'Family history positive for {a} and {b}.',
  'His late uncle had {a}, as did his grandfather.',
  'Paternal grandfather: {a} in his seventies.',
  'Parents alive, one with {a} and the other with {b}.',
  'Was upset by the diagnosis of {a} in her daughter.',
  'Widowed when her husband succumbed to {a}.',
  'Several relatives affected by {a}.',
  'No FH of {a absent|family} or {b absent|family}.',
];

const INFORMANTS_OF_SYMPTOMS: readonly string[] = [
  'His mother highlighted {a present} that came on at nursery.',
  'Wife says he has had {a present} for a week.',
  'According to her daughter she has been having {a present} at night.',
  'Mum has noticed {a present} and is worried.',
  'Husband describes {a present} followed by {b present}.',
  'Collateral from son: {a present} for three days, no {b absent}.',
  'Her sister rang us on account of {a present}.',
  'Dad denies that the child has had {a absent}.',
  'The parents have seen no {a absent} at home.',
  'She developed {a present} while visiting her father.',
  'Brought in by grandparents with {a present} and {b present}.',
];

const INFORMANTS_OF_CONDITIONS: readonly string[] = [
  'The family confirm that she has {a present}.',
  'His brother tells us that he was treated for {a historical} in 2010.',
  "Partner is not aware of him ever having had {a absent}, though the partner's mother had {b}.",
];

export const FAMILY: readonly Template[] = [
  ...templates('family', RELATIVES_OF_BOTH),
  ...templates('family', RELATIVES_WITH_CONDITIONS, 'condition'),
  ...templates('family', INFORMANTS_OF_SYMPTOMS, 'symptom'),
  ...templates('family', INFORMANTS_OF_CONDITIONS, 'condition'),
];
