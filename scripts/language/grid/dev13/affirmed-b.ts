import { templates } from '../notation.js';
import type { Template } from '../template.js';

/** Plain statements as patients, nurses and juniors word them every day. */
export const affirmed: readonly Template[] = [
  ...templates('affirmed', [
    'I have {a}.',
    'She came in because of her {a}.',
    'The patient has {a} and {b}.',
    'He is here today for {a}.',
    'She was brought in by ambulance with {a}.',
    'Pt c/o {a}.',
    'He says that he has {a}.',
    'Patient presents with {a} and is taking {d present}.',
    'There is clear evidence of {a}.',
    'She is in hospital with {a}.',
    'He was sent in by his GP with {a}.',
    'Her main problem is {a}.',
  ]),
  ...templates(
    'affirmed',
    [
      "I've had {a} for about three days.",
      'She has been getting {a} every morning.',
      'The {a} has not improved with {d}.',
      'My {a} is getting worse.',
      'Still has {a} this morning, doctor informed.',
    ],
    'symptom',
  ),
  ...templates(
    'affirmed',
    [
      'I take {d present} for my {a}.',
      'The {e} confirmed {a}.',
      'She is being treated for {a} on the ward.',
    ],
    'condition',
  ),
];
