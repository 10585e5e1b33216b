import { type CellBox, flood } from '../../core/grid-components.js';
import type { StructureMask } from '../worker/read-image-contract.js';

/**
 * A structure as returned by a segmentation network, over the whole picture resampled to a square:
 * `right_lung`, `left_lung` (sides are the patient's), `heart`.
 */
export interface StructureMap extends StructureMask {
  /** `organOf` at its usual level, if already computed. */
  readonly organ?: Mask;
}

/** Which cells belong to a structure. */
export interface Mask {
  readonly rows: number;
  readonly columns: number;
  /** rows × columns, row by row from the top left; 1 inside, 0 outside. */
  readonly cells: Uint8Array;
}

/** First and last cell of each row, -1 where the row is empty. */
export interface RowSpans {
  readonly first: Int16Array;
  readonly last: Int16Array;
}

function like({ rows, columns }: { rows: number; columns: number }, cells: Uint8Array): Mask {
  return { rows, columns, cells };
}

/**
 * The cells at or above a probability.
 *
 * @param level probability, 0..1
 * @throws RangeError for a map without cells or whose values do not fill it
 */
export function cellsAbove(map: StructureMap, level: number): Mask {
  const { rows, columns, probabilities } = map;
  if (!(rows >= 1 && columns >= 1) || probabilities.length !== rows * columns) {
    throw new RangeError('the map of a structure is malformed');
  }
  const threshold = level * 255;
  const cells = new Uint8Array(probabilities.length);
  for (let i = 0; i < cells.length; i += 1) cells[i] = (probabilities[i] ?? 0) >= threshold ? 1 : 0;
  return { rows, columns, cells };
}

/** The largest group of cells that touch by their edges; of equal ones the upper, left one. */
export function largestComponent(mask: Mask): Mask {
  const marks = mask.cells.slice();
  const reached = new Int32Array(marks.length);
  const kept = 2;
  const passed = 3;
  let best = { start: -1, size: 0 };
  for (let cell = 0; cell < marks.length; cell += 1) {
    const size = marks[cell] === 1 ? flood(marks, mask, cell, 1, passed, reached) : 0;
    if (size > best.size) best = { start: cell, size };
  }
  if (best.start >= 0) flood(marks, mask, best.start, passed, kept, reached);
  for (let cell = 0; cell < marks.length; cell += 1) marks[cell] = marks[cell] === kept ? 1 : 0;
  return like(mask, marks);
}

/** Fills what is enclosed: cells outside that do not reach the picture's border by edges. */
export function fillHoles(mask: Mask): Mask {
  const { rows, columns } = mask;
  const marks = mask.cells.slice();
  const reached = new Int32Array(marks.length);
  const outside = 2;
  for (let column = 0; column < columns; column += 1) {
    flood(marks, mask, column, 0, outside, reached);
    flood(marks, mask, (rows - 1) * columns + column, 0, outside, reached);
  }
  for (let row = 0; row < rows; row += 1) {
    flood(marks, mask, row * columns, 0, outside, reached);
    flood(marks, mask, row * columns + columns - 1, 0, outside, reached);
  }
  for (let cell = 0; cell < marks.length; cell += 1) marks[cell] = marks[cell] === outside ? 0 : 1;
  return like(mask, marks);
}

/** One pass of a 3-cell window along rows or columns; cells beyond the border are empty. */
function slide(cells: Uint8Array, step: number, stride: number, length: number, all: boolean) {
  const out = new Uint8Array(cells.length);
  const lines = cells.length / length;
  const need = all ? 3 : 1;
  for (let line = 0; line < lines; line += 1) {
    let cell = line * stride;
    let before = 0;
    let here = cells[cell] ?? 0;
    for (let i = 0; i < length; i += 1) {
      const after = i < length - 1 ? (cells[cell + step] ?? 0) : 0;
      out[cell] = before + here + after >= need ? 1 : 0;
      before = here;
      here = after;
      cell += step;
    }
  }
  return out;
}

/**
 * Opening with a square of 3 × 3 cells: removes parts thinner than three cells, such as spurs,
 * bridges and single cells.
 */
