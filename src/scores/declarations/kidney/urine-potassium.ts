import { ownQuantity } from '../../input.js';

/** Potassium of a spot urine; asked for by several scores of the group. */
export const urinePotassium = (monotone: 'rising' | 'falling') =>
  ownQuantity('Urine potassium', 'mmol/L', [1, 350], 1, { like: 'potassium', monotone });
