import { grade } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const item = (title: string, max: number, help: string) =>
  grade(title, [0, max], { help, monotone: 'rising' });

const LIMB = '0 no drift, 1 drift, 2 some effort against gravity, 3 none against it, 4 no movement';
const limb = (title: string) => item(title, 4, `${LIMB}; untestable (amputation, fusion): 0`);

/** Impairment after a stroke from 15 items (NIH, Brott 1989). */
export const nihss = defineScore({
  id: 'nihss',
  name: 'National Institutes of Health Stroke Scale',
  aliases: ['nih_stroke_scale', 'nihss_score'],
  group: 'neurology',
  purpose: 'Measures the neurological impairment of an acute stroke.',
  population: 'Adults with suspected acute stroke',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 42 },
  inputs: {
    loc: item(
      '1a Level of consciousness',
      3,
      '0 alert, 1 wakes to minor stimulation, 2 needs repeated or strong stimulation, 3 reflexes only',
    ),
    loc_questions: item('1b Month and age', 2, '0 both right, 1 one right, 2 neither'),
    loc_commands: item('1c Two commands', 2, '0 both done, 1 one done, 2 neither'),
    gaze: item('2 Gaze', 2, '0 normal, 1 partial palsy, 2 forced deviation'),
    visual: item(
      '3 Visual fields',
      3,
      '0 no loss, 1 partial hemianopia, 2 complete hemianopia, 3 bilateral or blind',
    ),
    facial_palsy: item('4 Facial palsy', 3, '0 normal, 1 minor, 2 partial, 3 complete'),
    motor_arm_left: limb('5a Left arm'),
    motor_arm_right: limb('5b Right arm'),
    motor_leg_left: limb('6a Left leg'),
    motor_leg_right: limb('6b Right leg'),
    limb_ataxia: item('7 Limb ataxia', 2, '0 absent, 1 in one limb, 2 in two; untestable: 0'),
    sensory: item('8 Sensation', 2, '0 normal, 1 mild to moderate loss, 2 severe or total loss'),
    language: item('9 Language', 3, '0 no aphasia, 1 mild to moderate, 2 severe, 3 mute or global'),
    dysarthria: item(
      '10 Dysarthria',
      2,
      '0 normal, 1 slurred but understood, 2 unintelligible; intubated: 0',
    ),
    extinction: item(
      '11 Extinction and inattention',
      2,
      '0 none, 1 in one modality, 2 profound or in more than one',
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No measurable deficit.' },
    {
      id: 'minor',
      from: 1,
      interpretation: 'Minor stroke (1–4).',
      action: {
        text:
          'Thrombolysis within the window only if the deficit disables; otherwise dual ' +
          'antiplatelet treatment started within 24 hours (NIHSS 3 or less, no cardioembolism).',
        source: 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211',
      },
    },
    {
      id: 'moderate',
      from: 5,
      interpretation: 'Moderate stroke (5–15).',
      action: {
        text:
          'Thrombolysis within the window; from 6 points on look for a large vessel occlusion ' +
          'and consider thrombectomy.',
        source: 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211',
      },
    },
    {
      id: 'moderate-severe',
      from: 16,
      interpretation: 'Moderate to severe stroke (16–20).',
      action: {
        text: 'Thrombolysis within the window and vessel imaging for thrombectomy at once.',
        source: 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211',
      },
    },
    {
      id: 'severe',
      from: 21,
      interpretation: 'Severe stroke (21–42).',
      action: {
        text: 'Thrombolysis within the window and vessel imaging for thrombectomy at once.',
        source: 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211',
      },
    },
  ],
  references: [
    {
      title:
        'Brott T et al. Measurements of acute cerebral infarction: a clinical examination scale',
      doi: '10.1161/01.STR.20.7.864',
      year: 1989,
    },
    {
      title: 'National Institute of Neurological Disorders and Stroke. NIH Stroke Scale',
      url: 'https://www.ninds.nih.gov/health-information/stroke/assess-and-treat/nih-stroke-scale',
      year: 2024,
    },
  ],
  compute: (v) => sumOf(v),
});
