import { templates } from '../notation.js';
import type { Template } from '../template.js';

/** Dictations of three to six clauses; only words show where a clause ends. */
const DICTATIONS_OF_BOTH: readonly string[] = [
  'on examination there is no {a absent} he is comfortable in the chair plan is {e} tomorrow and review if {b hypothetical} recurs',
  'she has not had {a absent} her main trouble is {b present} for the past month medications {d present} at night',
  'he comes with {a present} there is no {b absent} his mother had {c family} he takes {d present} every morning',
  'no {a absent} no {b absent} he does however have {c present} i have asked for {e}',
  'review of systems positive for {a present} negative for {b absent} allergies none known social history lives alone and drives',
  'no {a absent} comma no {b absent} full stop he does have {c present} full stop',
  'thank you for seeing this gentleman he has {a present} he has never had {b absent} his sister has {c family}',
];

const DICTATIONS_OF_SYMPTOMS: readonly string[] = [
  'this lady came with {a present} she has no {b absent} and no {c absent} the chest is clear the abdomen is soft',
  'he denies {a absent} and {b absent} on examination he has {c present} the rest is unremarkable',
  'she has been complaining of {a present} for three days there is no {b absent} she tried {d present|historical} without benefit we will see her again in a week',
  'presenting complaint {a present} and {b present} no {c absent} observations are stable plan bloods and {e}',
  'the patient tells me he has {a present} he has not noticed any {b absent} his wife has seen {c present} at night',
  'denies {a absent} denies {b absent} reports {c present} since last night drug history {d present}',
  'came in with {a present} which started on tuesday no {b absent} with it and he has not been abroad i advised him to return if he gets {c hypothetical}',
  'review of systems no {a absent} no {b absent} there is {c present} on climbing stairs on examination well',
  'nursing handover she slept well no {a absent} overnight complained of {b present} at six given {d present} with good effect',
  'mum says the baby has had {a present} since yesterday she has not seen any {b absent} feeds are good and nappies are wet',
  'phoned by the district nurse today he has {a present} he is not drinking there is no {b absent} i will visit this afternoon',
  'history of presenting complaint she woke with {a present} it was not associated with {b absent} or {c absent} she took {d present|historical} and came here',
  'he does not have {a absent} he does not have {b absent} what he does have is {c present}',
  'second visit this week the {a present} is no better the {b absent|historical} has gone i have changed him to {d present}',
  'i saw this man in clinic today his {a present} continues there has been no {b absent} the {e} was normal and i have discharged him',
  'she says the {a present} is worse lying down there is no {b absent} examination of the chest is normal impression anxiety',
  'any {a absent} no any {b absent} no any {c present} yes since this morning',
  'subjective she feels better no {a absent} still some {b present} objective chest clear assessment improving plan home tomorrow',
  'day three after {e} no {a absent} overnight drains are dry he complains of {b present} physiotherapy to continue',
  'triage note walked in {a present} since noon denies {b absent} last meal at eight',
  'she rang because of {a present} i asked about {b absent} and there was none i have told her to call back if {c hypothetical} starts',
  'he took {d present|historical} for the {a present} it did not help he has no {b absent} i will try something else',
  'in himself he is well no {a absent} no {b absent} appetite good his wife however mentions {c present|family} most evenings',
];

const DICTATIONS_OF_CONDITIONS: readonly string[] = [
  'there is no evidence of {a absent} the heart is enlarged impression {b present} recommend {e}',
  'lungs are clear no {a absent} bones are normal conclusion no {b absent}',
  'past medical history {a present|historical} and {b present|historical} family history {c family} in the father allergies nil known',
  'he has never had {a absent} past medical history {b present|historical} medications {d present} he does not smoke',
  'no family history of {a absent|family} past medical history {b present|historical} on examination blood pressure is normal',
  'impression possible {a possible} plan {e} to exclude {b possible} continue {d present}',
  'diagnosis {a present} we have ruled out {b absent} she was started on {d present} and goes home today',
  'the {e} did not show {a absent} there are changes of {b present} i would suggest a repeat in six weeks',
  'known case of {a present} on {d present} no previous {b absent} admitted for {e}',
  'background {a present|historical} and {b present|historical} presents today for routine review no concerns plan continue {d present}',
  'i do not think this is {a absent} it could be {b possible} i have sent bloods and will write again',
  'family history mother {a family} father {b family} personal history {c present|historical} social history retired teacher never smoked',
  'we were worried about {a absent|possible} the {e} was clear she in fact has {b present} and will stay on {d present}',
  'principal diagnosis {a present} secondary diagnosis {b present} no {c absent} during the stay follow up in six weeks',
  'operation note {e} was done for {a present|historical} there were no complications postoperatively he developed {b present} treated with {d present}',
  'he is not known to have {a absent} his brother has {b family} he himself was found to have {c present} last month',
  'findings the heart is normal in size no {a absent} there is an old scar on the left impression {b present} no {c absent}',
  'indication query {a possible|absent} technique standard findings there is {b present} no {c absent}',
  'problem list number one {a present} number two {b present} number three {c present} not for escalation',
  'he is allergic to {d} he has {a present} he does not have {b absent} we discussed the risk of {c hypothetical}',
  'medications {d present} past history of {a present|historical} no history of {b absent} on examination looks well',
  'she was treated for {a historical} in two thousand and nine there is no {b absent} now she is here for {e}',
];

/** One or two clauses as they are said in talk. */
const TALK_OF_BOTH: readonly string[] = [
  "no i haven't got {a absent} it's more the {b present} really",
  'well i had {a historical} years ago but not now',
  'my dad had {a family} he was only fifty',
  'i have got {a present} but no {b absent}',
  'so no {a absent} and no {b absent} at all okay',
];

const TALK_OF_SYMPTOMS: readonly string[] = [
  'she has {a present} she denies {b absent}',
  'no {a absent} he has {b present}',
  "it's not {a absent} that bothers me it's {b present}",
  "i've had this {a present} since monday it just won't go away",
  'i never get {a absent} but i do get {b present}',
  'if the {a hypothetical|present} gets any worse give us a ring',
  'my daughter noticed the {a present} i had not really thought about it',
  'can you tell me if you get any {a possible|hypothetical} with it',
];

const TALK_OF_CONDITIONS: readonly string[] = [
  'they told me it was not {a absent} they think it might be {b possible}',
  'i take {d present} for my {a present} nothing else',
  'there is no {a absent} there is {b present}',
  'has no {a absent} has {b present} takes {d present}',
  'they were never able to prove that i had {a absent|possible}',
];

export const SPEECH: readonly Template[] = [
  ...templates('speech', [...DICTATIONS_OF_BOTH, ...TALK_OF_BOTH]),
  ...templates('speech', [...DICTATIONS_OF_SYMPTOMS, ...TALK_OF_SYMPTOMS], 'symptom'),
  ...templates('speech', [...DICTATIONS_OF_CONDITIONS, ...TALK_OF_CONDITIONS], 'condition'),
];
