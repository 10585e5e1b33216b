import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, total } from '../../score.js';

const REGIONS = [
  'caudate',
  'lentiform',
  'internal_capsule',
  'insula',
  'm1',
  'm2',
  'm3',
  'm4',
  'm5',
  'm6',
] as const;
const region = (title: string) => ownFlag(`Early ischaemic change: ${title}`);
const AHA_2019 = 'AHA/ASA acute ischaemic stroke guideline 2019, 10.1161/STR.0000000000000211';

/** Ten regions of the middle cerebral artery without early ischaemic change (Barber 2000). */
export const aspects = defineScore({
  id: 'aspects',
  name: 'Alberta Stroke Program Early CT Score (ASPECTS)',
  aliases: ['alberta_stroke_program_early_ct_score'],
  group: 'neurology',
  purpose: 'Measures early ischaemic change in the territory of the middle cerebral artery.',
  population:
    'Adults with acute ischaemic stroke of the middle cerebral artery, CT without contrast',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    caudate: region('caudate nucleus'),
    lentiform: region('lentiform nucleus'),
    internal_capsule: region('internal capsule'),
    insula: region('insular ribbon'),
    m1: region('M1, anterior cortex'),
    m2: region('M2, cortex lateral to the insula'),
    m3: region('M3, posterior cortex'),
    m4: region('M4, anterior, above M1'),
    m5: region('M5, lateral, above M2'),
    m6: region('M6, posterior, above M3'),
  },
  categories: [
    {
      id: 'extensive',
      from: 0,
      interpretation: 'Extensive early ischaemic change (0–5).',
      action: {
        text: 'Thrombectomy by the criteria for a large infarct core only; seek a stroke expert.',
        source: AHA_2019,
      },
    },
    {
      id: 'moderate',
      from: 6,
      interpretation:
        'Moderate change (6–7): at 7 or less dependence and bleeding after thrombolysis are likelier.',
      action: {
        text: 'With a large vessel occlusion, thrombectomy by the usual criteria (6 or more).',
        source: AHA_2019,
      },
    },
    {
      id: 'limited',
      from: 8,
      interpretation: 'Little or no early ischaemic change (8–10).',
      action: {
        text: 'With a large vessel occlusion, thrombectomy by the usual criteria (6 or more).',
        source: AHA_2019,
      },
    },
  ],
  references: [
    {
      title:
        'Barber PA et al. Validity and reliability of a quantitative computed tomography score in ' +
        'predicting outcome of hyperacute stroke before thrombolytic therapy',
      doi: '10.1016/S0140-6736(00)02237-6',
      year: 2000,
    },
  ],
  compute: (v) => ({ value: 10 - total(onePointEach(v, REGIONS)) }),
});
