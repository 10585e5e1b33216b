import { flag, ownFlag, quantity } from '../../input.js';
import { type ComputedScore, pointsIf, sumOf, total } from '../../score.js';

const SOURCE = 'Kuppermann 2009, 10.1016/S0140-6736(09)61558-0';

export const PECARN_REFERENCE = {
  title:
    'Kuppermann N et al. Identification of children at very low risk of clinically-important brain ' +
    'injuries after head trauma (PECARN)',
  doi: '10.1016/S0140-6736(09)61558-0',
  year: 2009,
} as const;

export const PECARN_GCS = quantity('gcs', {
  min: 14,
  cuts: [15],
  help: 'The rule is only for 14 and 15',
});

/** Must be given explicitly: these signs also count with a GCS of 15. */
export const PECARN_MENTAL_STATUS = flag('altered_mental_status', {
  stated: true,
  title: 'Signs of altered mental status',
  help: 'Agitated, sleepy, asks the same again, answers slowly; also with a GCS of 15',
});

/** Severe mechanism; the height of a fall differs by age. */
export const severeMechanism = (fall: string) =>
  ownFlag('Severe mechanism of injury', {
    help:
      'Vehicle crash with ejection, death of a passenger or rollover; pedestrian or cyclist ' +
      `without helmet struck by a vehicle; fall of more than ${fall}; struck by a high-impact object`,
  });

/**
 * Categories with the rates of clinically important brain injury of the study.
 *
 * @param reasons what speaks for a CT in the middle one
 */
export function pecarnCategories(low: string, medium: string, high: string, reasons: string) {
  return [
    {
      id: 'very-low',
      interpretation: `Very low risk of a clinically important brain injury (${low}).`,
      action: { text: 'No CT of the head.', source: SOURCE },
    },
    {
      id: 'intermediate',
      interpretation: `Intermediate risk of a clinically important brain injury (${medium}).`,
      action: {
        text: `Observe, or CT: by experience, ${reasons}, and the wish of the parents.`,
        source: SOURCE,
      },
    },
    {
      id: 'high',
      interpretation: `High risk of a clinically important brain injury (${high}).`,
      action: { text: 'CT of the head.', source: SOURCE },
    },
  ];
}

/**
 * What a rule says of the findings: a GCS of 14 counts with those of high risk.
 *
 * @param rates of clinically important brain injury in the study, 0..1
 */
export function pecarnResult(
  gcs: number,
  high: Readonly<Record<string, number>>,
  medium: Readonly<Record<string, number>>,
  rates: Readonly<Record<'high' | 'intermediate' | 'very-low', number>>,
): ComputedScore {
  const highest = { gcs: pointsIf(gcs < 15), ...high };
  const category = total(highest) > 0 ? 'high' : total(medium) > 0 ? 'intermediate' : 'very-low';
  const { value, points } = sumOf({ ...highest, ...medium });
  return {
    value,
    points,
    category,
    risk: {
      outcome: 'clinically important brain injury',
      probability: rates[category],
      horizon: 'after the injury',
    },
  };
}
