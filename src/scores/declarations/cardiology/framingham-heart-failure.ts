import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf } from '../../score.js';

const FAST = 120;

/** Of the criteria of 1971 these are hardly measured any more; the others decide without them. */
const seldomMeasured = (title: string) => ({
  ...ownFlag(title, { help: 'Left out where it is not measured.' }),
  optional: true as const,
});

/** Clinical diagnosis of heart failure by the Framingham criteria (McKee 1971). */
export const framinghamHeartFailure = defineScore({
  id: 'framingham_heart_failure',
  name: 'Framingham criteria of heart failure',
  aliases: ['framingham_hf', 'framingham_chf'],
  group: 'cardiology',
  purpose: 'Says whether the clinical criteria of heart failure are met: 1 for yes, 0 for no.',
  population: 'Adults with suspected heart failure',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    orthopnea_or_nocturnal_dyspnea: ownFlag('Major: paroxysmal nocturnal dyspnoea or orthopnoea'),
    jugular_venous_distension: ownFlag('Major: jugular venous distension'),
    pulmonary_rales: ownFlag('Major: pulmonary rales'),
    cardiomegaly: ownFlag('Major: cardiomegaly on the chest film'),
    acute_pulmonary_edema: ownFlag('Acute pulmonary oedema (rales over more than half)'),
    third_heart_sound: ownFlag('Major: third heart sound'),
    raised_central_venous_pressure: seldomMeasured('Major: central venous pressure above 16 cmH₂O'),
    circulation_time_25_s: seldomMeasured('Major: circulation time of 25 s or more'),
    hepatojugular_reflux: ownFlag('Major: hepatojugular reflux'),
    weight_loss_on_treatment: {
      ...ownFlag('Loss of 4.5 kg or more in 5 days of treatment', {
        help: 'Counts as major; left out before treatment.',
      }),
      optional: true,
    },
    bilateral_ankle_edema: ownFlag('Minor: oedema of both ankles'),
    nocturnal_cough: ownFlag('Minor: cough at night'),
    dyspnea_on_exertion: ownFlag('Minor: dyspnoea on ordinary exertion'),
    hepatomegaly: ownFlag('Minor: hepatomegaly'),
    pleural_effusion: flag('pleural_effusion'),
    vital_capacity_reduced: seldomMeasured('Minor: vital capacity reduced by a third'),
    heart_rate: quantity('heart_rate', { cuts: [FAST], monotone: 'rising' }),
  },
  categories: [
    {
      id: 'not met',
      from: 0,
      interpretation: 'Fewer than two major, or one major and two minor criteria.',
    },
    {
      id: 'met',
      from: 1,
      interpretation: 'Two major, or one major and two minor criteria: heart failure.',
      action: {
        text: 'Confirm with natriuretic peptide and echocardiography.',
        source: '2021 ESC Guidelines for heart failure, 10.1093/eurheartj/ehab368',
      },
    },
  ],
  references: [
    {
      title: 'McKee PA et al. The natural history of congestive heart failure: Framingham study',
      doi: '10.1056/NEJM197112232852601',
      year: 1971,
    },
  ],
  compute(v) {
    const major = [
      v.orthopnea_or_nocturnal_dyspnea,
      v.jugular_venous_distension,
      v.pulmonary_rales,
      v.cardiomegaly,
      v.acute_pulmonary_edema,
      v.third_heart_sound,
      v.raised_central_venous_pressure,
      v.circulation_time_25_s,
      v.hepatojugular_reflux,
      v.weight_loss_on_treatment,
    ].filter(Boolean).length;
    const minor = [
      v.bilateral_ankle_edema,
      v.nocturnal_cough,
      v.dyspnea_on_exertion,
      v.hepatomegaly,
      v.pleural_effusion,
      v.vital_capacity_reduced,
      v.heart_rate >= FAST,
    ].filter(Boolean).length;
    return {
      value: pointsIf(major >= 2 || (major === 1 && minor >= 2)),
      derived: [
        { name: 'major_criteria', value: major },
        { name: 'minor_criteria', value: minor },
      ],
    };
  },
});
