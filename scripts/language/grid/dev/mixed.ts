import { templates } from '../template.js';

const YES = 'present';
const NO = 'absent';
const PAST = 'historical';
const CONDITION = { kind: 'condition' } as const;
const SYMPTOM = { kind: 'symptom' } as const;
const SIGN_AND_ILLNESS = { kinds: { a: 'symptom', b: 'condition' } } as const;

/** Sentences that speak of several things in several ways. */
export const MIXED = templates('mixed', [
  ['He has {a} but no {b}.', { a: YES, b: NO }],
  ['No {a}, but has {b} and {c}.', { a: NO, b: YES, c: YES }],
  ['She has {a} with no {b}, and her mother has {c}.', { a: YES, b: NO, c: 'family' }],
  ['Denies {a} although {b} was seen on {e}.', { a: NO, b: YES }],
  ['Known {a}, no {b}.', { a: YES, b: NO }, CONDITION],
  ['Presents with {a}; no {b}; possible {c}.', { a: YES, b: NO, c: 'possible' }],
  [
    'A man with a history of {a} presents with {b} without {c}.',
    { a: PAST, b: YES, c: NO },
    { kinds: { a: 'condition', b: 'symptom', c: 'symptom' } },
  ],
  ['{a} was excluded but {b} was confirmed.', { a: NO, b: YES }, CONDITION],
  ['{a} is unlikely; this is {b}.', { a: [NO, 'possible'], b: YES }, CONDITION],
  ['His {a} is better, though he still has {b}.', { a: YES, b: YES }, SYMPTOM],
  ['{a} settled but she now has {b}.', { a: [NO, PAST], b: YES }, SYMPTOM],
  ['{e} showed {a} and no {b}.', { a: YES, b: NO }, CONDITION],
  ['{e} excluded {a} and showed {b}.', { a: NO, b: YES }, CONDITION],
  ['No {a} on {e}, which did show {b}.', { a: NO, b: YES }, CONDITION],
  ['He took {d} for {a}; no {b}.', { a: [YES, PAST], b: NO }, SYMPTOM],
  ['Father had {a}. Patient denies {b}.', { a: 'family', b: NO }, CONDITION],
  ['No family history of {a}, but she has {b}.', { a: [NO, 'family'], b: YES }, CONDITION],
  ['Continue {d} for {a}. Return if {b}.', { a: YES, b: 'hypothetical', d: YES }],
  ['If {a} recurs repeat the {e}; currently no {b}.', { a: 'hypothetical', b: NO }],
  ['Not {a} but {b}.', { a: NO, b: YES }, CONDITION],
  ['More likely {a} than {b}.', { a: 'possible', b: 'possible' }, CONDITION],
  ['Initially ?{a}, then found to have {b}.', { a: ['possible', NO, PAST], b: YES }, CONDITION],
  ['Had {a} last year, none since.', { a: PAST }, SYMPTOM],
  ['Had {a} in 2010 and now has {b}.', { a: PAST, b: YES }, CONDITION],
  ['{a} yes, {b} no.', { a: YES, b: NO }, SYMPTOM],
  ['{a}: yes\n{b}: no\n{c}: no', { a: YES, b: NO, c: NO }],
  ['Positive for {a}, negative for {b} and {c}.', { a: YES, b: NO, c: NO }],
  ['+ve {a}, -ve {b}.', { a: YES, b: NO }, SYMPTOM],
  ['Endorses {a}; denies {b}, {c}.', { a: YES, b: NO, c: NO }],
  [
    '{a} due to {b}, not {c}.',
    { a: YES, b: YES, c: NO },
    { kinds: { a: 'symptom', b: 'condition', c: 'condition' } },
  ],
  ['{a} secondary to {b}, now on {d}.', { a: YES, b: YES, d: YES }, SIGN_AND_ILLNESS],
  ['Allergies: none. Medications: {d}. Impression: {a}.', { a: YES, d: YES }, CONDITION],
  ['Doctor: Do you have {a}?\nPatient: Yes, for a week. But no {b}.', { a: YES, b: NO }, SYMPTOM],
  ['Any {a}? Yes. Any {b}? No.', { a: YES, b: NO }, SYMPTOM],
  ['His wife has noticed {a}; he has no {b}.', { a: YES, b: NO }, SYMPTOM],
  ['{d} was stopped because of {a}, which has since resolved.', { a: [NO, PAST], d: [NO, PAST] }],
  ['Given {d} with no relief of her {a} and no {b}.', { a: YES, b: NO }, SYMPTOM],
]);
