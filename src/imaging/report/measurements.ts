import type { CollectedFindings } from './collect.js';
import type { ReportMeasurement } from './types.js';

const CARDIOTHORACIC = 'cardiothoracic_ratio';
/**
 * Within this above the limit the ratio is little evidence of an enlarged heart
 * (doi:10.1186/s13244-021-01097-0).
 */
const BORDERLINE = 0.05;

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** As printed, so that a sentence never calls 0.50 larger than 0.50. */
function above({ value, limit }: ReportMeasurement): number {
  return limit === undefined ? 0 : hundredths(hundredths(value) - hundredths(limit));
}

/** Whether a cardiothoracic ratio exceeds its limit. */
export function heartIsWide(measurements: readonly ReportMeasurement[]): boolean {
  return measurements.some((one) => one.name === CARDIOTHORACIC && above(one) > 0);
}

function ratioSentence(measurement: ReportMeasurement, enlarged: boolean): string {
  const { value, limit, quality } = measurement;
  const figure = `Cardiothoracic ratio ${value.toFixed(2)}`;
  const caveat = quality === 'limited' ? ', measured with limited quality' : '';
  if (limit === undefined) return `${figure}${caveat}.`;
  const text = `${figure} (limit ${limit.toFixed(2)})${caveat}`;
  const excess = above(measurement);
  // A finding that is reported as enlarged is not called borderline one sentence later.
  if (excess > BORDERLINE || (enlarged && excess > 0))
    return `${text}: enlarged cardiac silhouette.`;
  if (excess > 0) return `${text}: borderline enlarged cardiac silhouette.`;
  return enlarged
    ? `${text}: within the limit, which does not support an enlarged heart.`
    : `${text}: within the limit.`;
}

/** A sentence about the cardiothoracic ratio, its limit, and the quality of the measurement. */
export function measurementSentences(
  measurements: readonly ReportMeasurement[],
  { circumstances }: CollectedFindings,
): string[] {
  return measurements
    .filter(({ name, value }) => name === CARDIOTHORACIC && Number.isFinite(value))
    .map((one) => ratioSentence(one, circumstances.has('cardiomegaly')));
}
