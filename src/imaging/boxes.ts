import { boxAround, gridComponents } from '../core/grid-components.js';
import { type Box, pixelBox, type StoredPicture } from './coordinates.js';
import type { Region } from './worker/read-image-contract.js';

/** A coarse map over a part of a picture, row by row from the top left. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly values: ArrayLike<number>;
  readonly region: Region;
}

/** A connected part of a map. */
export interface Evidence {
  readonly box: Box;
  /** Of the box, in parts of the upright picture's sides. */
  readonly region: Region;
  /**
   * Whether its cells reach the threshold; otherwise it is the strongest cell of a map without any.
   */
  readonly reaches: boolean;
  /** Part of the whole picture that its cells cover, 0..1. */
  readonly area: number;
  /** The highest value in it. */
  readonly peak: number;
}

function regionAround(members: Int32Array, { rows, columns, region }: Grid): Region {
  const { left, top, right, bottom } = boxAround(members, { columns });
  return {
    x: region.x + (left / columns) * region.width,
    y: region.y + (top / rows) * region.height,
    width: ((right - left) / columns) * region.width,
    height: ((bottom - top) / rows) * region.height,
  };
}

/**
 * The connected parts of a map that reach a threshold, with boxes in pixels of the picture as sent.
 *
 * Cells touch by their edges. Strongest peak first. Parts below `leastArea` of the map are dropped
 * unless there is no other. When no cell reaches the threshold, the strongest cell is returned and
 * marked as such: a label is carried by the mean of its map, which can be raised without any cell
 * standing out. A map of nothing but NaN has no evidence.
 *
 * @param grid rows × columns values; NaN counts as no evidence
 * @param threshold in units of the map
 * @param minArea part of the map, 0..1
 * @throws RangeError for a grid without cells or whose values do not fill it
 */
export function findEvidence(
  grid: Grid,
  threshold: number,
  picture: StoredPicture,
  minArea: number,
): Evidence[] {
  const cells = grid.rows * grid.columns;
  if (!(cells >= 1) || grid.values.length !== cells) throw new RangeError('the grid is malformed');
  const at = (cell: number) => grid.values[cell] ?? Number.NaN;
  let strongest = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    if (!(at(strongest) >= at(cell))) strongest = Number.isNaN(at(cell)) ? strongest : cell;
  }
  if (Number.isNaN(at(strongest))) return [];
  const components = gridComponents(grid, (cell) => at(cell) >= threshold);
  const reaches = components.length > 0;
  if (!reaches) components.push(Int32Array.of(strongest));
  const large = components.filter((members) => members.length >= minArea * cells);
  const shown = grid.region.width * grid.region.height;
  const parts = (large.length > 0 ? large : components)
    .map((members) => {
      const part = regionAround(members, grid);
      return {
        box: pixelBox(part, picture),
        region: part,
        reaches,
        area: (members.length / cells) * shown,
        peak: members.reduce((highest, cell) => Math.max(highest, at(cell)), -Infinity),
      };
    })
    .sort((a, b) => b.peak - a.peak);
  return large.length > 0 ? parts : parts.slice(0, 1);
}
