import { templates } from '../template.js';

const POSSIBLE = 'possible';
const CONDITION = { kind: 'condition' } as const;

/** Things that may be there. */
export const POSSIBLE_ONES = templates('possible', [
  ['Possible {a}.', { a: POSSIBLE }, CONDITION],
  ['?{a}', { a: POSSIBLE }, CONDITION],
  ['? {a} or {b}', { a: POSSIBLE, b: POSSIBLE }, CONDITION],
  ['Admitted with ?{a}.', { a: POSSIBLE }, CONDITION],
  ['{a}?', { a: POSSIBLE }, CONDITION],
  ['Query {a}.', { a: POSSIBLE }, CONDITION],
  ['r/o {a}.', { a: POSSIBLE }, CONDITION],
  ['{e} to rule out {a}.', { a: POSSIBLE }, CONDITION],
  ['Sent for {e} to exclude {a} or {b}.', { a: POSSIBLE, b: POSSIBLE }, CONDITION],
  ['We cannot exclude {a}.', { a: POSSIBLE }, CONDITION],
  ['{a} cannot be excluded.', { a: POSSIBLE }, CONDITION],
  ['{a} has not yet been ruled out.', { a: POSSIBLE }, CONDITION],
  ['This may represent {a}.', { a: POSSIBLE }, CONDITION],
  ['{a} is likely, {b} less so.', { a: POSSIBLE, b: POSSIBLE }, CONDITION],
  ['Findings are suspicious for {a}.', { a: POSSIBLE }, CONDITION],
  ['Suspected {a}, awaiting {e}.', { a: POSSIBLE }, CONDITION],
  ['Features would be in keeping with {a}.', { a: [POSSIBLE, 'present'] }, CONDITION],
  ['I wonder whether this could be {a}.', { a: POSSIBLE }, CONDITION],
  ['Differential includes {a}, {b} and {c}.', { a: POSSIBLE, b: POSSIBLE, c: POSSIBLE }, CONDITION],
  ['Presumed {a}; cultures pending.', { a: [POSSIBLE, 'present'] }, CONDITION],
  ['We are concerned about {a}.', { a: POSSIBLE }, CONDITION],
  ['High index of suspicion for {a}.', { a: POSSIBLE }, CONDITION],
  ['Working diagnosis {a}.', { a: [POSSIBLE, 'present'] }, CONDITION],
  ['Opacity in the left base, {a} versus {b}.', { a: POSSIBLE, b: POSSIBLE }, CONDITION],
  ['It is not clear whether he has {a}.', { a: POSSIBLE }, CONDITION],
  ['{a} seems unlikely.', { a: [POSSIBLE, 'absent'] }, CONDITION],
  ['Probably {a}, though {b} should be considered.', { a: POSSIBLE, b: POSSIBLE }, CONDITION],
  ['The picture raises the possibility of {a}.', { a: POSSIBLE }, CONDITION],
  ['She thinks she might have {a}.', { a: POSSIBLE }, CONDITION],
  ['Questionable {a} on the {e}.', { a: POSSIBLE }, CONDITION],
  ['No definite {a}, but it cannot be excluded.', { a: POSSIBLE }, CONDITION],
  ['Appears to have {a}.', { a: [POSSIBLE, 'present'] }, CONDITION],
]);
