import type { Random } from '../../../src/core/random.js';
import { below, pick } from '../pick.js';

const INSERTS: readonly Buffer[] = [
  '{',
  '}',
  ']',
  '"',
  ',',
  '\\u',
  '\\',
  '0',
  '-',
  'e9',
  '//',
  '\n',
  '\u0000',
  '\r\n\r\n',
  '"__proto__":{"a":1},',
].map((text) => Buffer.from(text));
const NOT_TEXT: readonly Buffer[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.alloc(300, 0xff),
];

const WAYS: readonly ((random: Random, bytes: Buffer, where: number) => Buffer)[] = [
  (random, bytes, where) => {
    const flipped = Buffer.from(bytes);
    if (where < flipped.length) flipped[where] = (flipped[where] ?? 0) ^ (1 << below(random, 8));
    return flipped;
  },
  (_, bytes, where) => bytes.subarray(0, where),
  (random, bytes, where) => {
    const end = where + 1 + below(random, 64);
    return Buffer.concat([bytes.subarray(0, where), bytes.subarray(end)]);
  },
  (random, bytes, where) => {
    const part = bytes.subarray(where, where + 1 + below(random, 4_096));
    return Buffer.concat([bytes.subarray(0, where), part, bytes.subarray(where)]);
  },
  (random, bytes, where) => {
    const insert = pick(random, [...INSERTS, ...NOT_TEXT]);
    return Buffer.concat([bytes.subarray(0, where), insert, bytes.subarray(where)]);
  },
  (random, bytes, where) => {
    const noise = Buffer.from(bytes);
    const end = Math.min(noise.length, where + 1 + below(random, 32));
    for (let i = where; i < end; i += 1) noise[i] = below(random, 256);
    return noise;
  },
];

/** Changes bytes in one place; the beginning, where headers lie, more often than the rest. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const reach = random() < 0.4 ? Math.min(bytes.length, 256) : bytes.length;
  return pick(random, WAYS)(random, bytes, below(random, reach + 1));
}
