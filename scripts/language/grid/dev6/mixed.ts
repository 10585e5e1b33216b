import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'No {a absent}, although {b present} is present.',
  'He has {a present} but neither {b absent} nor {c absent}.',
  '{a present} without {b absent}.',
  'Reports {a present}; denies {b absent}; mother has {c family}.',
  'While there is no {a absent}, there is definite {b present}.',
  'No {a absent}, {b absent} but does have {c present}.',
  'She had {a historical} in 2014; at present only {b present}, and no {c absent}.',
  'There is {a present}, there is not {b absent}.',
  '+ve for {a present}, -ve for {b absent}.',
  'Instead of {a absent} it was {b present} that was found.',
  'Apart from {a present} there is no {b absent} or {c absent}.',
  'Admits to {a present}, which came on with no {b absent} beforehand.',
];

const OF_SYMPTOMS: readonly string[] = [
  'Pt c/o {a present} x 3 days, nil {b absent}, nil {c absent}.',
  'The {a absent|historical} has gone but the {b present} has not.',
  '{a present} today, {b historical|absent} last week now settled, come back if {c hypothetical}.',
  'Yes to {a present}, no to {b absent}, no to {c absent}.',
  'The {a present} is no better on {d}, but {b absent} has not been seen.',
  'Wife reports {a present} at night but no {b absent}; she herself has {c family}.',
  'Came with {a present}, not {b absent} as written on the card.',
  'Has {a present} and would return for {b hypothetical} or {c hypothetical}.',
  'Never gets {a absent}, often gets {b present}.',
  'He tells me of {a present} and, when pressed, of {b present}, but there has been no {c absent}.',
  'Any {a absent}? No. Any {b present}? Yes.',
  'Says yes to {a present} but no to {b absent} and {c absent}.',
  'On {d} for {a present}; not for {b absent}, which she has never had.',
];

const OF_CONDITIONS: readonly string[] = [
  'Known {a present}, ?{b possible}, no {c absent}.',
  'Father had {a family}; she has {b present} but not {c absent}.',
  '{e} excluded {a absent} but could not exclude {b possible}.',
  '{e} shows {a present} with no {b absent}; {c possible} cannot be ruled out.',
  'This is {a present} rather than {b absent}.',
  'Previous {a historical}, now {b present}, FH {c family}.',
  'Treated for {a present|historical}, given {d} to prevent {b hypothetical}, and {c absent} was ruled out.',
  'Although {a possible|absent} was suspected at first, {e} proved {b present}.',
  'Given her {a present} she is at risk of {b hypothetical}, but has never had {c absent}.',
  'We thought of {a possible|absent} but the final diagnosis is {b present}.',
];

export const MIXED: readonly Template[] = [
  ...templates('mixed', OF_BOTH),
  ...templates('mixed', OF_SYMPTOMS, 'symptom'),
  ...templates('mixed', OF_CONDITIONS, 'condition'),
];
