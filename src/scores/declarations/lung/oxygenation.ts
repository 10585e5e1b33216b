import type { Category } from '../../score.js';

/** Bands of the Berlin definition by PaO2/FiO2 in mmHg: the upper end belongs to each band. */
export function berlinBand(ratio: number): 'severe' | 'moderate' | 'mild' | 'none' {
  if (ratio <= 100) return 'severe';
  if (ratio <= 200) return 'moderate';
  return ratio <= 300 ? 'mild' : 'none';
}

/** Bands of the 2023 global definition of ARDS by SpO2/FiO2, for a saturation of 97 % or less. */
export function globalBand(ratio: number): 'severe' | 'moderate' | 'mild' | 'none' {
  if (ratio <= 148) return 'severe';
  if (ratio <= 235) return 'moderate';
  return ratio <= 315 ? 'mild' : 'none';
}

export const BERLIN = {
  title: 'ARDS Definition Task Force. Acute respiratory distress syndrome: the Berlin Definition',
  doi: '10.1001/jama.2012.5669',
  year: 2012,
} as const;

export const GLOBAL_2023 = {
  title: 'Matthay MA et al. A new global definition of acute respiratory distress syndrome',
  doi: '10.1164/rccm.202303-0558WS',
  year: 2024,
} as const;

export const HYPOXAEMIA: readonly Category[] = [
  { id: 'severe', interpretation: 'Severe impairment of oxygenation, in the band of severe ARDS.' },
  { id: 'moderate', interpretation: 'Moderate impairment, in the band of moderate ARDS.' },
  { id: 'mild', interpretation: 'Mild impairment, in the band of mild ARDS.' },
  { id: 'none', interpretation: 'Above the range of acute respiratory distress syndrome.' },
];
