import { ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';

/**
 * Volume of an intracerebral haematoma in mL: A · B · C / 2, diameters in cm.
 * Kothari 1996, doi:10.1161/01.STR.27.8.1304.
 */
export function hematomaVolumeAbc2(a: number, b: number, c: number): number {
  return (a * b * c) / 2;
}

const diameter = (title: string, help: string) =>
  ownQuantity(title, 'cm', [0.1, 15], 0.1, { help, monotone: 'rising' });

/** Volume of an intracerebral haematoma by ABC/2 (Kothari 1996). */
export const ichVolume = defineScore({
  id: 'ich_volume_abc2',
  name: 'ABC/2 volume of an intracerebral haematoma',
  aliases: ['abc2', 'abc_2', 'ich_volume', 'hematoma_volume_abc2'],
  group: 'neurology',
  purpose: 'Estimates the volume of an intracerebral haematoma on CT.',
  population: 'Patients with an intracerebral haemorrhage on CT',
  unit: 'mL',
  decimals: 1,
  range: { min: 0, max: 1700 },
  inputs: {
    hematoma_diameter_a: diameter('A: largest diameter', 'On the slice with the largest area'),
    hematoma_diameter_b: diameter('B: diameter at right angles to A', 'On the same slice'),
    hematoma_diameter_c: diameter(
      'C: height',
      'Slices times thickness; a slice with 25–75 % of the largest area counts half, less counts 0',
    ),
  },
  categories: [
    { id: 'small', from: 0, interpretation: 'Below 30 mL.' },
    { id: 'large', from: 30, interpretation: '30–60 mL: scores a point in the ICH score.' },
    { id: 'very-large', from: 60.0001, interpretation: 'Above 60 mL: high mortality.' },
  ],
  references: [
    {
      title: 'Kothari RU et al. The ABCs of measuring intracerebral hemorrhage volumes',
      doi: '10.1161/01.STR.27.8.1304',
      year: 1996,
    },
  ],
  compute: (v) => ({
    value: Number(
      hematomaVolumeAbc2(
        v.hematoma_diameter_a,
        v.hematoma_diameter_b,
        v.hematoma_diameter_c,
      ).toFixed(4),
    ),
  }),
});
