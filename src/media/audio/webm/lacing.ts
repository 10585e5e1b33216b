import { readVint } from './ebml.js';

/** How several frames are stored in one block (RFC 9559 section 10.3). */
export type Lacing = 'none' | 'xiph' | 'fixed' | 'ebml';

/** Lacing by the two bits of a block's flags. */
export const LACINGS: readonly Lacing[] = ['none', 'xiph', 'fixed', 'ebml'];

interface Sizes {
  /** Sizes of all frames but the last, which takes the rest. */
  readonly sizes: readonly number[];
  /** Where the first frame starts. */
  readonly at: number;
}

function xiphSizes(bytes: Uint8Array, count: number): Sizes | null {
  const sizes: number[] = [];
  let at = 1;
  while (sizes.length < count - 1) {
    let size = 0;
    let byte = 255;
    while (byte === 255) {
      byte = bytes[at] ?? -1;
      if (byte < 0) return null;
      size += byte;
      at += 1;
    }
    sizes.push(size);
  }
  return { sizes, at };
}

/** The first size is plain, the others are signed differences to the one before. */
function ebmlSizes(bytes: Uint8Array, count: number): Sizes | null {
  const sizes: number[] = [];
  let at = 1;
  while (sizes.length < count - 1) {
    const number = readVint(bytes, at);
    if (number === null) return null;
    const [value, length] = number;
    const before = sizes.at(-1);
    // All bits set is no unknown size here but the greatest difference.
    const plain = value ?? 2 ** (7 * length) - 1;
    const size = before === undefined ? plain : before + plain - (2 ** (7 * length - 1) - 1);
    if (size < 0) return null;
    sizes.push(size);
    at += length;
  }
  return { sizes, at };
}

function fixedSizes(bytes: Uint8Array, count: number): Sizes | null {
  const size = (bytes.length - 1) / count;
  return Number.isInteger(size) ? { sizes: new Array(count - 1).fill(size), at: 1 } : null;
}

/** The frames of a block from its content after the flags; null when their sizes are not valid. */
export function unlaced(bytes: Uint8Array, lacing: Lacing): Uint8Array[] | null {
  if (lacing === 'none') return [bytes];
  if (bytes.length === 0) return null;
  const count = (bytes[0] as number) + 1;
  const read = { xiph: xiphSizes, ebml: ebmlSizes, fixed: fixedSizes }[lacing];
  const found = read(bytes, count);
  if (found === null) return null;
  const frames: Uint8Array[] = [];
  let at = found.at;
  for (const size of found.sizes) {
    frames.push(bytes.subarray(at, at + size));
    at += size;
  }
  if (at > bytes.length) return null;
  frames.push(bytes.subarray(at));
  return frames;
}
