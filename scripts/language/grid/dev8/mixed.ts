import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'He has {a present}, he has not had {b absent}.',
  'Denies {a absent} but has had {b present} since Friday.',
  'No {a absent} or {b absent}; the main issue is {c present}.',
  '{a present} yes, {b absent} no.',
  'She came because of {a present} rather than {b absent|present|possible}.',
  '{a present} persists; {b absent} has not occurred.',
  'There was {a present} on arrival and no {b absent} at any point.',
  'Although she denies {a absent}, her husband has noticed {b present}.',
  'Mother has {a family}. He himself has {b present} and denies {c absent}.',
  'Known {a present}, ?{b possible}, no {c absent}.',
  'Treated for {a present|historical} with {d}; no sign of {b absent}.',
  'Had {a historical} as a child, has {b present} now.',
  'No {a absent}. No {b absent}. {c present} ++.',
  '{a present} with no associated {b absent} or {c absent}.',
  'Not complaining of {a absent} today, only {b present}.',
  'The only thing he has is {a present}; there is no {b absent}, and no {c absent}.',
  'She has {a present} but, thank goodness, no {b absent}.',
  'He has neither {a absent} nor {b absent} but does have {c present}.',
  'Negative for {a absent}, positive for {b present}.',
  '{a present}, {b present}, no {c absent}.',
  'The {a present} is new, the {b present} is not.',
  '{a absent} has been excluded and {b present} confirmed.',
  'No longer has {a absent|historical} but {b present} has not gone away.',
  'Brother had {a family}; patient denies {b absent}; attends for {c present}.',
  'On {d} for {a present}, has never had {b absent}.',
  '{a possible} cannot be excluded, but {b absent} has been.',
  'Any {a absent}? No. Any {b present}? Yes, a bit.',
  'He said no to {a absent} and yes to {b present}.',
  'Reports {a present} but not {b absent}.',
  'It is {a present}, not {b absent}.',
];

const OF_SYMPTOMS: readonly string[] = [
  'Her {a present} came on suddenly, without {b absent}, and has not let up.',
  'Apart from {a present}, no {b absent}, {c absent} or other complaint.',
  'C/o {a present} and {b present}, nil {c absent}.',
  'Four days of {a present}, then {b present}, never {c absent}.',
  'No {a absent} since {d} was started, but {b present} remains.',
  'ROS: {a present} positive, {b absent} negative, {c absent} negative.',
  '{a present} is worse on exertion; no {b absent} on exertion; no {c absent} at night.',
  'After {e} she had {a present|historical} but no {b absent}.',
  'The boy has {a present} but his sister, who ate the same, has no {b absent|family}.',
  'She has no {a absent} at rest; on walking there is {b present}.',
];

const OF_CONDITIONS: readonly string[] = [
  '{e} shows {a present} and no {b absent}.',
  '{e} excluded {a absent} but found {b present}.',
  'Background of {a present|historical}. Father died of {b family}. No personal history of {c absent}.',
  'Impression: {a present}, less likely {b possible}, not {c absent}.',
  'Diagnosis: {a present}. Differential: {b possible}. Excluded: {c absent}.',
  'She has {a present} and is worried that she has {b possible|hypothetical|present}, but there is no {c absent}.',
  'Initially thought to be {a absent|possible|historical}, later shown to be {b present}.',
  'PMH: {a present|historical}, {b present|historical}, no {c absent}.',
  'Tested for {a absent}, which was negative; then for {b present}, which was positive.',
  'If he had {a hypothetical|absent} we would have seen it; what he has is {b present}.',
];

export const MIXED: readonly Template[] = [
  ...templates('mixed', OF_BOTH),
  ...templates('mixed', OF_SYMPTOMS, 'symptom'),
  ...templates('mixed', OF_CONDITIONS, 'condition'),
];