export function openMask(mask: Mask): Mask {
  const { rows, columns } = mask;
  const eroded = slide(slide(mask.cells, 1, columns, columns, true), columns, 1, rows, true);
  return like(mask, slide(slide(eroded, 1, columns, columns, false), columns, 1, rows, false));
}

/** The part of a mask inside a box, with one empty cell around. */
function cut(mask: Mask, { left, top, right, bottom }: CellBox): Mask {
  const rows = bottom - top + 2;
  const columns = right - left + 2;
  const cells = new Uint8Array(rows * columns);
  for (let row = top; row < bottom; row += 1) {
    const line = mask.cells.subarray(row * mask.columns + left, row * mask.columns + right);
    cells.set(line, (row - top + 1) * columns + 1);
  }
  return { rows, columns, cells };
}

/** Puts a part back where `cut` took it from, into an empty mask. */
function paste(part: Mask, { left, top, right, bottom }: CellBox, whole: Mask): Mask {
  const cells = new Uint8Array(whole.cells.length);
  for (let row = top; row < bottom; row += 1) {
    const start = (row - top + 1) * part.columns + 1;
    cells.set(part.cells.subarray(start, start + right - left), row * whole.columns + left);
  }
  return like(whole, cells);
}

const USUAL_LEVEL = 0.5;

/**
 * One organ without specks: the largest piece, its enclosed holes filled, its spurs cut.
 *
 * @param level probability from which a cell belongs to the organ, 0..1
 * @throws RangeError for a map without cells or whose values do not fill it
 */
export function organOf(map: StructureMap, level = USUAL_LEVEL): Mask {
  if (map.organ && level === USUAL_LEVEL) return map.organ;
  const cells = cellsAbove(map, level);
  const box = boundingBox(cells);
  if (!box) return cells;
  return paste(openMask(largestComponent(fillHoles(cut(cells, box)))), box, cells);
}

/** First and last cell of every row. */
export function rowSpans({ rows, columns, cells }: Mask): RowSpans {
  const first = new Int16Array(rows);
  const last = new Int16Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const line = cells.subarray(row * columns, (row + 1) * columns);
    first[row] = line.indexOf(1);
    last[row] = line.lastIndexOf(1);
  }
  return { first, last };
}

/** The box around a mask, in cell edges; undefined for an empty one. */
export function boundingBox(mask: Mask): CellBox | undefined {
  const { first, last } = rowSpans(mask);
  const top = first.findIndex((column) => column >= 0);
  if (top < 0) return undefined;
  const bottom = first.findLastIndex((column) => column >= 0) + 1;
  let left = mask.columns;
  let right = 0;
  for (let row = top; row < bottom; row += 1) {
    const start = first[row] ?? -1;
    if (start < 0) continue;
    left = Math.min(left, start);
    right = Math.max(right, (last[row] ?? 0) + 1);
  }
  return { left, top, right, bottom };
}

/** Part of the picture that the mask covers, 0..1. */
export function areaFraction({ cells }: Mask): number {
  let count = 0;
  for (let cell = 0; cell < cells.length; cell += 1) count += cells[cell] ?? 0;
  return count / cells.length;
}

/** Mean position of the cells' centres, in cells from the picture's edge; undefined when empty. */
export function centroid({ columns, cells }: Mask): { x: number; y: number } | undefined {
  let [count, x, y] = [0, 0, 0];
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (cells[cell] !== 1) continue;
    count += 1;
    x += cell % columns;
    y += Math.floor(cell / columns);
  }
  return count === 0 ? undefined : { x: x / count + 0.5, y: y / count + 0.5 };
}

/** Part of `mask`'s own cells that also belong to `other`, 0..1; 0 for an empty mask. */
export function sharedFraction(mask: Mask, other: Mask): number {
  let own = 0;
  let shared = 0;
  for (let cell = 0; cell < mask.cells.length; cell += 1) {
    if (mask.cells[cell] !== 1) continue;
    own += 1;
    shared += other.cells[cell] ?? 0;
  }
  return own === 0 ? 0 : shared / own;
}
