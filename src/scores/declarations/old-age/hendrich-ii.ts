import { ownFlag, sex } from '../../input.js';
import { answers } from '../../questionnaire.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Risk of falling in hospital from eight factors (Hendrich 2003). */
export const hendrichIi = defineScore({
  id: 'hendrich_ii',
  name: 'Hendrich II Fall Risk Model',
  aliases: ['hendrich_2', 'hendrich', 'hendrich_fall_risk'],
  group: 'old age',
  purpose: 'Grades the risk of falling in hospital.',
  population: 'Adults in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 16 },
  inputs: {
    confusion_disorientation_impulsivity: ownFlag('Confused, disorientated or impulsive'),
    symptomatic_depression: ownFlag('Depressed, with symptoms'),
    altered_elimination: ownFlag('Altered elimination: incontinence, urgency, nocturia, diarrhoea'),
    dizziness_vertigo: ownFlag('Dizziness or vertigo'),
    sex: sex(),
    antiepileptics: ownFlag('Takes an antiepileptic'),
    benzodiazepines: ownFlag('Takes a benzodiazepine'),
    get_up_and_go: answers('Rising from a chair', {
      '0': 'in a single movement',
      '1': 'pushes up, in one attempt',
      '3': 'succeeds after several attempts',
      '4': 'cannot without help',
    }),
  },
  categories: [
    { id: 'not high risk', from: 0, interpretation: 'Below the threshold (0–4).' },
    {
      id: 'high risk',
      from: 5,
      interpretation: 'High risk of falling (5–16).',
      action: {
        text: 'Measures against falls that fit the factors found.',
        source: 'Hendrich 2003, 10.1053/apnr.2003.YAPNR2',
      },
    },
  ],
  references: [
    {
      title:
        'Hendrich AL, Bender PS, Nyhuis A. Validation of the Hendrich II Fall Risk Model: a large ' +
        'concurrent case/control study of hospitalized patients',
      doi: '10.1053/apnr.2003.YAPNR2',
      year: 2003,
    },
  ],
  compute: (v) =>
    sumOf({
      confusion_disorientation_impulsivity: pointsIf(v.confusion_disorientation_impulsivity, 4),
      symptomatic_depression: pointsIf(v.symptomatic_depression, 2),
      altered_elimination: pointsIf(v.altered_elimination),
      dizziness_vertigo: pointsIf(v.dizziness_vertigo),
      sex: pointsIf(v.sex === 'M'),
      antiepileptics: pointsIf(v.antiepileptics, 2),
      benzodiazepines: pointsIf(v.benzodiazepines),
      get_up_and_go: Number(v.get_up_and_go),
    }),
});
