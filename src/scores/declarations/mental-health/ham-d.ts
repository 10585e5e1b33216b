import { itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const FIVE_GRADES =
  '0 absent, 1 mild or doubtful, 2 mild to moderate, 3 moderate to severe, 4 severe';
const THREE_GRADES = '0 absent, 1 slight or doubtful, 2 clearly present';

const ITEMS = {
  ...itemsOf(
    {
      ham_depressed_mood: '1 Depressed mood',
      ham_guilt: '2 Feelings of guilt',
      ham_suicide: '3 Suicide',
      ham_work: '7 Work and activities',
      ham_retardation: '8 Retardation',
      ham_agitation: '9 Agitation',
      ham_psychic_anxiety: '10 Anxiety, psychic',
      ham_somatic_anxiety: '11 Anxiety, somatic',
      ham_hypochondriasis: '15 Hypochondriasis',
    },
    [0, 4],
    FIVE_GRADES,
  ),
  ...itemsOf(
    {
      ham_insomnia_early: '4 Insomnia, falling asleep',
      ham_insomnia_middle: '5 Insomnia, staying asleep',
      ham_insomnia_late: '6 Insomnia, early waking',
      ham_gastrointestinal: '12 Somatic symptoms, gastrointestinal',
      ham_general_somatic: '13 Somatic symptoms, general',
      ham_genital: '14 Genital symptoms',
      ham_weight: '16 Loss of weight',
      ham_insight: '17 Insight (2 denies being ill)',
    },
    [0, 2],
    THREE_GRADES,
  ),
};

const ASSESS = {
  text: 'Treat depression by its severity; assess the risk of suicide.',
  source: 'NICE NG222 (2022)',
} as const;

/** Severity of depression from seventeen items rated by a clinician (Hamilton 1960). */
export const hamD = defineScore({
  id: 'ham_d',
  name: 'Hamilton Depression Rating Scale, 17 items',
  aliases: ['hamd', 'hdrs', 'hamilton_depression', 'hamilton_depression_rating_scale', 'ham_d_17'],
  group: 'mental health',
  purpose: 'Grades the severity of depression.',
  population: 'Adults with depression, rated by a clinician',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 52 },
  inputs: ITEMS,
  categories: [
    { id: 'normal', from: 0, interpretation: 'Normal range (0–7).' },
    { id: 'mild', from: 8, interpretation: 'Mild depression (8–13).', action: ASSESS },
    { id: 'moderate', from: 14, interpretation: 'Moderate depression (14–18).', action: ASSESS },
    { id: 'severe', from: 19, interpretation: 'Severe depression (19–22).', action: ASSESS },
    {
      id: 'very severe',
      from: 23,
      interpretation: 'Very severe depression (23–52).',
      action: ASSESS,
    },
  ],
  references: [
    {
      title: 'Hamilton M. A rating scale for depression',
      doi: '10.1136/jnnp.23.1.56',
      year: 1960,
    },
    {
      title: 'American Psychiatric Association. Handbook of psychiatric measures',
      url: 'https://www.appi.org/Products/Assessment/Handbook-of-Psychiatric-Measures-Second-Edition',
      year: 2000,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return {
      value,
      points,
      warnings:
        v.ham_suicide > 0
          ? ['thoughts of suicide: assess the risk today, whatever the total']
          : undefined,
    };
  },
});
