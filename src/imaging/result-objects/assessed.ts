import type { ImagingResult } from '../schema.js';

/** Whether nothing of the image was assessed: no score, no measurement, no outline. */
export function isUnassessed(result: ImagingResult): boolean {
  const { confidence_score: score, measurements = [], outlines = [] } = result;
  return score === 0 && measurements.length === 0 && outlines.length === 0;
}
