import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const ACOG = 'ACOG Practice Bulletin 222 (2020), 10.1097/AOG.0000000000003891';

/** Severe features of pre-eclampsia, of which one is enough (ACOG 2020). */
export const preeclampsiaSevereFeatures = defineScore({
  id: 'preeclampsia_severe_features',
  name: 'Pre-eclampsia with severe features',
  aliases: ['severe_preeclampsia', 'acog_severe_features'],
  group: 'obstetrics',
  purpose: 'Counts the severe features of pre-eclampsia.',
  population: 'Women with pre-eclampsia or gestational hypertension after 20 weeks',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    systolic_bp: quantity('systolic_bp', { cuts: [160], monotone: 'rising' }),
    diastolic_bp: quantity('diastolic_bp', { cuts: [110], monotone: 'rising' }),
    platelets: quantity('platelets', { cuts: [100], monotone: 'falling' }),
    transaminases_twice_normal: ownFlag('AST or ALT above twice the upper limit of normal'),
    severe_epigastric_pain: ownFlag(
      'Severe persistent right upper quadrant or epigastric pain, not otherwise explained',
    ),
    creatinine: quantity('creatinine', { cuts: [1.1], monotone: 'rising' }),
    creatinine_doubled: ownFlag('Creatinine doubled without other kidney disease'),
    pulmonary_edema: ownFlag('Pulmonary oedema'),
    new_headache: ownFlag('New headache that does not respond to medication'),
    visual_symptoms: ownFlag('Visual disturbances'),
  },
  categories: [
    {
      id: 'none',
      from: 0,
      interpretation: 'No severe feature.',
      action: { text: 'Close monitoring; delivery at 37+0 weeks.', source: ACOG },
    },
    {
      id: 'severe features',
      from: 1,
      interpretation: 'At least one severe feature.',
      action: {
        text:
          'Magnesium sulfate, treat 160/110 mmHg and above within an hour; delivery from 34+0 weeks, ' +
          'earlier if mother or child is unstable.',
        source: ACOG,
      },
    },
  ],
  references: [
    {
      title: 'ACOG Practice Bulletin 222: Gestational hypertension and preeclampsia',
      doi: '10.1097/AOG.0000000000003891',
      year: 2020,
    },
  ],
  compute: (v) =>
    sumOf({
      systolic_bp: pointsIf(v.systolic_bp >= 160 || v.diastolic_bp >= 110),
      platelets: pointsIf(v.platelets < 100),
      transaminases_twice_normal: pointsIf(v.transaminases_twice_normal),
      severe_epigastric_pain: pointsIf(v.severe_epigastric_pain),
      creatinine: pointsIf(v.creatinine > 1.1 || v.creatinine_doubled),
      pulmonary_edema: pointsIf(v.pulmonary_edema),
      new_headache: pointsIf(v.new_headache),
      visual_symptoms: pointsIf(v.visual_symptoms),
    }),
});
