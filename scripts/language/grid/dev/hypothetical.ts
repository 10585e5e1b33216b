import { templates } from '../template.js';

const IF = 'hypothetical';
const SYMPTOM = { kind: 'symptom' } as const;
const CONDITION = { kind: 'condition' } as const;

/** Things that are not there and might come. */
export const HYPOTHETICAL = templates('hypothetical', [
  ['Return if {a} or {b}.', { a: IF, b: IF }, SYMPTOM],
  ['Return to the emergency department for {a}, {b} or {c}.', { a: IF, b: IF, c: IF }, SYMPTOM],
  ['She should call if she develops {a}.', { a: IF }, SYMPTOM],
  ['Come back should you notice any {a}.', { a: IF }, SYMPTOM],
  ['If {a} occurs, stop {d}.', { a: IF }],
  ['In the event of {a}, give {d}.', { a: IF }],
  ['{d} as needed for {a}.', { a: [IF, 'present'] }, SYMPTOM],
  ['Use {d} prn {a}.', { a: [IF, 'present'] }, SYMPTOM],
  ['Monitor for {a} and {b}.', { a: IF, b: IF }],
  ['Watch for signs of {a}.', { a: IF }],
  ['Counselled about the risk of {a} with {d}.', { a: IF }],
  ['{d} to prevent {a}.', { a: IF }, CONDITION],
  ['Prophylaxis against {a}.', { a: IF }, CONDITION],
  ['Risks of {e} including {a} and {b} were explained.', { a: IF, b: IF }],
  ['Safety-netted re {a}.', { a: IF }],
  ['Screening for {a} is due next year.', { a: [IF, 'possible'] }, CONDITION],
  ['Until {a} develops, no treatment is needed.', { a: IF }],
  ['He was told what to do in case of {a}.', { a: IF }, SYMPTOM],
  ['He is afraid of getting {a}.', { a: [IF, 'absent', 'possible'] }, CONDITION],
  ['Ring us when you get {a} again.', { a: [IF, 'historical'] }, SYMPTOM],
  ['Seek help immediately for worsening pain, {a} or {b}.', { a: IF, b: IF }, SYMPTOM],
  ['Should {a} recur she will need {e}.', { a: IF }],
  ['Low threshold for {e} if there is {a}.', { a: IF }],
  ['Advised to stop {d} and seek advice in the case of {a} or {b}.', { a: IF, b: IF }],
]);
