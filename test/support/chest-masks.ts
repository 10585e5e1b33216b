import type { StructureMap } from '../../src/imaging/chest/masks.js';

/** Centre and half axes of an ellipse, in parts of the picture. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
}

export interface ChestPlan {
  readonly rightLung: Ellipse;
  readonly leftLung: Ellipse;
  readonly heart: Ellipse;
}

/** A chest seen from the front: its right lung on the left; ratio 0.4 / 0.8. */
export const CHEST: ChestPlan = {
  rightLung: { x: 0.26, y: 0.45, a: 0.16, b: 0.35 },
  leftLung: { x: 0.74, y: 0.45, a: 0.16, b: 0.35 },
  heart: { x: 0.54, y: 0.62, a: 0.16, b: 0.13 },
};

/** Width of the heart over that of the thorax, as planned. */
export const plannedRatio = ({ rightLung, leftLung, heart }: ChestPlan) =>
  (2 * heart.a) / (leftLung.x + leftLung.a - (rightLung.x - rightLung.a));

/** A map that is 1 inside an ellipse turned by an angle about the picture's middle. */
export function ellipseMap(
  id: string,
  { x, y, a, b }: Ellipse,
  { size = 256, degrees = 0 } = {},
): StructureMap {
  const probabilities = new Uint8Array(size * size);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  for (let cell = 0; cell < probabilities.length; cell += 1) {
    const dx = ((cell % size) + 0.5) / size - 0.5;
    const dy = (Math.floor(cell / size) + 0.5) / size - 0.5;
    const u = cos * dx + sin * dy + 0.5 - x;
    const v = -sin * dx + cos * dy + 0.5 - y;
    if ((u / a) ** 2 + (v / b) ** 2 <= 1) probabilities[cell] = 255;
  }
  return { id, rows: size, columns: size, probabilities };
}

/** Right lung, left lung, heart; the lungs give way to the heart, as on a film. */
export function chestMaps(plan: ChestPlan, options: { size?: number; degrees?: number } = {}) {
  const heart = ellipseMap('heart', plan.heart, options);
  const lung = (id: string, ellipse: Ellipse): StructureMap => {
    const map = ellipseMap(id, ellipse, options);
    const probabilities = map.probabilities.map((p, i) =>
      Math.min(p, 255 - heart.probabilities[i]!),
    );
    return { ...map, probabilities };
  };
  return [lung('right_lung', plan.rightLung), lung('left_lung', plan.leftLung), heart];
}

/** The same map seen from behind. */
export function mirroredMap(map: StructureMap): StructureMap {
  const probabilities = Uint8Array.from(map.probabilities);
  for (let row = 0; row < map.rows; row += 1) {
    probabilities.subarray(row * map.columns, (row + 1) * map.columns).reverse();
  }
  return { ...map, probabilities };
}

/** Paints a square of cells, clipped to the picture. */
export function withSquare(
  map: StructureMap,
  square: { row: number; column: number; side: number; value: number },
): StructureMap {
  const probabilities = Uint8Array.from(map.probabilities);
  const { row, column, side, value } = square;
  for (let y = row; y < Math.min(row + side, map.rows); y += 1) {
    probabilities.fill(
      value,
      y * map.columns + column,
      y * map.columns + Math.min(column + side, map.columns),
    );
  }
  return { ...map, probabilities };
}
