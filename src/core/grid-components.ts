import { fill } from './fill.js';
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Replaces the mark of every cell that is connected with a first one by edges and the same mark.
 * Cells are numbered row by row from the top left.
 *
 * @param marks one per cell, changed in place
 * @param reached has space for all cells; on return its beginning holds the cells that were marked
 * @returns how many were marked; 0 when the first cell does not have the mark
 */
export function flood(
  marks: Uint8Array,
  { columns }: Pick<GridSize, 'columns'>,
  first: number,
  from: number,
  to: number,
  reached: Int32Array,
): number {
  let count = 0;
  const take = (cell: number) => {
    if (marks[cell] !== from) return;
    marks[cell] = to;
    reached[count] = cell;
    count += 1;
  };
  take(first);
  for (let done = 0; done < count; done += 1) {
    const cell = reached[done] ?? 0;
    const column = cell % columns;
    // Above the first and below the last row there is no cell: `marks` gives undefined.
    take(cell - columns);
    take(cell + columns);
    if (column > 0) take(cell - 1);
    if (column < columns - 1) take(cell + 1);
  }
  return count;
}

/**
 * Returns the connected components of a grid: selected cells that touch by their edges, each
 * component in the order of its first cell.
 *
 * @param belongs called once for each cell
 * @throws RangeError for a grid without cells
 */
export function gridComponents(size: GridSize, belongs: (cell: number) => boolean): Int32Array[] {
  const cells = size.rows * size.columns;
  if (!(cells >= 1)) throw new RangeError('a grid has at least one cell');
  const open = fill(new Uint8Array(cells), (cell) => (belongs(cell) ? 1 : 0));
  const reached = new Int32Array(cells);
  const parts: Int32Array[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    if (open[cell] !== 1) continue;
    parts.push(reached.slice(0, flood(open, size, cell, 1, 0, reached)));
  }
  return parts;
}

/** Edges in cells: the left and top edge of cell 0 are 0, its right and bottom edge 1. */
export interface CellBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Returns the smallest box around cells.
 *
 * @throws RangeError for no cells
 */
export function boxAround(
  cells: ArrayLike<number>,
  { columns }: Pick<GridSize, 'columns'>,
): CellBox {
  if (cells.length === 0) throw new RangeError('no cells to enclose in a box');
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? 0;
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  return { left, top, right, bottom };
}
