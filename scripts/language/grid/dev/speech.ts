import { templates } from '../template.js';

const YES = 'present';
const NO = 'absent';
const PAST = 'historical';
/** Two complaints and an illness. */
const TWO_ONE = { kinds: { a: 'symptom', b: 'symptom', c: 'condition' } } as const;
/** A complaint and two illnesses. */
const ONE_TWO = { kinds: { a: 'symptom', b: 'condition', c: 'condition' } } as const;
const ILLNESSES = { kind: 'condition' } as const;
const COMPLAINTS = { kind: 'symptom' } as const;

/** Dictations and conversations as heard: no capitals, no punctuation, headings spoken. */
export const SPEECH = templates('speech', [
  [
    'he denies {a} and {b} past medical history {c} medications {d} twenty milligrams daily',
    { a: NO, b: NO, c: PAST, d: YES },
    TWO_ONE,
  ],
  [
    'there is no evidence of {a} or {b} the heart is enlarged impression {c}',
    { a: NO, b: NO, c: YES },
    ILLNESSES,
  ],
  [
    'she has had {a} for three days no {b} medications {d} impression {c}',
    { a: YES, b: NO, c: YES, d: YES },
    TWO_ONE,
  ],
  [
    'chief complaint {a} history of present illness this is a sixty year old man with {b} past medical history significant for {c}',
    { a: YES, b: YES, c: PAST },
    TWO_ONE,
  ],
  [
    'no known drug allergies current medications include {d} on examination there is {a} but no {b} assessment {c}',
    { a: YES, b: NO, c: YES, d: YES },
    TWO_ONE,
  ],
  [
    'family history mother had {c} social history he does not smoke review of systems positive for {a} negative for {b}',
    { a: YES, b: NO, c: 'family' },
    TWO_ONE,
  ],
  [
    'family history is negative for {c} on examination he is comfortable he has {a} there is no {b}',
    { a: YES, b: NO, c: [NO, 'family'] },
    TWO_ONE,
  ],
  [
    'the {e} does not show {b} there is {c} in keeping with the {a} he describes',
    { a: YES, b: NO, c: YES },
    ONE_TWO,
  ],
  [
    'he is allergic to penicillin he takes {d} for {c} he has no {a} today plan continue {d} and review in two weeks',
    { a: NO, c: YES, d: YES },
    TWO_ONE,
  ],
  [
    'impression possible {c} cannot exclude {b} plan {e} tomorrow morning return if {a}',
    { a: 'hypothetical', b: 'possible', c: 'possible' },
    ONE_TWO,
  ],
  [
    'patient was seen today for {a} she was never diagnosed with {b} her father had {c} she takes {d}',
    { a: YES, b: NO, c: 'family', d: YES },
    ONE_TWO,
  ],
  [
    'review of systems no {a} no {b} no visual change past surgical history {e} in nineteen ninety eight diagnosis {c}',
    { a: NO, b: NO, c: YES },
    TWO_ONE,
  ],
  [
    'indication {a} findings no {b} is seen the bones are intact conclusion {c}',
    { a: YES, b: NO, c: YES },
    ONE_TWO,
  ],
  [
    'comparison none technique without contrast findings there is {b} no {c} impression {b}',
    { b: YES, c: NO },
    ONE_TWO,
  ],
  [
    'have you had any {a} no any {b} yes since monday do you take anything yes {d}',
    { a: NO, b: YES, d: YES },
    COMPLAINTS,
  ],
  [
    'any {a} no not at all and what about {b} yeah that started yesterday',
    { a: NO, b: YES },
    COMPLAINTS,
  ],
  [
    'thank you for seeing this lady with {a} she has a history of {c} and takes {d} she denies {b} kind regards',
    { a: YES, b: NO, c: PAST, d: YES },
    TWO_ONE,
  ],
  [
    'he says that he has not had {a} but his wife has noticed {b} he was treated for {c} in two thousand and ten',
    { a: NO, b: YES, c: PAST },
    TWO_ONE,
  ],
  [
    'nil {a} overnight obs stable patient complaining of {b} this morning doctor informed {d} given with good effect',
    { a: NO, b: YES, d: YES },
    COMPLAINTS,
  ],
  [
    'we do not think that this is {b} more likely {c} she will have {e} tomorrow and if {a} develops she knows to call us',
    { a: 'hypothetical', b: NO, c: 'possible' },
    ONE_TWO,
  ],
  [
    'past medical history {b} and {c} allergies none medications {d} family history nil of note he presents with {a}',
    { a: YES, b: PAST, c: PAST, d: YES },
    ONE_TWO,
  ],
  [
    'past medical history none medications none she presents with {a} and {b} working diagnosis {c}',
    { a: YES, b: YES, c: [YES, 'possible'] },
    TWO_ONE,
  ],
  [
    'on examination temperature thirty seven no {a} chest clear abdomen soft there is {b} differential diagnosis {c}',
    { a: NO, b: YES, c: 'possible' },
    TWO_ONE,
  ],
  [
    'the patient did not take {d} this week she now has {a} with no {b} and she is known to have {c}',
    { a: YES, b: NO, c: YES },
    TWO_ONE,
  ],
  [
    '{c} was ruled out by {e} he still has {a} he denies {b} discharge medications {d}',
    { a: YES, b: NO, c: NO, d: YES },
    TWO_ONE,
  ],
  [
    'problem one {b} continue {d} problem two {c} well controlled no {a} follow up in six weeks',
    { a: NO, b: YES, c: YES, d: YES },
    ONE_TWO,
  ],
  [
    'he has never smoked his brother had {c} at fifty he gets {a} when he walks uphill without {b}',
    { a: YES, b: NO, c: 'family' },
    TWO_ONE,
  ],
  [
    'her {a} has resolved she no longer takes {d} today she complains of {b} i suspect {c}',
    { a: [PAST, NO], b: YES, c: 'possible', d: [PAST, NO] },
    TWO_ONE,
  ],
  [
    'apart from {a} she is well no {b} no weight loss background of {c} on {d}',
    { a: YES, b: NO, c: [PAST, YES], d: YES },
    TWO_ONE,
  ],
  [
    'he refused {e} for his {a} there is no {b} assessment and plan {c} start {d}',
    { a: YES, b: NO, c: YES, d: [YES, 'hypothetical'] },
    TWO_ONE,
  ],
  [
    'reason for admission {b} hospital course he was given {d} and his {a} improved there was no {c} condition on discharge stable',
    { a: [YES, PAST], b: YES, c: NO, d: [YES, PAST] },
    ONE_TWO,
  ],
  [
    'mum says he has had {a} since last night not drinking much no {b} no recent travel sister has {c}',
    { a: YES, b: NO, c: 'family' },
    TWO_ONE,
  ],
  [
    'i do not have {a} or {b} anymore but i still take the {d} and my mother has {c}',
    { a: [NO, PAST], b: [NO, PAST], c: 'family', d: YES },
    TWO_ONE,
  ],
]);
