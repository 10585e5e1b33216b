import { templates } from '../notation.js';
import type { Template } from '../template.js';

type Kinds = Template['kinds'];

const dictated = (kinds: Kinds, lines: readonly string[]): Template[] =>
  templates('speech', lines).map((one) => ({ ...one, ...(kinds && { kinds }) }));

/** Dictations without punctuation, from the clinic, the ward and the emergency department. */
export const speech: readonly Template[] = [
  ...dictated({ a: 'symptom', b: 'condition', c: 'symptom' }, [
    'this is a fifty four year old man with {a present} for two days he denies {c absent} past medical history {b historical|present} medications {d present} allergies none',
    'she came in last night with {a present} no {c absent} past medical history of {b historical|present} takes {d present} lives with her husband',
    'complaining of {a present} since monday no {c absent} her father had {b family} she takes {d present}',
    'presents with {a present} and {c present} impression likely {b possible} plan {e} and review tomorrow',
    'chief complaint {a present} history of present illness started three days ago no {c absent} past medical history {b historical|present}',
    'review of systems positive for {a present} negative for {c absent} family history {b family} social history non smoker',
    'on examination he looks well there is no {a absent} impression possible {b possible} plan {e} this afternoon return if he develops {c hypothetical}',
    'mister jones was seen today he reports {a present} he does not have {c absent} his brother had {b family} he is not taking {d absent}',
    'past medical history {b historical|present} medications {d present} allergies no known drug allergies on examination {a present} no {c absent}',
    'she has {a present} and i am concerned about {b possible} so we will get {e} she denies {c absent}',
    'review of systems no {a absent} no {c absent} past medical history significant for {b historical|present}',
    'social history drinks socially family history mother had {b family} review of systems denies {a absent} admits to {c present}',
    'the patient is a seventy year old woman with a history of {b historical|present} who presents with {a present} she denies any {c absent}',
    'assessment {a present} most likely due to {b possible} plan continue {d} call us if there is any {c hypothetical}',
    'he had {b historical} in twenty fifteen now he has {a present} but no {c absent} current medications {d present}',
    'no {a absent} or {c absent} today past surgical history none family history significant for {b family} in his father',
    'her sister had {b family} and she has had {a present} for about a week no {c absent}',
    'drug history {d present} allergies nil past history {b historical|present} presenting today with {a present} without {c absent}',
    'came back today because of {a present} the {c absent|historical} has gone impression {b present} plan continue {d}',
    'history {a present} for one week past medical history nil of note family history of {b family} on examination {c present}',
  ]),
  ...dictated({ a: 'symptom', b: 'symptom', c: 'condition' }, [
    'the patient has {a present} but denies {b absent} there is no history of {c absent} he is on {d present}',
    'presenting complaint {a present} on examination no {b absent} impression {c present} plan admit and start {d}',
    'she says she has {a present} she has not noticed any {b absent} impression rule out {c possible} plan {e}',
    'no {a absent} but he does have {b present} {e} was done yesterday and showed no evidence of {c absent}',
    'he has {a present} and {b present} {e} this morning confirmed {c present} plan start {d}',
    'denies {a absent} denies {b absent} past medical history no {c absent} family history unremarkable',
    'reason for visit {a present} she also mentions {b present} past medical history includes {c historical|present} she stopped {d historical|absent} last year',
    'on exam no {a absent} no {b absent} heart sounds normal assessment and plan {c present} continue {d}',
    'his {a present} is worse today he still has {b present} i think this could be {c possible} will discuss with the team',
    'started with {a present} on friday then developed {b present} never had {c absent} before takes {d present} daily',
    'wife says he had {a present|historical} overnight he denies {b absent} his mother died of {c family}',
    'vital signs stable no {a absent} overnight he does complain of {b present} assessment {c present} improving on {d present}',
    'seen on the ward round this morning {a present} is ongoing no {b absent} plan {e} to look for {c possible} then home',
    'follow up visit for {c present} she is doing well no {a absent} some {b present} medications {d present}',
    'past medical history negative for {c absent} medications none allergies none he is here with {a present} and {b present}',
    'impression this is probably {c possible} plan {e} go to the emergency department if you get {a hypothetical} or {b hypothetical}',
    'there is {a present} there is no {b absent} differential diagnosis includes {c possible} we will do {e}',
    'two years ago she had {c historical} since then no {a absent} today she reports {b present}',
  ]),
  ...dictated({ a: 'condition', b: 'condition', c: 'symptom' }, [
    'past medical history {a historical|present} and {b historical|present} medications {d present} review of systems {c present}',
    'family history father had {a family} mother had {b family} the patient himself has {c present}',
    'known {a present} no {b absent} came in with {c present} takes {d present}',
    'impression {a possible} versus {b possible} plan {e} today on examination no {c absent}',
    'diagnosis {a present} we have ruled out {b absent} plan discharge home on {d} come back if {c hypothetical}',
    'no family history of {a absent|family} past medical history {b historical|present} presenting with {c present}',
    'she was admitted with {a present|historical} no sign of {b absent} on {e} she no longer has {c absent|historical}',
    'his grandfather had {a family} he has never had {b absent} today he has {c present}',
  ]),
  ...dictated(undefined, [
    'okay so he has {a present} he does not have {b absent} and we are not sure about {c possible}',
    'patient denies {a absent} {b absent} and {c absent} on examination he is comfortable plan stop {d}',
    'do you have any {a absent} no do you have any {b present} yes since yesterday and are you on {d present} yes i am',
    'have you ever had {a absent} no never does anyone in the family have {b family} yes my mother does',
  ]),
];
