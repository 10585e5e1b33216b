import { flag, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';

const bmi = stepsAbove(0, [35, 1]);
const neck = stepsAbove(0, [40, 1]);
/** The neck that raises the risk in the two-step rule (Chung 2016). */
const LARGE_NECK = { M: 43, F: 41 } as const;

const action = (text: string) => ({ text, source: 'Chung 2016' });

/** Screening for obstructive sleep apnoea, also before surgery (Chung 2008, 2016). */
export const stopBang = defineScore({
  id: 'stop_bang',
  name: 'STOP-Bang',
  aliases: ['stopbang', 'stop_bang_score'],
  group: 'lung',
  purpose: 'Screens for obstructive sleep apnoea.',
  population: 'Adults, above all before surgery',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    loud_snoring: ownFlag('Snores loudly', {
      help: 'Louder than talking, or heard through a closed door.',
    }),
    daytime_tiredness: ownFlag('Often tired or sleepy in the daytime'),
    observed_apnea: ownFlag('Somebody saw breathing stop, choking or gasping in sleep'),
    hypertension: flag('hypertension', { help: 'Has or is treated for high blood pressure.' }),
    bmi: quantity('bmi', { cuts: bmi.cuts }),
    age: quantity('age', { min: 18, cuts: [51] }),
    neck_circumference: ownQuantity('Neck circumference', 'cm', [20, 90], 1, {
      cuts: [40, 41, 43],
    }),
    sex: sex(),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of moderate or severe sleep apnoea.' },
    {
      id: 'intermediate',
      from: 3,
      interpretation: 'Intermediate risk of moderate or severe sleep apnoea.',
      action: action('Think of a sleep study; take care with sedation and opioids.'),
    },
    {
      id: 'high',
      from: 5,
      interpretation:
        'High risk of moderate or severe sleep apnoea: 5 points or more, or two of the four STOP ' +
        'items with male sex, BMI above 35 or a large neck.',
      action: action('Arrange a sleep study; watch the airway and saturation around anaesthesia.'),
    },
  ],
  references: [
    {
      title: 'Chung F et al. STOP questionnaire: a tool to screen patients for sleep apnea',
      doi: '10.1097/ALN.0b013e31816d83e4',
      year: 2008,
    },
    {
      title: 'Chung F et al. STOP-Bang Questionnaire: a practical approach to screen for OSA',
      doi: '10.1378/chest.15-0903',
      year: 2016,
    },
  ],
  compute(v) {
    const stop = {
      loud_snoring: pointsIf(v.loud_snoring),
      daytime_tiredness: pointsIf(v.daytime_tiredness),
      observed_apnea: pointsIf(v.observed_apnea),
      hypertension: pointsIf(v.hypertension),
    };
    const { value, points } = sumOf({
      bmi: bmi(v.bmi),
      age: pointsIf(Math.floor(v.age) > 50),
      neck_circumference: neck(v.neck_circumference),
      sex: pointsIf(v.sex === 'M'),
      ...stop,
    });
    const twoOfStop = sumOf(stop).value >= 2;
    const aggravated = v.sex === 'M' || v.bmi > 35 || v.neck_circumference >= LARGE_NECK[v.sex];
    return { value, points, category: twoOfStop && aggravated ? 'high' : undefined };
  },
});
