/**
 * Fills an array cell by cell and gives it back. `TypedArray.from` with a function walks an iterator
 * and takes ten times as long, which counts in pictures.
 */
export function fill<T extends Uint8Array | Uint16Array | Float32Array>(
  cells: T,
  at: (index: number) => number,
): T {
  for (let index = 0; index < cells.length; index += 1) cells[index] = at(index);
  return cells;
}
