import { templates } from '../template.js';

const NO = 'absent';
const YES = 'present';
const MAYBE = 'possible';
/** What is over is not there, and was. */
const OVER = ['absent', 'historical'] as const;
/** What is to be started is taken, or planned. */
const PLANNED = ['present', 'hypothetical'] as const;
/** An illness under "past medical history" that is still there. */
const STANDING = ['present', 'historical'] as const;
const SYMPTOMS = { kind: 'symptom' } as const;
const ILLNESSES = { kind: 'condition' } as const;
/** Two complaints and an illness. */
const TWO_ONE = { kinds: { a: 'symptom', b: 'symptom', c: 'condition' } } as const;
/** A complaint and two illnesses. */
const ONE_TWO = { kinds: { a: 'symptom', b: 'condition', c: 'condition' } } as const;

/** Dictations, handovers and conversations as heard. */
export const SPEECH = templates('speech', [
  // Dictated letters and notes.
  [
    'thank you for asking me to see this lady she has {a} but has not had any {b} her past history includes {c} and she takes {d}',
    { a: YES, b: NO, c: STANDING, d: YES },
    TWO_ONE,
  ],
  [
    'on examination he looked well there was no {a} and no {b} my impression is that this is {c}',
    { a: NO, b: NO, c: YES },
    TWO_ONE,
  ],
  [
    'he was seen in clinic today he reports no {a} or {b} he continues on {d} blood pressure was one thirty over eighty',
    { a: NO, b: NO, d: YES },
    SYMPTOMS,
  ],
  [
    'ct of the chest no evidence of {b} there is {c} we will start {d}',
    { b: NO, c: YES, d: PLANNED },
    ILLNESSES,
  ],
  [
    'review of systems she denies {a} she denies {b} she does have {c} which is treated',
    { a: NO, b: NO, c: YES },
    TWO_ONE,
  ],
  [
    'this fifty year old man with a background of {c} came in with {a} he did not have {b}',
    { c: YES, a: YES, b: NO },
    TWO_ONE,
  ],
  [
    'findings no {b} is seen the liver is normal {c} is noted conclusion {c} without {b}',
    { b: NO, c: YES },
    ILLNESSES,
  ],
  [
    'there is nothing to suggest {b} i think she has {c} plan {d} for seven days',
    { b: NO, c: [YES, MAYBE], d: PLANNED },
    ILLNESSES,
  ],
  [
    'general she appears comfortable chest clear no {a} abdomen soft neuro no {b} impression {c}',
    { a: NO, b: NO, c: YES },
    TWO_ONE,
  ],
  [
    'medications {d} allergies none social history non smoker systems negative for {a} and {b}',
    { d: YES, a: NO, b: NO },
    SYMPTOMS,
  ],
  [
    'follow up visit {a} has resolved there has been no {b} we will continue {d}',
    { a: OVER, b: NO, d: YES },
    SYMPTOMS,
  ],
  ['diagnosis {c} no complications procedure {e} findings no {b}', { c: YES, b: NO }, ILLNESSES],
  [
    'i do not think that he has {b} the likeliest explanation is {c}',
    { b: NO, c: [YES, MAYBE] },
    ILLNESSES,
  ],
  [
    'the wound is healing nicely there is no {b} she does however report {a}',
    { b: NO, a: YES },
    ONE_TWO,
  ],
  [
    'no {a} no {b} no palpitations {c} is well controlled on {d}',
    { a: NO, b: NO, c: YES, d: YES },
    TWO_ONE,
  ],
  [
    'he tells me that the {a} has gone and that he never had {b} he still takes {d}',
    { a: OVER, b: NO, d: YES },
    SYMPTOMS,
  ],
  ['the {e} was normal and showed no {b} he has {a} still', { b: NO, a: YES }, ONE_TWO],
  [
    'history of present illness woke with {a} no {b} no radiation no sweating past medical history {c}',
    { a: YES, b: NO, c: STANDING },
    TWO_ONE,
  ],
  [
    'she is not diabetic does not have {b} and has never smoked she has {c}',
    { b: NO, c: YES },
    ILLNESSES,
  ],
  [
    'neither {a} nor {b} on this occasion assessment {c} plan start {d}',
    { a: NO, b: NO, c: YES, d: YES },
    TWO_ONE,
  ],
  // Handovers and radio calls.
  [
    'handover for bed four came in with {a} been apyrexial overnight no {b} {c} excluded on ct',
    { a: YES, b: NO, c: NO },
    TWO_ONE,
  ],
  [
    'sixty two year old male complaining of {a} onset one hour ago denies {b} history of {c} gave {d} en route',
    { a: YES, b: NO, c: STANDING, d: YES },
    TWO_ONE,
  ],
  [
    'patient fell no loss of consciousness no {a} is complaining of {b} we are ten minutes out',
    { a: NO, b: YES },
    SYMPTOMS,
  ],
  [
    'background {c} no {b} currently has {a} recommendation review by the registrar',
    { c: STANDING, b: NO, a: YES },
    ONE_TWO,
  ],
  ['obs stable no {a} or {b} eating and drinking awaiting {e}', { a: NO, b: NO }, SYMPTOMS],
  [
    'situation this is mrs jones she has developed {a} she has no {b} assessment i am worried about {c}',
    { a: YES, b: NO, c: [YES, MAYBE] },
    TWO_ONE,
  ],
  // Conversations.
  [
    'and have you had any {a} no no {a} at all okay any {b} yes since tuesday',
    { a: NO, b: YES },
    SYMPTOMS,
  ],
  ['do you get {a} no i do not and {b} no none', { a: NO, b: NO }, SYMPTOMS],
  ['any {a} no any {b} no any allergies no', { a: NO, b: NO }, SYMPTOMS],
  ['i have been having {a} for a week it is not like {b} or anything', { a: YES, b: NO }, SYMPTOMS],
  ["well i don't have {a} anymore but the {b} is still there doctor", { a: NO, b: YES }, SYMPTOMS],
  [
    "she hasn't been vomiting she hasn't had {a} or anything like that she just has {b}",
    { a: NO, b: YES },
    SYMPTOMS,
  ],
  ['so no {a} no {b} good and do you take any tablets yes {d}', { a: NO, b: NO, d: YES }, SYMPTOMS],
  [
    "the other doctor said it wasn't {b} he said i have {c} and gave me {d}",
    { b: NO, c: YES, d: YES },
    ILLNESSES,
  ],
  ['have you ever had {b} no never what about {c} yes i have {c}', { b: NO, c: YES }, ILLNESSES],
  ["i'm not having {a} today the {b} though is terrible", { a: NO, b: YES }, SYMPTOMS],
  [
    'did you notice any {a} uh no not really and {b} yeah a bit of that',
    { a: NO, b: YES },
    SYMPTOMS,
  ],
  ["he's never had {a} before he's got {b} now and we are worried", { a: NO, b: YES }, SYMPTOMS],
  [
    'the good news is there is no sign of {b} the bad news is you do have {c}',
    { b: NO, c: YES },
    ILLNESSES,
  ],
  ['no i have not had {a} in ages but i do get {b} when i lie down', { a: NO, b: YES }, SYMPTOMS],
]);
