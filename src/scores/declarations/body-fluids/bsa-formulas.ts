import { bodySurface } from '../../../patient-record/chart/body-size.js';
import { quantity } from '../../input.js';

/** Body surface area in m² from weight in kg and height in cm, by the formulas in use. */
export const BSA_FORMULAS = {
  /** Mosteller 1987, doi:10.1056/NEJM198710223171717. */
  mosteller: bodySurface,
  /** Du Bois and Du Bois 1916, doi:10.1001/archinte.1916.00080130010002. */
  du_bois: (weight: number, height: number) => 0.007184 * weight ** 0.425 * height ** 0.725,
  /** Haycock et al. 1978, doi:10.1016/s0022-3476(78)80601-5. */
  haycock: (weight: number, height: number) => 0.024265 * weight ** 0.5378 * height ** 0.3964,
  /** Gehan and George 1970. */
  gehan_george: (weight: number, height: number) => 0.0235 * weight ** 0.51456 * height ** 0.42246,
  /** Boyd 1935, by weight in g. */
  boyd: (weight: number, height: number) => {
    const grams = weight * 1000;
    return 0.0003207 * height ** 0.3 * grams ** (0.7285 - 0.0188 * Math.log10(grams));
  },
} as const;

/** What the scores of body surface area have in common. */
export const BODY_SURFACE_AREA = {
  group: 'body and fluids',
  unit: 'm2',
  decimals: 2,
  inputs: {
    weight: quantity('weight', { monotone: 'rising' }),
    height: quantity('height', { monotone: 'rising' }),
  },
  categories: [
    { id: 'area', from: 0, interpretation: 'About 1.6 m² in women and 1.9 m² in men on average.' },
  ],
} as const;

export const MOSTELLER = {
  title: 'Mosteller RD. Simplified calculation of body-surface area',
  doi: '10.1056/NEJM198710223171717',
  year: 1987,
} as const;
export const DU_BOIS = {
  title:
    'Du Bois D, Du Bois EF. A formula to estimate the approximate surface area if height and weight ' +
    'be known',
  doi: '10.1001/archinte.1916.00080130010002',
  year: 1916,
} as const;
export const HAYCOCK = {
  title: 'Haycock GB et al. Geometric method for measuring body surface area',
  doi: '10.1016/s0022-3476(78)80601-5',
  year: 1978,
} as const;
