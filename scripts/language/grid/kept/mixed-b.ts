import { templates } from '../notation.js';
import type { Template } from '../template.js';

/** Notes and letters whose sentences say several things at once. */
export const mixed: readonly Template[] = [
  ...templates('mixed', [
    'She has {a present} but no {b absent}.',
    'He denies {a absent} but reports {b present}.',
    'There is {a present} without {b absent}.',
    'The patient was admitted with {a present|historical} and has no {b absent}.',
    'He does not have {a absent}, although he does have {b present}.',
    'No {a absent} or {b absent}, but there is some concern for {c possible}.',
    'She came in with {a present} and was found not to have {b absent}.',
    'There is no evidence of {a absent}; however, {b possible} cannot be excluded.',
    'He has {a present}, and we told him to come back if he gets {b hypothetical}.',
    'She reports {a present} and denies both {b absent} and {c absent}.',
    'Although she has {a present}, there are no signs of {b absent}.',
    'Positive for {a present}, negative for {b absent}.',
    'He has {a present} today and may also have {b possible}.',
    'Her mother had {a family}, but she herself has never had {b absent}.',
    'He had {a historical} in 2012 and now presents with {b present}.',
    'She was treated for {a historical|present} last year, and her father had {b family}.',
    'The patient has {a present}, takes {d present}, and has no {b absent}.',
    'He is being seen for {a present}; he denies {b absent} and is not taking {d absent}.',
    'This is probably {a possible}, and there is nothing to suggest {b absent}.',
    'We ruled out {a absent}, and the final diagnosis was {b present}.',
  ]),
  ...templates(
    'mixed',
    [
      'The {a absent|historical} has resolved, but the {b present} is still there.',
      'She had {a present|historical} this morning and then {b present|historical}, but no {c absent}.',
      'He has been having {a present} and {b present}, but he has not had any {c absent}.',
      'Call the clinic if you have {a hypothetical}; at the moment you have only {b present}.',
    ],
    'symptom',
  ),
  ...templates(
    'mixed',
    [
      'Family history is positive for {a family}, and the patient has {b present}.',
      'She has a history of {a historical|present}, and her brother has {b family}.',
      'The {e} showed {a present} and no {b absent}.',
      'Possible {a possible}, so we ordered {e}; no history of {b absent}.',
      'He was diagnosed with {a historical|present} five years ago, and {b possible} is now suspected.',
      'The {e} ruled out {a absent} but could not rule out {b possible}.',
    ],
    'condition',
  ),
];
