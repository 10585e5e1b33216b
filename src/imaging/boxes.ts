/** A coarse map over a whole picture, row by row from the top left. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly values: ArrayLike<number>;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Region {
  /** Pixels; whole numbers inside the picture. */
  readonly box: Box;
  /** Part of the whole picture that the region's cells cover, 0..1. */
  readonly area: number;
  /** The highest activation in the region. */
  readonly peak: number;
}

interface Cells {
  members: number[];
  peak: number;
}

function neighbours(cell: number, { rows, columns }: Grid): number[] {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  return [
    ...(row > 0 ? [cell - columns] : []),
    ...(row < rows - 1 ? [cell + columns] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
  ];
}

/** Grows one region from a cell over its neighbours by edge; marks what it takes. */
function grow(
  grid: Grid,
  start: number,
  isEvidence: (cell: number) => boolean,
  seen: Set<number>,
): Cells {
  const members = [start];
  let peak = -Infinity;
  seen.add(start);
  for (const cell of members) {
    peak = Math.max(peak, grid.values[cell] ?? -Infinity);
    for (const next of neighbours(cell, grid)) {
      if (!seen.has(next) && isEvidence(next)) {
        seen.add(next);
        members.push(next);
      }
    }
  }
  return { members, peak };
}

function boxAround(
  members: readonly number[],
  grid: Grid,
  image: { width: number; height: number },
): Box {
  const rows = members.map((cell) => Math.floor(cell / grid.columns));
  const columns = members.map((cell) => cell % grid.columns);
  // Outwards to whole pixels: the box holds every cell and stays inside the picture.
  const x = Math.floor((Math.min(...columns) * image.width) / grid.columns);
  const y = Math.floor((Math.min(...rows) * image.height) / grid.rows);
  const right = Math.ceil(((Math.max(...columns) + 1) * image.width) / grid.columns);
  const bottom = Math.ceil(((Math.max(...rows) + 1) * image.height) / grid.rows);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * The connected regions of a map that reach a threshold, as boxes in pixels of the picture.
 *
 * Cells touch by their edges. Strongest peak first. Regions below `leastArea` of the picture are
 * left out unless nothing else would be left. When no cell reaches the threshold, the strongest
 * cell alone is the region: a label is carried by the mean of its map, which can be raised without
 * any cell standing out. A map of nothing but NaN has no region.
 *
 * @param grid rows × columns values; NaN counts as no evidence
 * @param threshold in units of the map
 * @param image size in pixels
 * @param leastArea part of the picture, 0..1
 * @throws RangeError for a grid without cells or whose values do not fill it
 */
export function findRegions(
  grid: Grid,
  threshold: number,
  image: { width: number; height: number },
  leastArea: number,
): Region[] {
  const cells = grid.rows * grid.columns;
  if (!(cells >= 1) || grid.values.length !== cells) throw new RangeError('the grid is malformed');
  const at = (cell: number) => grid.values[cell] ?? Number.NaN;
  const isEvidence = (cell: number) => at(cell) >= threshold;
  const seen = new Set<number>();
  const found: Cells[] = [];
  let strongest = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    if (!(at(strongest) >= at(cell))) strongest = Number.isNaN(at(cell)) ? strongest : cell;
    if (!seen.has(cell) && isEvidence(cell)) found.push(grow(grid, cell, isEvidence, seen));
  }
  if (Number.isNaN(at(strongest))) return [];
  if (found.length === 0) found.push({ members: [strongest], peak: at(strongest) });
  const regions = found
    .map(({ members, peak }) => ({
      box: boxAround(members, grid, image),
      area: members.length / cells,
      peak,
    }))
    .sort((a, b) => b.peak - a.peak);
  const large = regions.filter(({ area }) => area >= leastArea);
  return large.length > 0 ? large : regions.slice(0, 1);
}
