import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { ADULT_SEX_AND_HEIGHT, belowFiveFeet } from './ideal-body-weight.js';

/** Predicted body weight in kg: 50 (men) or 45.5 (women) + 0.91 · (cm − 152.4). ARDS Network 2000. */
export function predictedBodyWeight(heightCm: number, sexAtBirth: 'M' | 'F'): number {
  return (sexAtBirth === 'F' ? 45.5 : 50) + 0.91 * (heightCm - 152.4);
}

export const predictedWeight = defineScore({
  id: 'predicted_body_weight',
  name: 'Predicted body weight and tidal volume (ARDSNet)',
  aliases: ['pbw', 'tidal_volume', 'ardsnet_tidal_volume'],
  group: 'body and fluids',
  purpose: 'Weight by height and sex by which the tidal volume of a ventilator is set.',
  population: 'Adults on a ventilator',
  unit: 'kg',
  decimals: 1,
  inputs: ADULT_SEX_AND_HEIGHT,
  categories: [
    {
      id: 'weight',
      from: 0,
      interpretation: 'Not the actual weight: the lungs do not grow with fat.',
      action: {
        text: 'In ARDS set 4–8 mL/kg (6 to begin with) and a plateau pressure below 30 cmH₂O.',
        source: 'ATS/ESICM/SCCM guideline 2017, 10.1164/rccm.201703-0548ST',
      },
    },
  ],
  references: [
    {
      title:
        'ARDS Network. Ventilation with lower tidal volumes as compared with traditional tidal ' +
        'volumes for acute lung injury and the acute respiratory distress syndrome',
      doi: '10.1056/NEJM200005043421801',
      year: 2000,
    },
  ],
  compute({ sex: sexAtBirth, height }) {
    const weight = predictedBodyWeight(height, sexAtBirth);
    return {
      value: rounded(weight, 2),
      derived: [4, 6, 8].map((perKg) => ({
        name: `tidal_volume_${perKg}_ml_per_kg`,
        value: rounded(perKg * weight, 0),
        unit: 'mL',
      })),
      warnings: belowFiveFeet(height).map(
        () => 'The formula was made for heights of 152.4 cm and more.',
      ),
    };
  },
});
