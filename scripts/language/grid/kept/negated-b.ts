import { templates } from '../notation.js';
import type { Template } from '../template.js';

/** Denials as patients, nurses and juniors word them every day. */
export const negated: readonly Template[] = [
  ...templates('negated', [
    "I don't have {a}.",
    "I haven't had any {a}.",
    'I have never had {a}.',
    "She doesn't have any {a} or {b}.",
    'He says he has no {a}.',
    'The patient does not report {a}.',
    'No {a} that I could find.',
    'No {a}, no {b}.',
    'Patient denies having {a}.',
    'There was no {a} when I saw him.',
    "She hasn't got {a}.",
    'No signs of {a} on examination.',
    'Pt states no {a} or {b}.',
    'She told me she does not have {a}, {b} or {c}.',
    'He did not have {a} on arrival.',
    'I asked about {a} and she said no.',
    'Nothing to suggest {a} at present.',
  ]),
  ...templates(
    'negated',
    [
      'Nil {a}, nil {b} overnight.',
      'No more {a absent|historical} since yesterday.',
      "I'm not getting any {a} at all.",
      'Not complaining of {a} this shift.',
      'He has been free of {a} all day.',
      'No {a} reported by the family.',
    ],
    'symptom',
  ),
  ...templates(
    'negated',
    ["They told me it wasn't {a}.", 'He is not known to have {a}.'],
    'condition',
  ),
];
