import type { ActivationGrid } from './read-image-contract.js';

/** Opacity of the strongest evidence, so that the anatomy stays visible below it. */
const STRONGEST_ALPHA = 170;

/**
 * RGBA of the strongest evidence per cell among several labels: transparent well below a label's
 * threshold, yellow at it, red far above.
 *
 * @param maps grids of one shape, each with the activation at which a cell counts as evidence and
 *   the distance over which it goes from faint to full
 */
export function heatColours(
  maps: ReadonlyArray<{ grid: ActivationGrid; threshold: number; fade: number }>,
): Uint8Array {
  const cells = maps[0]?.grid.values.length ?? 0;
  const rgba = new Uint8Array(cells * 4);
  for (let cell = 0; cell < cells; cell += 1) {
    const excess = Math.max(
      ...maps.map(({ grid, threshold, fade }) => {
        const above = ((grid.values[cell] ?? Number.NaN) - threshold) / fade;
        return Number.isNaN(above) ? -Infinity : above;
      }),
    );
    const strength = 1 / (1 + Math.exp(-4 * excess));
    rgba.set([255, Math.round(220 * (1 - strength)), 0, STRONGEST_ALPHA * strength], cell * 4);
  }
  return rgba;
}
