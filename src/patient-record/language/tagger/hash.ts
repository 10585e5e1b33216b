const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

/** FNV-1a over UTF-16 code units, with a seed for the kind of text; 32 bits, signed. */
export function hashText(kind: number, text: string): number {
  let hash = Math.imul(BASIS ^ kind, PRIME);
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/** Two hashes as one. */
export const hashPair = (a: number, b: number): number =>
  Math.imul(Math.imul(a, PRIME) ^ b, 0x85ebca6b);

/** Which of 2^bits buckets a hash falls into; its high bits are mixed first. */
export function bucketOf(hash: number, bits: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> (32 - bits);
}
