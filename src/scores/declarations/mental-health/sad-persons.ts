import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const NOT_FOR_PREDICTION =
  'it predicts suicide poorly: NICE NG225 (2022) advises against scales to predict suicide or to ' +
  'decide who is treated or discharged';

const ASSESS_ALL = {
  text: 'Full psychosocial assessment whatever the count; the scale alone decides nothing.',
  source: 'NICE NG225 (2022)',
} as const;

/** Ten risk factors of suicide, one point each (Patterson 1983). */
export const sadPersons = defineScore({
  id: 'sad_persons',
  name: 'SAD PERSONS scale',
  aliases: ['sad_persons_scale', 'suicide_risk_sad_persons'],
  group: 'mental health',
  purpose: 'Counts risk factors of suicide; an aid to memory, not a prediction.',
  population: 'Adults and adolescents with suicidal thoughts or after self-harm',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    sex: sex(),
    age: quantity('age', { cuts: [19, 46] }),
    depression: ownFlag('Depression'),
    previous_suicide_attempt: ownFlag('Earlier suicide attempt', { fixed: true }),
    ethanol_abuse: ownFlag('Ethanol: misuse of alcohol'),
    rational_thinking_loss: ownFlag('Loss of rational thinking: psychosis, organic brain syndrome'),
    social_support_lacking: ownFlag('Lack of social support'),
    organized_suicide_plan: ownFlag('Organised plan of suicide'),
    no_spouse: ownFlag('No spouse: single, separated, divorced or widowed'),
    sickness: ownFlag('Sickness: chronic, debilitating or severe'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Few risk factors (0–2); its authors: home with follow-up.',
      action: ASSESS_ALL,
    },
    {
      id: 'moderate',
      from: 3,
      interpretation: 'Some risk factors (3–4); its authors: close follow-up, think of admission.',
      action: ASSESS_ALL,
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'Many risk factors (5–6); its authors: think strongly of admission.',
      action: ASSESS_ALL,
    },
    {
      id: 'very high',
      from: 7,
      interpretation: 'Very many risk factors (7–10); its authors: admit.',
      action: ASSESS_ALL,
    },
  ],
  references: [
    {
      title: 'Patterson WM et al. Evaluation of suicidal patients: the SAD PERSONS scale',
      doi: '10.1016/S0033-3182(83)73213-5',
      year: 1983,
    },
    {
      title: 'NICE. Self-harm: assessment, management and preventing recurrence (NG225)',
      url: 'https://www.nice.org.uk/guidance/ng225',
      year: 2022,
    },
  ],
  compute({ sex: sexAtBirth, age, ...factors }) {
    const years = Math.floor(age);
    const counted = Object.entries(factors).map(([key, so]) => [key, pointsIf(so)]);
    const { value, points } = sumOf({
      sex: pointsIf(sexAtBirth === 'M'),
      age: pointsIf(years < 19 || years > 45),
      ...Object.fromEntries(counted),
    });
    return { value, points, warnings: [NOT_FOR_PREDICTION] };
  },
});
