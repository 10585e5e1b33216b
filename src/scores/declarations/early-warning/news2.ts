import { choice, consciousness, flag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const RCP = {
  title:
    'Royal College of Physicians. National Early Warning Score (NEWS) 2: standardising the ' +
    'assessment of acute-illness severity in the NHS',
  url: 'https://www.rcp.ac.uk/resources/national-early-warning-score-news-2/',
  year: 2017,
} as const;

const respiratoryRate = stepsFrom(3, [9, 1], [12, 0], [21, 2], [25, 3]);
const scale1 = stepsFrom(3, [92, 2], [94, 1], [96, 0]);
const scale2Air = stepsFrom(3, [84, 2], [86, 1], [88, 0]);
const scale2Oxygen = stepsFrom(3, [84, 2], [86, 1], [88, 0], [93, 1], [95, 2], [97, 3]);
const systolic = stepsFrom(3, [91, 2], [101, 1], [111, 0], [220, 3]);
const pulse = stepsFrom(3, [41, 1], [51, 0], [91, 1], [111, 2], [131, 3]);
const temperature = stepsAbove(3, [35, 1], [36, 0], [38, 1], [39, 2]);

function saturationPoints(saturation: number, scale: '1' | '2', onOxygen: boolean): number {
  if (scale === '1') return scale1(saturation);
  return onOxygen ? scale2Oxygen(saturation) : scale2Air(saturation);
}

/** Any level other than alert scores 3 points. */
function awareness(v: {
  readonly consciousness?: string | undefined;
  readonly gcs?: number | undefined;
}) {
  return v.consciousness === undefined
    ? { gcs: v.gcs === 15 ? 0 : 3 }
    : { consciousness: v.consciousness === 'A' ? 0 : 3 };
}

const action = (text: string) => ({ text, source: 'RCP NEWS2 2017, chart 4' });

/** Acute-illness severity from six physiological measurements and oxygen therapy (RCP 2017). */
export const news2 = defineScore({
  id: 'news2',
  name: 'National Early Warning Score 2',
  aliases: ['news', 'news_2'],
  group: 'early warning and sepsis',
  purpose: 'Detects acute illness that is getting worse and says how urgently to respond.',
  population: 'Patients of 16 years and over who are not pregnant',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 20 },
  inputs: {
    age: quantity('age', { min: 16, optional: true }),
    pregnant: { ...flag('pregnant'), optional: true },
    respiratory_rate: quantity('respiratory_rate', { cuts: respiratoryRate.cuts }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: [...scale2Oxygen.cuts, ...scale1.cuts],
    }),
    spo2_scale: choice(
      'SpO₂ scale',
      {
        '1': 'scale 1, for everybody else',
        '2': 'scale 2, target 88–92 %, for hypercapnic respiratory failure confirmed by a clinician',
      },
      { optional: true },
    ),
    on_oxygen: flag('on_oxygen'),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    consciousness: { ...consciousness(), optional: true },
    gcs: quantity('gcs', {
      cuts: [15],
      optional: true,
      help: 'Instead of consciousness: 15 is alert, anything below is not.',
    }),
    temperature: quantity('temperature', { cuts: temperature.cuts }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low clinical risk.',
      action: action('Monitor at least every 12 hours (0 points) or every 4 to 6 hours (1–4).'),
    },
    {
      id: 'low-medium',
      interpretation: 'One measurement alone is far outside its range (3 points).',
      action: action(
        'Urgent review by a ward-based doctor to find the cause; monitor at least every hour.',
      ),
    },
    {
      id: 'medium',
      from: 5,
      interpretation: 'Medium clinical risk: the threshold for an urgent response.',
      action: action(
        'Urgent assessment by a clinician with competence in acute illness; think of sepsis; ' +
          'monitor at least every hour.',
      ),
    },
    {
      id: 'high',
      from: 7,
      interpretation: 'High clinical risk: the threshold for an emergency response.',
      action: action(
        'Emergency assessment by a critical care team, usually transfer to a higher level of ' +
          'care; monitor continuously.',
      ),
    },
  ],
  references: [
    RCP,
    {
      title:
        'Smith GB et al. The ability of the National Early Warning Score (NEWS) to discriminate ' +
        'patients at risk of early cardiac arrest, unanticipated ICU admission, and death',
      doi: '10.1016/j.resuscitation.2012.12.016',
      year: 2013,
    },
  ],
  alsoNeeds: ({ consciousness: level, gcs }) =>
    level === undefined && gcs === undefined ? ['consciousness'] : [],
  refuses({ pregnant }) {
    return pregnant
      ? { input: 'pregnant', issue: 'NEWS2 does not hold in pregnancy; use an obstetric score' }
      : undefined;
  },
  compute(v) {
    const scale = v.spo2_scale ?? '1';
    const points = {
      respiratory_rate: respiratoryRate(v.respiratory_rate),
      oxygen_saturation: saturationPoints(v.oxygen_saturation, scale, v.on_oxygen),
      on_oxygen: v.on_oxygen ? 2 : 0,
      systolic_bp: systolic(v.systolic_bp),
      heart_rate: pulse(v.heart_rate),
      ...awareness(v),
      // The chart has tenths of a degree (38.0 | 38.1): 100.4 °F is 38.0 °C, not a hair above it.
      temperature: temperature(rounded(v.temperature, 1)),
    };
    const { value } = sumOf(points);
    const single = Object.values(points).includes(3);
    return {
      value,
      points,
      ...(single && value < 5 && { category: 'low-medium' }),
      ...(v.spo2_scale === undefined && {
        warnings: ['spo2_scale was not given: scale 1 was used, as for every patient without it'],
      }),
    };
  },
});
