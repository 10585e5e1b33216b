import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'Uncertain whether this is {a}.',
  'It may be that she has {a}.',
  'He might well have {a}.',
];

const OF_CONDITIONS: readonly string[] = [
  '?{a}',
  'Imp: ? {a} ? {b}',
  'R/o {a}.',
  'Sent up by GP with ?{a}.',
  'Query {a}; {e} requested.',
  'My main worry here is {a}.',
  'I wonder whether he could have {a}.',
  'DDx: {a} vs {b} vs {c}.',
  'Either {a} or {b} would fit.',
  '{a} remains a possibility and cannot be dismissed on these films.',
  'Appearances raise the question of {a}.',
  'Subtle changes at the left base, {a} not excluded.',
  'Cannot rule out early {a}.',
  'Findings would be compatible with {a} in the right clinical setting.',
  'Treat as {a} until proven otherwise.',
  'Probable {a}, awaiting {e}.',
  'Presumed {a}.',
  'Suspicion of {a} is high.',
  '{a possible|absent} felt to be unlikely; {e} pending.',
  'Our differential includes {a} and {b}.',
  'Most likely {a}, with {b} the next on the list.',
  'Booked for {e} to exclude {a}.',
  'The picture would favour {a} over {b possible|absent}.',
  'I am leaning towards {a}.',
  'Working diagnosis {a}.',
  'His wife is convinced that he has {a}; we are not yet sure.',
  'It is conceivable that {a} explains the whole picture.',
  'Looks suspicious for {a}.',
  'Cover for {a possible|hypothetical} while cultures are awaited.',
  'Low index of suspicion for {a possible|absent}.',
];

export const POSSIBLE: readonly Template[] = [
  ...templates('possible', OF_BOTH),
  ...templates('possible', OF_CONDITIONS, 'condition'),
];
