import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { PSA } from './prostate-inputs.js';

const ELLIPSOID = Math.PI / 6;

const optional = { optional: true } as const;
const diameter = (title: string) => ({ ...ownQuantity(title, 'cm', [1, 15], 0.1), ...optional });

interface Size {
  readonly prostate_volume?: number | undefined;
  readonly prostate_length?: number | undefined;
  readonly prostate_width?: number | undefined;
  readonly prostate_height?: number | undefined;
}

const DIAMETERS = ['prostate_length', 'prostate_width', 'prostate_height'] as const;

/** Volume in mL: the measured one, or that of an ellipsoid (π/6 · length · width · height in cm). */
function volumeOf(v: Size): number {
  const { prostate_length = 0, prostate_width = 0, prostate_height = 0 } = v;
  return v.prostate_volume ?? ELLIPSOID * prostate_length * prostate_width * prostate_height;
}

/** PSA per volume of the prostate (Benson 1992). */
export const psaDensity = defineScore({
  id: 'psa_density',
  name: 'PSA density',
  aliases: ['psad', 'prostate_specific_antigen_density'],
  group: 'cancer',
  purpose:
    'Relates the PSA to the size of the prostate, to distinguish cancer from benign enlargement.',
  population: 'Men whose prostate was measured by ultrasound or MRI',
  unit: 'ng/mL/mL',
  decimals: 3,
  range: { min: 0, max: 20_000 },
  inputs: {
    psa: PSA,
    prostate_volume: {
      ...ownQuantity('Volume of the prostate', 'mL', [5, 500], 0.1, {
        help: 'Or its three diameters.',
      }),
      ...optional,
    },
    prostate_length: diameter('Length of the prostate'),
    prostate_width: diameter('Width of the prostate'),
    prostate_height: diameter('Height of the prostate'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below 0.15 ng/mL per mL: clinically significant cancer is less likely.',
    },
    {
      id: 'raised',
      from: 0.15,
      interpretation: '0.15 ng/mL per mL or more: clinically significant cancer is more likely.',
      action: {
        text: 'Speaks for a biopsy, also where the MRI is indeterminate (PI-RADS 3).',
        source: 'EAU guideline on prostate cancer (2024)',
      },
    },
  ],
  references: [
    {
      title:
        'Benson MC et al. Prostate specific antigen density: a means of distinguishing benign ' +
        'prostatic hypertrophy and prostate cancer',
      url: 'https://pubmed.ncbi.nlm.nih.gov/?term=Benson+prostate+specific+antigen+density+1992',
      year: 1992,
    },
  ],
  alsoNeeds(v) {
    if (v.prostate_volume !== undefined) return [];
    return DIAMETERS.some((name) => v[name] !== undefined) ? DIAMETERS : ['prostate_volume'];
  },
  compute(v) {
    const volume = volumeOf(v);
    return {
      value: rounded(v.psa / volume, 6),
      derived: [{ name: 'volume', value: rounded(volume, 1), unit: 'mL' }],
    };
  },
});
