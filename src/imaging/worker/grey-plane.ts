import { fill } from '../../core/fill.js';
import type { InputManifest } from '../../inference/schema.js';
import { spread } from '../../inference/standardise.js';
import { greysOfSamples, resampleGreys } from '../../media/resample.js';
import type { OpenedPicture } from './open-picture.js';
import type { Region } from './read-image-contract.js';

/** The upright picture, resampled once; every model gets parts of it. */
export interface GreyPlane {
  /** Row by row from the top left, 0..65535. */
  readonly samples: Uint16Array;
  /** Mean distance between colour channels, 0..255. */
  readonly chroma: number;
  readonly columns: number;
  readonly rows: number;
  /** Of the upright picture, before it was resampled. */
  readonly width: number;
  readonly height: number;
}

/** Resolution at which a crop fills the largest input of the shipped models. */
const MIN_SIDE = 512;
const WHOLE: Region = { x: 0, y: 0, width: 1, height: 1 };

const turnsAside = (orientation: number) => orientation >= 5;

/** Decodes a picture to a plane that is fine enough for these inputs. */
export async function decodePlane(
  { image, sample }: Pick<OpenedPicture, 'image' | 'sample'>,
  inputs: readonly InputManifest[],
): Promise<GreyPlane> {
  const columns = Math.max(MIN_SIDE, ...inputs.map((input) => input.width));
  const rows = Math.max(MIN_SIDE, ...inputs.map((input) => input.height));
  const picture = await sample(columns, rows);
  const [width, height] = turnsAside(image.orientation)
    ? [image.height, image.width]
    : [image.width, image.height];
  const samples = picture.samples ?? samplesOf(picture.greys);
  return { samples, chroma: picture.chroma, columns, rows, width, height };
}

const samplesOf = (greys: Float32Array) =>
  fill(new Uint16Array(greys.length), (at) => Math.round((greys[at] ?? 0) * 257));

/** One of so many pixels is looked at first. */
const SPARSE = 16;
/** Sums of single pixels are rounded: nearer to the limit than this the whole plane decides. */
const MARGIN = 1.01;

/**
 * Whether the greys, 0..255, deviate by at least this from their mean. The squared deviations of some
 * pixels from their own mean are never more than those of all, so some are mostly enough to know.
 */
export function isVaried({ samples }: Pick<GreyPlane, 'samples'>, deviation: number): boolean {
  let [count, sum, squares] = [0, 0, 0];
  for (let at = 0; at < samples.length; at += SPARSE) {
    const grey = (samples[at] ?? 0) / 257;
    count += 1;
    sum += grey;
    squares += grey * grey;
  }
  const some = squares - (sum * sum) / count;
  if (some >= MARGIN * deviation ** 2 * samples.length) return true;
  return spread(greysOfSamples(samples)).deviation >= deviation;
}

/**
 *  The part of the picture that fills an input of a given shape: everything resampled (`fill`),
 *  everything with bars on two sides (`contain`), or the middle of it (`centre_crop`).
 *
 * @param within the part of the picture to use, 0..1 of its sides
 */
export function fittedRegion(
  plane: Pick<GreyPlane, 'width' | 'height'>,
  { fit, width, height }: Pick<InputManifest, 'fit' | 'width' | 'height'>,
  within: Region = WHOLE,
): Region {
  if (fit === 'fill') return within;
  const shape = (within.width * plane.width) / (within.height * plane.height);
  const wider = shape / (width / height);
  // Too wide: `contain` grows the height, `centre_crop` cuts the width; too high the other way.
  const changesHeight = (fit === 'contain') === wider > 1;
  const newWidth = changesHeight ? within.width : within.width / wider;
  const newHeight = changesHeight ? within.height * wider : within.height;
  return {
    x: within.x + (within.width - newWidth) / 2,
    y: within.y + (within.height - newHeight) / 2,
    width: newWidth,
    height: newHeight,
  };
}

/** First and one past the last of the samples that a stretch of 0..1 covers. */
function stretch(start: number, length: number, samples: number): [number, number] {
  const first = Math.min(samples - 1, Math.max(0, Math.round(start * samples)));
  const end = Math.min(samples, Math.max(first + 1, Math.round((start + length) * samples)));
  return [first, end];
}

/** Crops a region of a plane and resamples it; pixels outside the picture are black. */
export async function cut(
  plane: GreyPlane,
  region: Region,
  size: { readonly width: number; readonly height: number },
): Promise<Float32Array> {
  const [left, right] = stretch(region.x, region.width, plane.columns);
  const [top, bottom] = stretch(region.y, region.height, plane.rows);
  // Position, within the cut, of the part that is inside the picture.
  const inX = stretch(-region.x / region.width, 1 / region.width, size.width);
  const inY = stretch(-region.y / region.height, 1 / region.height, size.height);
  const part = { width: inX[1] - inX[0], height: inY[1] - inY[0] };
  const whole = { width: plane.columns, height: plane.rows };
  const inside = await resampleGreys(plane.samples, whole, part, {
    left,
    top,
    width: right - left,
    height: bottom - top,
  });
  if (part.width === size.width && part.height === size.height) return inside;
  const greys = new Float32Array(size.width * size.height);
  for (let row = 0; row < part.height; row += 1) {
    const line = inside.subarray(row * part.width, (row + 1) * part.width);
    greys.set(line, (inY[0] + row) * size.width + inX[0]);
  }
  return greys;
}
