import type { Attributes } from './attributes.js';
import type { ModalityTransform } from './modality-transform.js';
import type { Samples } from './stored-values.js';
import type { VoiTransform } from './voi-transform.js';

/** Stored values, both ends included, that stand for no measurement. */
export interface Padding {
  readonly low: number;
  readonly high: number;
}

export interface GreyRendering {
  readonly modality: ModalityTransform;
  /** undefined: from the lowest to the highest value of the frame that is no padding. */
  readonly voi: VoiTransform | undefined;
  readonly padding: Padding | undefined;
  /** MONOCHROME1: the lowest value is white. */
  readonly inverted: boolean;
}

const WHITE = 65_535;
const VALUES = 65_536;

/** Pixel Padding Value and Range Limit (PS3.3 C.7.5.1.1.2), in stored values. */
export function readPadding(attributes: Attributes, signed: boolean): Padding | undefined {
  const read = (tag: string) => {
    const word = attributes.word(tag);
    return word !== undefined && signed && word >= 2 ** 15 ? word - 2 ** 16 : word;
  };
  const value = read('x00280120');
  if (value === undefined) return undefined;
  const limit = read('x00280121') ?? value;
  return { low: Math.min(value, limit), high: Math.max(value, limit) };
}

function isPadding(padding: Padding | undefined): (value: number) => boolean {
  if (padding === undefined) return () => false;
  const { low, high } = padding;
  return (value) => value >= low && value <= high;
}

/** From the lowest to the highest rescaled value; one grey alone is shown black. */
function fullRange(distinct: Iterable<number>, rescale: (stored: number) => number) {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of distinct) {
    const rescaled = rescale(value);
    if (rescaled < least) least = rescaled;
    if (rescaled > most) most = rescaled;
  }
  const range = most - least;
  return (rescaled: number) => (range > 0 ? (rescaled - least) / range : 0);
}

/** The values that occur, each once where that is cheap to know. */
function distinctValues(values: Samples): Iterable<number> {
  if (values.BYTES_PER_ELEMENT > 2) return values;
  const seen = new Uint8Array(VALUES);
  for (let i = 0; i < values.length; i += 1) seen[(values[i] ?? 0) & (VALUES - 1)] = 1;
  const signed = values instanceof Int8Array || values instanceof Int16Array;
  const distinct: number[] = [];
  for (let word = 0; word < VALUES; word += 1) {
    if (seen[word] === 1) distinct.push(signed && word >= VALUES / 2 ? word - VALUES : word);
  }
  return distinct;
}

function* measured(distinct: Iterable<number>, padded: (value: number) => boolean) {
  for (const value of distinct) if (!padded(value)) yield value;
}

/**
 * A frame as greys the way a viewer shows it: rescaled, windowed, MONOCHROME1 inverted, padding
 * black whatever the photometric interpretation.
 *
 * @param values one stored value a pixel
 * @returns 0 (black) … 65535 (white)
 */
export function displayedGreys(values: Samples, rendering: GreyRendering): Uint16Array {
  const { modality, voi, inverted } = rendering;
  const padded = isPadding(rendering.padding);
  const rescale = (value: number) => modality.rescale(value);
  const distinct = distinctValues(values);
  const show = voi?.show ?? fullRange(measured(distinct, padded), rescale);
  const display = (value: number) => {
    if (padded(value)) return 0;
    const part = show(rescale(value));
    return Math.round((inverted ? 1 - part : part) * WHITE);
  };
  const greys = new Uint16Array(values.length);
  if (values.BYTES_PER_ELEMENT > 2) {
    for (let i = 0; i < greys.length; i += 1) greys[i] = display(values[i] ?? 0);
    return greys;
  }
  const table = new Uint16Array(VALUES);
  for (const value of distinct) table[value & (VALUES - 1)] = display(value);
  for (let i = 0; i < greys.length; i += 1) {
    greys[i] = table[(values[i] ?? 0) & (VALUES - 1)] ?? 0;
  }
  return greys;
}
