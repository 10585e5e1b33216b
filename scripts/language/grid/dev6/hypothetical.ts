import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'To come straight back should {a} develop.',
  'Seek help in the event of {a} or {b}.',
  'Safety-netted re {a}, {b} and {c}.',
  'If {a} or {b} occurs, stop {d} and ring the ward.',
  'Warned that {d} can cause {a}.',
  'Will need {e} if there is any {a}.',
  'Were he to get {a}, we would have to think again.',
  'Watch out for {a} over the next 48 hours.',
];

const OF_SYMPTOMS: readonly string[] = [
  '{d} PRN for {a hypothetical|present}.',
  'Call 999 for any {a}.',
  'Return precautions given: {a}, {b}, any other concern.',
  'Take one as required when {a hypothetical|present} comes on.',
];

const OF_CONDITIONS: readonly string[] = [
  'On {d} as prophylaxis against {a}.',
  'At high risk of {a} because of her age.',
  'His ten-year risk of {a} is 22 per cent.',
  'We discussed the complications of {e}, among them {a} and {b}.',
  'Consented for {e}, risks explained incl. {a}.',
  'He is frightened of getting {a hypothetical|family} like the man in the next bed.',
  'To reduce the chance of {a} she should stop smoking.',
  'Due for {a hypothetical|possible} screening in the autumn.',
  'Leaflet on {a} provided at his request in case he travels.',
  'Vaccination against {a} offered.',
];

export const HYPOTHETICAL: readonly Template[] = [
  ...templates('hypothetical', OF_BOTH),
  ...templates('hypothetical', OF_SYMPTOMS, 'symptom'),
  ...templates('hypothetical', OF_CONDITIONS, 'condition'),
];
