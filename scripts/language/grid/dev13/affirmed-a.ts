import { templates } from '../notation.js';

/** Findings that are there although a word of denial, doubt or the past stands near. */
export const affirmedA = [
  ...templates('affirmed', [
    'She refused {e} for her {a}.',
    'He declined admission for {a}.',
    'He has not only {a} but also {b}.',
    'No complaints other than {a}.',
    'No other problems apart from {a} and {b}.',
    'Nil new issues except {a}.',
    'There is no doubt that she has {a}.',
    'He does not deny {a}.',
    'No change in her {a} since the last visit.',
    'No improvement in {a} despite {d}.',
    '{a} has not resolved.',
    'He has not been taking {d} for his {a}.',
    'Cannot take {d} because of {a}.',
    'She has never seen a doctor about her {a}.',
    'No cause was found for his {a}.',
    'He did not attend follow-up for {a present|historical}.',
    'No {e} was performed for the {a}.',
    'She was unable to attend work due to {a}.',
    'Not sleeping because of {a}.',
    'There are no beds on the ward, so he remains in ED with {a}.',
    'His {a} is not well controlled.',
    'Denies alcohol. Has {a} and {b}.',
    '{a} without {b absent}.',
    'No allergies. Admitted with {a}.',
    'Non-smoker with {a}.',
    'No known drug allergies, currently treated for {a}.',
    'Lives with no family nearby and has {a}.',
    'He has {a} but is otherwise well.',
    'Presents today with {a}, having previously been well.',
  ]),
  ...templates(
    'affirmed',
    [
      'No relief of {a} with {d}.',
      'Her {a} did not respond to {d}.',
      'Denies that anything makes the {a} worse.',
      'The {a} is not relieved by rest.',
    ],
    'symptom',
  ),
  ...templates(
    'affirmed',
    [
      'He is known to have {a} but has not been compliant with {d}.',
      'The {e} confirmed {a} with no need for surgery.',
    ],
    'condition',
  ),
];
