import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDifferenceReader } from '../../../../../src/media/dicom/codecs/jpeg-differences.js';
import {
  EntropyReader,
  HuffmanTables,
} from '../../../../../src/media/dicom/codecs/jpeg-entropy.js';
import { PictureFault } from '../../../../../src/media/picture-fault.js';

const SIZES = Array.from({ length: 17 }, (_, size) => size);
/** One code each of 1 to 14 bits, three of 16: room for all sizes, and no code of ones alone. */
const LENGTHS = [...Array.from({ length: 14 }, (_, i) => i + 1), 16, 16, 16];

/** DHT payload of one table (T.81 section B.2.4.2): sizes in the order of their codes' lengths. */
const tablePayload = (destination: number, sizes: readonly number[]) => [
  destination,
  ...Array.from({ length: 16 }, (_, i) => LENGTHS.filter((length) => length === i + 1).length),
  ...sizes,
];

/** Codes as text of 0 and 1 by size, counted up as in T.81 annex C. */
function codesOf(sizes: readonly number[]): Map<number, string> {
  let code = 0;
  let before = 0;
  return new Map(
    sizes.map((size, i) => {
      const length = LENGTHS[i]!;
      code <<= length - before;
      before = length;
      const text = code.toString(2).padStart(length, '0');
      code += 1;
      return [size, text] as const;
    }),
  );
}

/** A difference of −32767 … 32768 as T.81 section H.1.2.2 has it. */
function bitsOf(difference: number, codes: Map<number, string>): string {
  const size = difference === 0 ? 0 : Math.abs(difference).toString(2).length;
  const code = codes.get(size)!;
  if (size === 0 || size === 16) return code;
  const extra = difference > 0 ? difference : difference + 2 ** size - 1;
  return code + extra.toString(2).padStart(size, '0');
}

/** Whole bytes, filled up with ones, 0 behind every 0xFF. */
function stuffed(bits: string): number[] {
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? [];
  return bytes.flatMap((text) => (text === '11111111' ? [0xff, 0] : [Number.parseInt(text, 2)]));
}

const differences = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -32_767, max: 32_768 }),
  fc.constantFrom(0, -1, 32_767, -32_767, 32_768),
);
const scans = fc.integer({ min: 1, max: 3 }).chain((components) =>
  fc.record({
    orders: fc.array(fc.shuffledSubarray(SIZES, { minLength: SIZES.length }), {
      minLength: components,
      maxLength: components,
    }),
    rows: fc.array(
      fc.array(fc.tuple(...Array.from({ length: components }, () => differences)), {
        minLength: 5,
        maxLength: 5,
      }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
);

function encode(orders: readonly number[][], rows: readonly number[][]): Uint8Array {
  const codes = orders.map(codesOf);
  const bits = rows.flat().map((value, i) => bitsOf(value, codes[i % codes.length]!));
  return Uint8Array.from(stuffed(bits.join('')));
}

function decode(bytes: Uint8Array, orders: readonly number[][], rows: readonly number[][]) {
  const tables = new HuffmanTables();
  const payload = Uint8Array.from(orders.flatMap((sizes, i) => tablePayload(i, sizes)));
  tables.read({ payload });
  const inOrder = orders.map((_, i) => tables.get(i)!);
  const reader = createDifferenceReader(new EntropyReader(bytes, 0), inOrder);
  return rows.map((row) => {
    const into = new Int32Array(row.length);
    reader.read(into);
    return Array.from(into, (value) => value & 0xffff);
  });
}

const END_OF_IMAGE = [0xff, 0xd9];

describe('differences of lossless JPEG', () => {
  it('of any size, by codes of any length, come back in turn', () => {
    fc.assert(
      fc.property(scans, ({ orders, rows: pixels }) => {
        const rows = pixels.map((row) => row.flat());
        const bytes = Uint8Array.from([...encode(orders, rows), ...END_OF_IMAGE]);
        const expected = rows.map((row) => row.map((value) => value & 0xffff));
        expect(decode(bytes, orders, rows)).toEqual(expected);
      }),
    );
  });

  it('that are cut off anywhere are no differences', () => {
    fc.assert(
      fc.property(scans, fc.nat(), fc.boolean(), ({ orders, rows: pixels }, cut, marked) => {
        const rows = pixels.map((row) => row.flat());
        const whole = encode(orders, rows);
        const kept = whole.subarray(0, cut % whole.length);
        // A zero that was stuffed in is none of the data.
        fc.pre(kept.at(-1) !== 0xff);
        const bytes = Uint8Array.from([...kept, ...(marked ? END_OF_IMAGE : [])]);
        expect(() => decode(bytes, orders, rows)).toThrow(PictureFault);
        expect(() => decode(bytes, orders, rows)).toThrow('ends before the picture does');
      }),
    );
  });

  it('of sizes that there are not are damage', () => {
    const orders = [[17, ...SIZES.slice(1)]];
    expect(() => decode(Uint8Array.of(0, 0, 0), orders, [[0]])).toThrow('cannot be decoded');
  });
});
