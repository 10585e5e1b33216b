import type { Evidence } from './boxes.js';

export type Severity = 'none' | 'mild' | 'moderate' | 'severe';

/** Parts of the whole picture. The lungs cover about 45 % of a frontal film. */
const MODERATE_FROM = 0.06;
const SEVERE_FROM = 0.16;

/**
 * Severity as radiographic extent: the part of the picture that the evidence covers. Graded after
 * the idea of the RALE score (Warren et al., Thorax 2018, doi:10.1136/thoraxjnl-2017-211280), whose
 * extent steps are below and above a quarter and a half of a lung quadrant; the cut-offs here are a
 * convention on a coarse map, not a validated score, and do not describe the patient's state.
 */
export function severityOf(regions: ReadonlyArray<Pick<Evidence, 'area'>>): Severity {
  if (regions.length === 0) return 'none';
  const extent = regions.reduce((sum, { area }) => sum + area, 0);
  if (extent >= SEVERE_FROM) return 'severe';
  return extent >= MODERATE_FROM ? 'moderate' : 'mild';
}
