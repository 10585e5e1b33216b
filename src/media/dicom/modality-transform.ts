import { PictureFault } from '../picture-fault.js';
import type { Attributes } from './attributes.js';
import type { FrameScope } from './frame-scope.js';
import { lookUp, readLookupTable } from './lookup-table.js';

/**
 * From stored values to rescaled units: Hounsfield units for CT, mostly plain numbers for others.
 */
export interface ModalityTransform {
  rescale(stored: number): number;
  /** Whether results may be negative. */
  readonly signed: boolean;
  /** Whether the header defines the rescaling: a table, or both a slope and an intercept. */
  readonly given: boolean;
}

const PIXEL_VALUE_TRANSFORMATION = 'x00289145';
const MODALITY_LUT_SEQUENCE = 'x00283000';
const TABLE = { descriptor: 'x00283002', data: 'x00283006' };

/** A number of the frame, from the most specific data set that has one. */
function numberOf(places: readonly Attributes[], tag: string, name: string): number | undefined {
  const place = places.find((attributes) => attributes.text(tag) !== undefined);
  if (place === undefined) return undefined;
  const value = place.decimal(tag);
  if (value === undefined) throw new PictureFault(`has a ${name} that is not a number`);
  return value;
}

/**
 * The Modality LUT of a frame (PS3.3 C.11.1): a table, or `slope × stored + intercept`; stored
 * values as they are where the header gives neither.
 *
 * @throws PictureFault where it is present but unusable, as units would be wrong
 */
export function readModalityTransform(
  attributes: Attributes,
  scope: FrameScope,
  signedPixels: boolean,
): ModalityTransform {
  const item = attributes.item(MODALITY_LUT_SEQUENCE);
  if (item !== undefined) {
    const table = readLookupTable(item, TABLE, signedPixels);
    if (table === undefined) throw new PictureFault('has a Modality LUT that is damaged');
    return { rescale: (stored) => lookUp(table, stored), signed: false, given: true };
  }
  const places = scope(PIXEL_VALUE_TRANSFORMATION);
  const givenSlope = numberOf(places, 'x00281053', 'Rescale Slope (0028,1053)');
  const givenIntercept = numberOf(places, 'x00281052', 'Rescale Intercept (0028,1052)');
  const slope = givenSlope ?? 1;
  const intercept = givenIntercept ?? 0;
  if (slope === 0) throw new PictureFault('has a Rescale Slope (0028,1053) of 0');
  return {
    rescale: (stored) => stored * slope + intercept,
    signed: signedPixels || intercept < 0 || slope < 0,
    given: givenSlope !== undefined && givenIntercept !== undefined,
  };
}
