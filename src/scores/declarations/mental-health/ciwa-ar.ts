import { item, itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const SOURCE = 'Sullivan 1989, 10.1111/j.1360-0443.1989.tb00737.x';
const PERCEPTION =
  '0 none, 1 very mild, 2 mild, 3 moderate, 4 to 7 hallucinations: moderately severe to continuous';

/** Severity by the guideline on alcohol withdrawal of ASAM, 2020: below 10, 10 to 18, 19 and more. */
const asamSeverity = (value: number) =>
  value >= 19 ? 'severe' : value >= 10 ? 'moderate' : 'mild';

/**
 * Severity of alcohol withdrawal from ten observations (Sullivan 1989).
 *
 * Bands of most calculators: to 9 minimal, 10 to 15 moderate, above 15 severe. Others treat from 8
 * on; those of ASAM (2020) are further results.
 */
export const ciwaAr = defineScore({
  id: 'ciwa_ar',
  name: 'Clinical Institute Withdrawal Assessment for Alcohol, revised',
  aliases: ['ciwa', 'ciwa_alcohol', 'alcohol_withdrawal_scale'],
  group: 'mental health',
  purpose: 'Grades the severity of alcohol withdrawal.',
  population: 'Adults in alcohol withdrawal who can answer questions',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 67 },
  inputs: {
    nausea_vomiting: item(
      'Nausea and vomiting',
      [0, 7],
      '0 none, 1 mild nausea, 4 intermittent nausea with dry heaves, 7 constant nausea and vomiting',
    ),
    tremor: item(
      'Tremor',
      [0, 7],
      '0 none, 1 felt only, 4 moderate with arms extended, 7 severe even with arms down',
    ),
    sweats: item(
      'Paroxysmal sweats',
      [0, 7],
      '0 none, 1 barely perceptible, 4 beads on the forehead, 7 drenching',
    ),
    anxiety: item('Anxiety', [0, 7], '0 at ease, 1 mild, 4 moderate or guarded, 7 panic'),
    agitation: item(
      'Agitation',
      [0, 7],
      '0 normal activity, 1 somewhat more, 4 fidgety and restless, 7 paces or thrashes about',
    ),
    ...itemsOf(
      {
        tactile_disturbances: 'Tactile disturbances',
        auditory_disturbances: 'Auditory disturbances',
        visual_disturbances: 'Visual disturbances',
      },
      [0, 7],
      PERCEPTION,
    ),
    headache_severity: item(
      'Headache, fullness in the head',
      [0, 7],
      '0 none, 1 very mild, 2 mild, 3 moderate, 4 moderately severe, 5 severe, 6 very severe, 7 extreme',
    ),
    disorientation: item(
      'Orientation and clouding of sensorium',
      [0, 4],
      '0 orientated, 1 cannot add serially or unsure of the date, 2 date wrong by up to 2 days, 3 by ' +
        'more, 4 disorientated for place or person',
    ),
  },
  categories: [
    {
      id: 'minimal',
      from: 0,
      interpretation: 'Absent or minimal withdrawal (0–9).',
      action: { text: 'Supportive care; medication is usually not needed.', source: SOURCE },
    },
    {
      id: 'mild to moderate',
      from: 10,
      interpretation: 'Mild to moderate withdrawal (10–15).',
      action: { text: 'Medication (a benzodiazepine); measure again hourly.', source: SOURCE },
    },
    {
      id: 'severe',
      from: 16,
      interpretation: 'Severe withdrawal (16–67): risk of delirium and seizures.',
      action: {
        text: 'Medicate promptly and monitor closely; think of intensive care.',
        source: SOURCE,
      },
    },
  ],
  references: [
    {
      title:
        'Sullivan JT et al. Assessment of alcohol withdrawal: the revised Clinical Institute ' +
        'Withdrawal Assessment for Alcohol scale (CIWA-Ar)',
      doi: '10.1111/j.1360-0443.1989.tb00737.x',
      year: 1989,
    },
    {
      title: 'The ASAM Clinical Practice Guideline on Alcohol Withdrawal Management',
      doi: '10.1097/ADM.0000000000000668',
      year: 2020,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return { value, points, derived: [{ name: 'asam_severity', value: asamSeverity(value) }] };
  },
});
