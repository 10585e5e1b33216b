import type { Attributes } from './attributes.js';
import type { ModalityTransform } from './modality-transform.js';
import {
  type CellLayout,
  type Cells,
  cellsOf,
  type Samples,
  valueReader,
} from './stored-values.js';
import type { VoiTransform } from './voi-transform.js';

/** Stored values, both ends included, that mean "no measurement". */
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

/** The cells that occur, each once where that is cheap. */
function distinctCells(cells: Cells): Cells {
  if (cells.BYTES_PER_ELEMENT > 2) return cells;
  const seen = new Uint8Array(VALUES);
  for (let i = 0; i < cells.length; i += 1) seen[cells[i] ?? 0] = 1;
  const distinct: number[] = [];
  for (let cell = 0; cell < VALUES; cell += 1) if (seen[cell] === 1) distinct.push(cell);
  return Uint16Array.from(distinct);
}

/**
 * From the lowest to the highest rescaled value; a frame of a single grey is shown black.
 *
 * @param measured rescaled value of a cell, NaN where it means "no measurement"
 */
function fullRange(cells: Cells, measured: (cell: number) => number) {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < cells.length; i += 1) {
    const rescaled = measured(cells[i] ?? 0);
    if (rescaled < min) min = rescaled;
    if (rescaled > max) max = rescaled;
  }
  const range = max - min;
  return (rescaled: number) => (range > 0 ? (rescaled - min) / range : 0);
}

/** Computes a grey once for every cell that occurs. */
function showByTable(cells: Cells, greyOf: (cell: number) => number, greys: Uint16Array): void {
  const table = new Int32Array(VALUES).fill(-1);
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? 0;
    let grey = table[cell] ?? 0;
    if (grey < 0) {
      grey = greyOf(cell);
      table[cell] = grey;
    }
    greys[i] = grey;
  }
}

/**
 * Converts a frame to greys as a viewer shows it: rescaled, windowed, MONOCHROME1 inverted, padding
 * black under every photometric interpretation.
 *
 * @param samples one cell a pixel, unused bits included
 * @param layout where in a cell its value is
 * @param greys where they go, 0 (black) … 65535 (white); may be in the memory of the samples, as
 *   every cell is read before it is written over
 */
export function showGreys(
  samples: Samples,
  layout: CellLayout,
  rendering: GreyRendering,
  greys: Uint16Array,
): void {
  const { modality, voi, inverted } = rendering;
  const cells = cellsOf(samples);
  const read = valueReader(layout);
  const padded = isPadding(rendering.padding);
  const measured = (cell: number) => {
    const value = read(cell);
    return padded(value) ? Number.NaN : modality.rescale(value);
  };
  const show = voi?.show ?? fullRange(distinctCells(cells), measured);
  const greyOf = (cell: number) => {
    const rescaled = measured(cell);
    if (Number.isNaN(rescaled)) return 0;
    const part = show(rescaled);
    return Math.round((inverted ? 1 - part : part) * WHITE);
  };
  if (cells.BYTES_PER_ELEMENT <= 2) showByTable(cells, greyOf, greys);
  else for (let i = 0; i < cells.length; i += 1) greys[i] = greyOf(cells[i] ?? 0);
}
