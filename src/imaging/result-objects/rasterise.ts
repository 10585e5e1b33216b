/** A closed line, in pixels from the top left corner. */
export type Ring = ReadonlyArray<readonly [x: number, y: number]>;

/** Where the rings cross the middle of a row, from left to right. */
function crossings(rings: readonly Ring[], y: number): number[] {
  const found: number[] = [];
  for (const ring of rings) {
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
      // Each end belongs to one of its two edges alone.
      if (y1 <= y === y2 <= y) continue;
      found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return found.sort((a, b) => a - b);
}

/**
 * The pixels whose middles are inside rings by the even-odd rule, so that a ring within another is a
 * hole.
 *
 * @returns 1 inside and 0 outside, row by row
 */
export function rasterise(rings: readonly Ring[], rows: number, columns: number): Uint8Array {
  const mask = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const across = crossings(rings, row + 0.5);
    for (let at = 0; at + 1 < across.length; at += 2) {
      const from = Math.max(0, Math.ceil((across[at] ?? 0) - 0.5));
      const to = Math.min(columns, Math.ceil((across[at + 1] ?? 0) - 0.5));
      if (to > from) mask.fill(1, row * columns + from, row * columns + to);
    }
  }
  return mask;
}

/**
 * Masks one after the other with one bit a pixel, the first pixel in the lowest bit; a mask begins where
 * the one before ends, in the middle of a byte too (PS3.5 section 8.1.1).
 */
export function packBits(masks: readonly Uint8Array[]): Uint8Array {
  const bits = masks.reduce((sum, mask) => sum + mask.length, 0);
  const packed = new Uint8Array(Math.ceil(bits / 8));
  let bit = 0;
  for (const mask of masks) {
    for (let at = 0; at < mask.length; at += 1, bit += 1) {
      if (mask[at] === 1) packed[bit >> 3] = (packed[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return packed;
}
