import { templates } from '../notation.js';
import type { Template } from '../template.js';

const OF_BOTH: readonly string[] = [
  'He did not take {d} for his {a}.',
  'Not only {a} but also {b}.',
  'No previous {e}. Presents with {a}.',
  'Denies taking {d} for {a}.',
  'She failed to mention her {a} at triage.',
  '{a} persists despite {d}.',
  'With forty years as a welder behind him, he now has {a}.',
  'Has {a}, for which he was never given {d}.',
  'Otherwise well except for {a}.',
  'Fit and active apart from {a}.',
  'Did not attend in March; {a} still active.',
  'He does not dispute that he has {a}.',
  'She would like help with her {a}.',
  'Unable to work owing to {a} and {b}.',
];

const OF_SYMPTOMS: readonly string[] = [
  'No change in her {a} since last week.',
  '{d} gave no relief from the {a}.',
  'Declined {d} for {a}.',
  'Her {a} did not improve with {d}.',
  'No cause was found for her {a}.',
  'The {a} has no obvious trigger.',
  'Cannot sleep because of {a}.',
  'She has never had {a} as bad as this.',
  'Last seen in 2019 about a foot; today attends with {a}.',
  'Her mother drove her in because of {a}.',
  "Since his father's funeral he has had {a}.",
  'Was well until Tuesday, when {a} began.',
  'The only complaint is {a}.',
  'No symptoms other than {a}.',
  'Nothing makes the {a} better.',
  '{a} not responding to {d}.',
  'He is not coping with the {a}.',
  'No better: {a} continues.',
  'If anything, the {a} is worse than yesterday.',
  'Brother gave her a lift in; {a} started in the car.',
  'Fully vaccinated, no travel, {a} since Sunday.',
  'He denies alcohol but admits to {a}.',
  'It is not the first night that {a} has woken him.',
  'Did not call an ambulance in spite of {a} and {b}.',
  'It is not true that the {a} has gone away.',
  'Any {a}? Yes, since breakfast.',
  'Never a day without {a}.',
  'There is still {a} despite nil by mouth.',
];

const OF_CONDITIONS: readonly string[] = [
  'There is no doubt that he has {a}.',
  'I have no hesitation in diagnosing {a}.',
  'Not allergic to {d}. Known {a}.',
  'Poorly controlled {a}, does not attend clinic.',
  'Refuses to accept that she has {a}.',
  '{e} with and without contrast: {a}.',
  '{a} for ten years, never under a specialist.',
  '{e} confirmed {a}.',
  'This can only be {a}.',
  'He has yet to come to terms with his {a}.',
  'Untreated {a} since 2011, not on {d}.',
];

export const AFFIRMED: readonly Template[] = [
  ...templates('affirmed', OF_BOTH),
  ...templates('affirmed', OF_SYMPTOMS, 'symptom'),
  ...templates('affirmed', OF_CONDITIONS, 'condition'),
];
