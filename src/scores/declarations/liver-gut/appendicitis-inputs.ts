import { ownFlag, ownQuantity } from '../../input.js';

/** Signs that the appendicitis scores share, so that they mean the same in each. */
export const PAIN_MIGRATION = ownFlag('Pain that moved to the right lower abdomen');
export const ANOREXIA = ownFlag('Anorexia');
export const NAUSEA_OR_VOMITING = ownFlag('Nausea or vomiting');
export const RLQ_TENDERNESS = ownFlag('Tenderness in the right lower abdomen');

/** Segmented neutrophils among the white cells, in %. */
export const neutrophilPercent = (cuts: readonly number[]) =>
  ownQuantity('Segmented neutrophils', '%', [0, 100], 1, { cuts });

export const WSES_2020 = {
  title:
    'Di Saverio S et al. Diagnosis and treatment of acute appendicitis: 2020 update of the WSES ' +
    'Jerusalem guidelines',
  doi: '10.1186/s13017-020-00306-3',
  year: 2020,
} as const;
