import { templates } from '../notation.js';

const symptoms = [
  'Afebrile and eating well, but {a} persists.',
  'Has had no relief of her {a} from {d}.',
  'Two weeks of {a} without improvement despite rest and fluids.',
  'Mother reports {a} since Tuesday and is worried he is not drinking.',
  'Daughter attends with her and says the {a} has been keeping her awake.',
  'Ongoing {a}? Yes, most days.',
  'Any {a}? - Yes, worse at night.',
  'ROS negative except for {a} and {b}.',
  'Denies all other symptoms apart from {a}.',
  'No fever but does complain of {a}.',
  'Denies trauma. {a} came on gradually over the past three days.',
  'Declined {d} for her {a} this morning as she wanted to stay alert.',
  '{a} started on 12 March and has not let up since.',
  'Cannot sleep because of {a}.',
  'Unable to complete physio session today due to {a}.',
  'NKDA. Presents with {a} x 4 days, nil recent travel.',
  'There is no doubt that his {a} is worse than at the last visit.',
  'He did not attend work yesterday because of {a}.',
  'Pt c/o {a}, not relieved by {d}.',
  'Has never had {a} as bad as this before.',
  'No change in {a} since last review.',
  'Woke at 0400 with {a}; nil cardiac history.',
  'I am not sure what is causing her {a}, so I have arranged {e}.',
  'The cause of the {a} is unclear at this stage.',
  'Her {a} did not respond to {d} and she is back today asking for something stronger.',
  'Previously fit and well, now three days of {a} and {b}.',
  'Partner called the ambulance this evening because of {a}.',
];

const conditions = [
  'No known drug allergies, has {a}, lives alone.',
  'His {a} is not well controlled on {d}.',
  '{a}, not currently on any treatment.',
  'Does not take anything regularly for her {a}.',
  'Denies smoking or alcohol; known {a} and {b}.',
  'No significant past history other than {a present|historical}.',
  'She was diagnosed with {a} in January this year and remains under the clinic.',
  'Non-compliant with {d} for {a}; says he forgets.',
  'His wife confirms that he has {a} and takes {d} for it.',
  'He was unaware that he had {a} until the result came through last week.',
  'Not a candidate for {e} given her {a}.',
  'Patient does not believe he has {a} despite a clear explanation of the results, which confirm it.',
  'Refused admission for treatment of {a}, understands the risks, left with his son.',
];

const either = [
  "Not only {a} but also {b} on today's review.",
  'The family are understandably anxious about her {a}.',
  'No new issues overnight; {a} ongoing.',
  '{e} was not done because of her {a}.',
  'Not fit for discharge today on account of {a}.',
];

/** What the patient has now, with a cue of denial, doubt, time or family near that does not govern it. */
export const affirmed = [
  ...templates('affirmed', symptoms, 'symptom'),
  ...templates('affirmed', conditions, 'condition'),
  ...templates('affirmed', either),
];
