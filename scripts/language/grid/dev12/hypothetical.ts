import { templates } from '../notation.js';

/** What may come, is warned of or treated if it comes. */
export const hypothetical = templates('hypothetical', [
  'GP to refer back in case of {a}.',
  'Explained what to do should she notice {a} on holiday.',
  'The leaflet tells you what to do about {a} if it happens.',
  'Come back straight away if you get {a}.',
  'Return if {a} or {b} develops.',
  'Should {a} occur, ring the ward.',
  'In the event of {a}, stop {d}.',
  'Please re-refer if there is any {a}.',
  'If {a} develops then {e} will be needed.',
  'To call 111 if {a}, {b} or {c}.',
  'Safety-netted for {a} and {b}.',
  'Told to look out for {a}.',
  'Advised that {d} can cause {a}.',
  '{d} may be taken if needed for {a hypothetical|present}.',
  'Watch for {a}.',
  'Risks explained, including {a} and {b}.',
  'Unless there is {a}, no follow-up is needed.',
  'Were she to have {a}, we would admit her.',
  'Attend ED if {a} sets in.',
  'Monitor for {a} and let us know.',
  'Contact us at once with any {a}.',
]);

export const hypotheticalSymptoms = templates(
  'hypothetical',
  [
    'Warned that he might get {a hypothetical|possible} after {e}.',
    '{d} PRN for {a hypothetical|present}.',
    'Take {d} as and when you have {a}.',
    'Review SOS if {a}.',
  ],
  'symptom',
);

export const hypotheticalConditions = templates(
  'hypothetical',
  ['She is at risk of {a hypothetical|possible}.', 'Given {d} to prevent {a hypothetical|absent}.'],
  'condition',
);
