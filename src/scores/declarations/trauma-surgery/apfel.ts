import { flag, ownFlag, sex } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Nausea or vomiting within 24 hours by number of factors (Apfel 1999). */
const PONV = [0.1, 0.21, 0.39, 0.61, 0.79];
const GUIDELINE = 'Fourth consensus PONV guideline 2020, 10.1213/ANE.0000000000004833';

/** Postoperative nausea and vomiting (Apfel 1999). */
export const apfel = defineScore({
  id: 'apfel',
  name: 'Apfel score for postoperative nausea and vomiting',
  aliases: ['apfel_score', 'apfel_ponv', 'ponv'],
  group: 'trauma and surgery',
  purpose: 'Predicts nausea or vomiting within 24 hours of an anaesthetic.',
  population: 'Adults before an inhalational anaesthetic',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    sex: sex(),
    current_smoker: flag('current_smoker'),
    ponv_or_motion_sickness: ownFlag('Earlier postoperative nausea, or motion sickness', {
      fixed: true,
    }),
    postoperative_opioids: ownFlag('Opioids expected after the operation'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (10 %).',
      action: { text: 'Prophylaxis with none to one antiemetic.', source: GUIDELINE },
    },
    {
      id: 'moderate',
      from: 1,
      interpretation: 'Moderate risk (21–39 %).',
      action: { text: 'Prophylaxis with two antiemetics of different classes.', source: GUIDELINE },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk (61–79 %).',
      action: {
        text: 'Prophylaxis with three to four antiemetics; avoid volatile agents and spare opioids.',
        source: GUIDELINE,
      },
    },
  ],
  references: [
    {
      title:
        'Apfel CC et al. A simplified risk score for predicting postoperative nausea and vomiting',
      doi: '10.1097/00000542-199909000-00022',
      year: 1999,
    },
  ],
  compute(v) {
    const points = {
      sex: pointsIf(v.sex === 'F'),
      current_smoker: pointsIf(!v.current_smoker),
      ponv_or_motion_sickness: pointsIf(v.ponv_or_motion_sickness),
      postoperative_opioids: pointsIf(v.postoperative_opioids),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'postoperative nausea or vomiting',
        probability: PONV[value] ?? 0,
        horizon: '24 hours',
      },
    };
  },
});
