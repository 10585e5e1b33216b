import { choice, ownFlag } from '../../input.js';
import { defineScore, pointsIf, total } from '../../score.js';

const CISTERNS = { normal: 0, compressed: 1, absent: 2 } as const;
/** Death within six months by score 1–6 (Maas 2005). */
const MORTALITY = [0, 0, 0.07, 0.16, 0.26, 0.53, 0.61];

/** CT grade of a traumatic brain injury (Maas 2005). */
export const rotterdamCt = defineScore({
  id: 'rotterdam_ct',
  name: 'Rotterdam CT score',
  aliases: ['rotterdam_ct_score', 'rotterdam'],
  group: 'neurology',
  purpose: 'Grades the first CT of a traumatic brain injury and predicts mortality.',
  population: 'Adults with moderate or severe traumatic brain injury, first CT',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 6 },
  inputs: {
    basal_cisterns: choice('Basal cisterns', {
      normal: 'normal',
      compressed: 'compressed',
      absent: 'absent',
    }),
    midline_shift_above_5_mm: ownFlag('Midline shift of more than 5 mm'),
    epidural_mass_lesion: ownFlag('Epidural mass lesion', { help: 'Its absence scores a point' }),
    intraventricular_or_traumatic_sah: ownFlag(
      'Intraventricular blood or traumatic subarachnoid haemorrhage',
    ),
  },
  categories: [
    { id: 'lower', from: 1, interpretation: 'Mortality of 0–16 % within six months (1–3).' },
    { id: 'higher', from: 4, interpretation: 'Mortality of 26–61 % within six months (4–6).' },
  ],
  references: [
    {
      title:
        'Maas AIR et al. Prediction of outcome in traumatic brain injury with computed tomographic ' +
        'characteristics',
      doi: '10.1227/01.neu.0000186013.63046.6b',
      year: 2005,
    },
  ],
  compute(v) {
    const points = {
      basal_cisterns: CISTERNS[v.basal_cisterns],
      midline_shift_above_5_mm: pointsIf(v.midline_shift_above_5_mm),
      epidural_mass_lesion: pointsIf(!v.epidural_mass_lesion),
      intraventricular_or_traumatic_sah: pointsIf(v.intraventricular_or_traumatic_sah),
    };
    const value = total(points) + 1;
    return {
      value,
      points,
      risk: { outcome: 'death', probability: MORTALITY[value] ?? 0, horizon: '6 months' },
    };
  },
});
