import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'She had {a} as a teenager but nothing since.',
  'Previous {a}, long since resolved.',
  'In 2009 he was admitted with {a}, from which he recovered fully.',
  'He gives a remote history of {a}.',
  'Last had {a} about six years ago.',
  'There was {a} in childhood, now outgrown.',
];

const OF_SYMPTOMS: readonly string[] = [
  'He used to get {a} but this settled after {e}.',
  'She had {a historical|absent} yesterday, which cleared by the evening.',
  'Troubled by {a} throughout her twenties.',
  'Came to see me last spring with {a}; that got better without treatment.',
  'During the first pregnancy she suffered from {a}.',
];

const OF_CONDITIONS: readonly string[] = [
  'PMH: {a historical|present}, {b historical|present}, {c historical|present}.',
  'PMHx {a historical|present} 2004',
  'Past medical history includes {a historical|present} and {b historical|present}.',
  'History of {a historical|present}.',
  'Hx of {a historical|present} s/p {e}.',
  'Underwent {e} for {a} in 1998.',
  'Status post {e} for {a historical|present}.',
  'Had {a} x2, most recently 2012.',
  'Medically: old {a}, nothing active.',
  'Treated for {a} at another hospital ten years ago.',
  'He is three years out from {a}.',
  'Recovered from {a} last winter.',
  'She survived {a} at the age of 40.',
  'Following {a} in 2016 he was on {d} for six months.',
  'An episode of {a} was managed by his previous GP.',
  'Background of {a historical|present} and previous {b}.',
  'The notes record {a} in 1987.',
  'Once had {a}, many years back.',
  'Discharged last June after {a}.',
  'Childhood {a}, none as an adult.',
  'A bout of {a} during his army years.',
  'Has had {a} before.',
];

export const HISTORICAL: readonly Template[] = [
  ...templates('historical', OF_BOTH),
  ...templates('historical', OF_SYMPTOMS, 'symptom'),
  ...templates('historical', OF_CONDITIONS, 'condition'),
];
