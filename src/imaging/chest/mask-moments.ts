import type { Mask } from './masks.js';

/** Count, mean position and spread of a mask's cells; positions are those of the cells' centres. */
export interface MaskMoments {
  readonly count: number;
  /** Cells from the picture's left and top edge; NaN for an empty mask. */
  readonly x: number;
  readonly y: number;
  /** Variances and covariance, in cells². */
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** The moments of a mask up to the second. */
export function momentsOf({ rows, columns, cells }: Mask): MaskMoments {
  let [count, sumX, sumY, sumXx, sumXy, sumYy] = [0, 0, 0, 0, 0, 0];
  for (let row = 0, cell = 0; row < rows; row += 1) {
    let [inRow, rowX, rowXx] = [0, 0, 0];
    for (let column = 0; column < columns; column += 1, cell += 1) {
      if (cells[cell] !== 1) continue;
      inRow += 1;
      rowX += column;
      rowXx += column * column;
    }
    count += inRow;
    sumX += rowX;
    sumXx += rowXx;
    sumY += inRow * row;
    sumXy += rowX * row;
    sumYy += inRow * row * row;
  }
  const [x, y] = [sumX / count, sumY / count];
  return {
    count,
    x: x + 0.5,
    y: y + 0.5,
    xx: sumXx / count - x * x,
    xy: sumXy / count - x * y,
    yy: sumYy / count - y * y,
  };
}
