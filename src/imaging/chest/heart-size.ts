import type { ImageSegmenterManifest } from '../../inference/schema.js';
import { pixelBox, type StoredPicture, storedPoint } from '../coordinates.js';
import { rounded } from '../findings.js';
import type { Finding, Measurement } from '../schema.js';
import {
  type CardiothoracicLimit,
  cardiothoracicLimit,
  normalView,
} from './cardiothoracic-limit.js';
import { cardiothoracicRatio, type MeasuredRatio } from './cardiothoracic-ratio.js';
import type { PictureFacts } from './geometry.js';
import type { StructureMap } from './masks.js';

export const CARDIOMEGALY = 'cardiomegaly';
export const ENLARGED_HEART = 'Enlarged cardiac silhouette';

/** The ratio, its limit for this patient, and the probability that it is above. */
export interface HeartSize {
  readonly measured: MeasuredRatio;
  readonly limit: CardiothoracicLimit;
  /** That the ratio a reader would draw is above the limit, 0..1. */
  readonly probability: number;
}

/** Probability from which the heart is reported as enlarged, and from which as unsure. */
const ENLARGED_FROM = 0.9;
const BORDERLINE_FROM = 0.5;
/**
 * Maximum probability, as outlines can fail in ways that the normal distribution does not describe.
 */
const MAX_CERTAIN = 0.99;
/** Poor inspiration, rotation and the like widen the heart: the finding is then at most unsure. */
const MAX_WHEN_BIASED = 0.8;
/** Steps above the limit; a convention among readers, not a validated grading. */
const MODERATE_FROM = 0.05;
const SEVERE_FROM = 0.1;

/** Abramowitz & Stegun 7.1.26 (1964), absolute error below 1.5e-7. */
function normalDistribution(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - series * Math.exp(-x * x);
  return 0.5 * (1 + Math.sign(z) * erf);
}

/** Limited by more than the AP view, which the limit allows for. */
function isBiased({ quality, reasons }: MeasuredRatio, { view }: PictureFacts): boolean {
  return quality === 'limited' && reasons.length > (normalView(view) === 'AP' ? 1 : 0);
}

/**
 * Measures the heart on a frontal chest film.
 *
 * The probability is that of a normal error around the measured ratio, of the deviation from readers'
 * outlines that the segmenter states of itself.
 *
 * @returns the reasons when the ratio cannot be relied on
 */
export function measureHeart(
  maps: readonly StructureMap[],
  facts: PictureFacts,
  ageYears: number | undefined,
  agreementSd: number,
): HeartSize | { readonly refused: readonly string[] } {
  const measured = cardiothoracicRatio(maps, facts);
  if (measured.quality === 'refused') return { refused: measured.reasons };
  const limit = cardiothoracicLimit(ageYears, facts.view);
  const likely = normalDistribution((measured.ratio - limit.limit) / agreementSd);
  const max = isBiased(measured, facts) ? MAX_WHEN_BIASED : MAX_CERTAIN;
  const probability = Math.min(max, Math.max(1 - MAX_CERTAIN, likely));
  return { measured, limit, probability };
}

/** The ratio and both diameters, with landmarks in pixels of the image as sent. */
export function heartMeasurements(
  { measured, limit }: HeartSize,
  facts: PictureFacts,
  picture: StoredPicture,
): Measurement[] {
  const { quality, landmarks, heart, thorax } = measured;
  const placed = landmarks.map(({ name, x, y }) => {
    const [across, down] = storedPoint([x / facts.width, y / facts.height], picture.orientation);
    const pixel = (part: number, size: number) => Math.round(part * size * 10) / 10;
    return { name, x: pixel(across, picture.width), y: pixel(down, picture.height) };
  });
  const of = (part: string) => placed.filter(({ name }) => name.includes(part));
  const remarks = [...measured.reasons];
  const diameter = (name: string, { pixels, mm }: MeasuredRatio['heart'], part: string) => ({
    name,
    value: Math.round((mm ?? pixels) * 10) / 10,
    unit: mm === undefined ? '{pixels}' : 'mm',
    landmarks: of(part),
    quality,
    remarks,
  });
  return [
    {
      name: 'cardiothoracic_ratio',
      value: rounded(measured.ratio),
      unit: '1',
      limit: rounded(limit.limit),
      landmarks: placed,
      quality,
      remarks: [...remarks, ...limit.caveats],
    },
    diameter('cardiac_diameter', heart, 'heart'),
    diameter('thoracic_diameter', thorax, 'chest_wall'),
  ];
}

/** An enlarged heart as a finding with the measured ratio; undefined when it is not enlarged. */
export function heartFinding(
  { measured, limit, probability }: HeartSize,
  facts: PictureFacts,
  picture: StoredPicture,
): Finding | undefined {
  if (probability < ENLARGED_FROM) return undefined;
  const excess = measured.ratio - limit.limit;
  const borders = measured.landmarks.filter(({ name }) => name.includes('heart'));
  const across = borders.map(({ x }) => x / facts.width);
  const down = borders.map(({ y }) => y / facts.height);
  const width = Math.max(...across) - Math.min(...across);
  const middle = (Math.max(...down) + Math.min(...down)) / 2;
  // The borders give the width; the height of the silhouette is assumed to equal it.
  const height = Math.min(1, (width * facts.width) / facts.height);
  const region = { x: Math.min(...across), y: Math.max(0, middle - height / 2), width, height };
  const location = pixelBox(region, picture);
  return {
    label: CARDIOMEGALY,
    finding: ENLARGED_HEART,
    location,
    confidence: rounded(probability),
    severity: excess >= SEVERE_FROM ? 'severe' : excess >= MODERATE_FROM ? 'moderate' : 'mild',
    code: { system: 'http://snomed.info/sct', code: '8186001', display: 'Cardiomegaly' },
    probability: rounded(probability),
    threshold: ENLARGED_FROM,
    locations: [location],
  };
}

/**
 * Whether the ratio is certainly not above the limit, or by no more than the error of measurement.
 */
export function isBorderline({ measured, limit, probability }: HeartSize): boolean {
  const possible = probability >= BORDERLINE_FROM || measured.ratio > limit.lowest;
  return possible && probability < ENLARGED_FROM;
}

/** Deviation of the measured ratio from readers' outlines, as the package states it. */
export function agreementSdOf({ measurements }: ImageSegmenterManifest): number | undefined {
  return measurements?.cardiothoracic_ratio?.agreement_sd;
}
