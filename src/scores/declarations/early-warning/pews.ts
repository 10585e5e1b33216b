import { grade, ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const FRACTIONS =
  'Oxygen flows that count differ between printings (3, 6, 8 or 2, 4, 6 L/min); the fractions agree.';

/** Brighton Paediatric Early Warning Score (Monaghan 2005): three graded domains and two extras. */
export const pews = defineScore({
  id: 'pews',
  name: 'Brighton Paediatric Early Warning Score',
  aliases: ['brighton_pews', 'paediatric_early_warning_score', 'pediatric_early_warning_score'],
  group: 'early warning and sepsis',
  purpose: 'Finds children on the ward whose state is getting worse.',
  population: 'Children in hospital, beyond the newborn period',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 13 },
  inputs: {
    behavior: grade('Behaviour', [0, 3], {
      help:
        '0 plays, appropriate; 1 sleeps; 2 irritable; 3 lethargic or confused, or reacts less ' +
        'to pain.',
      monotone: 'rising',
    }),
    cardiovascular: grade('Circulation', [0, 3], {
      help:
        '0 pink, refill 1–2 s; 1 pale or refill 3 s; 2 grey, refill 4 s or heart rate 20 above ' +
        'normal for age; 3 grey and mottled, refill 5 s or more, rate 30 above normal, or slow.',
      monotone: 'rising',
    }),
    respiratory: grade('Breathing', [0, 3], {
      help:
        '0 normal, no recession; 1 rate > 10 above normal, accessory muscles or FiO2 ≥ 30 %; ' +
        '2 rate > 20 above normal, recession or FiO2 ≥ 40 %; 3 rate 5 or more below normal with ' +
        `recession or grunting, or FiO2 ≥ 50 %. ${FRACTIONS}`,
      monotone: 'rising',
    }),
    quarter_hourly_nebulizers: ownFlag('Needs nebulisers every quarter of an hour'),
    persistent_vomiting_after_surgery: ownFlag('Vomits persistently after an operation'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'No sign of deterioration by this score.' },
    {
      id: 'raised',
      from: 3,
      interpretation: 'Some deterioration.',
      action: {
        text: 'Inform the nurse in charge and observe more often.',
        source: 'Monaghan 2005, 10.7748/paed2005.02.17.1.32.c964',
      },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'Marked deterioration, or one domain with the full 3 points.',
      action: {
        text: 'Call the doctor for a prompt review.',
        source: 'Monaghan 2005, 10.7748/paed2005.02.17.1.32.c964',
      },
    },
  ],
  references: [
    {
      title: 'Monaghan A. Detecting and managing deterioration in children. Paediatric Nursing',
      doi: '10.7748/paed2005.02.17.1.32.c964',
      year: 2005,
    },
  ],
  compute: (v) => {
    const domains = {
      behavior: v.behavior,
      cardiovascular: v.cardiovascular,
      respiratory: v.respiratory,
    };
    const { value, points } = sumOf({
      quarter_hourly_nebulizers: pointsIf(v.quarter_hourly_nebulizers, 2),
      persistent_vomiting_after_surgery: pointsIf(v.persistent_vomiting_after_surgery, 2),
      ...domains,
    });
    const full = Object.values(domains).includes(3);
    return { value, points, category: full ? 'high' : undefined };
  },
});
