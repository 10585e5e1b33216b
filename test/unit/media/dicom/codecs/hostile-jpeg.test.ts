import { describe, expect, it, vi } from 'vitest';
import { HuffmanTables } from '../../../../../src/media/dicom/codecs/jpeg-entropy.js';
import {
  createSegmentReader,
  readJpegHead,
} from '../../../../../src/media/dicom/codecs/jpeg-segments.js';
import { decodeTwelveBitJpeg } from '../../../../../src/media/dicom/codecs/jpeg-twelve-bit.js';

const segment = (marker: number, payload: readonly number[]) => {
  const length = payload.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...payload];
};
const EOI = [0xff, 0xd9];
const SIDE = 16;
/** One code of one bit: symbol 0, the end of a block or a difference of nought. */
const table = (key: number) => segment(0xc4, [key, 1, ...Array<number>(15).fill(0), 0]);
const HEAD = [
  0xff,
  0xd8,
  ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
  ...segment(0xc2, [12, 0, SIDE, 0, SIDE, 1, 1, 0x11, 0]),
  ...table(0x00),
  ...table(0x10),
];
/** A progressive scan of a band in which the four blocks are empty. */
const scan = (from: number, to: number) => [...segment(0xda, [1, 1, 0, from, to, 0]), 0x0f];
const progressive = (scans: readonly number[][]) =>
  Uint8Array.from([...HEAD, ...scans.flat(), ...EOI]);
const decode = (bytes: Uint8Array) => decodeTwelveBitJpeg(bytes, readJpegHead(bytes).frame);

describe('a JPEG made to do harm', () => {
  it('of nothing but empty segments is refused before they fill the memory', () => {
    const bytes = new Uint8Array(4_000_002);
    for (let i = 2; i < bytes.length; i += 2) bytes.set([0xff, 0x01], i);
    bytes.set([0xff, 0xd8]);
    // Whoever reads them all finds that they break off: another fault.
    expect(() => readJpegHead(bytes)).toThrow('cannot be decoded (damaged file)');
  });

  it('may have as many segments as encoders write', () => {
    const comment = segment(0xfe, [0x41]);
    const bytes = Uint8Array.from(Array.from({ length: 4_096 }, () => comment).flat());
    const read = createSegmentReader(bytes);
    let offset = 0;
    for (let i = 0; i < 4_096; i += 1) offset = read(offset).end;
    expect(offset).toBe(bytes.length);
    expect(() => read(0)).toThrow('damaged file');
  });

  it('of nothing but empty Huffman tables is refused before they are made', () => {
    const tables = new HuffmanTables();
    const payload = new Uint8Array(17 * 3_855);
    const filled = vi.spyOn(Uint16Array.prototype, 'fill');
    tables.read({ payload });
    expect(() => tables.read({ payload })).toThrow('damaged file');
    expect(filled).not.toHaveBeenCalled();
    filled.mockRestore();
  });

  it('has the table that was set last under a key', () => {
    const tables = new HuffmanTables();
    const symbol = (value: number) =>
      tables.read({ payload: Uint8Array.of(0, 1, ...Array<number>(15).fill(0), value) });
    expect(tables.get(0)).toBeUndefined();
    symbol(7);
    expect(tables.get(0)?.[0]).toBe(256 + 7);
    expect(tables.get(0)).toBe(tables.get(0));
    symbol(9);
    expect(tables.get(0)?.[0]).toBe(256 + 9);
  });

  it.each([
    ['more codes than fit', [0, 3, ...Array<number>(15).fill(0), 1, 2, 3]],
    ['fewer symbols than codes', [0, 2, ...Array<number>(15).fill(0), 1]],
    ['fewer lengths than there are', [0, 1, 0, 0]],
  ])('with a table of %s is refused', (_, payload) => {
    const tables = new HuffmanTables();
    expect(() => tables.read({ payload: Uint8Array.from(payload) })).toThrow('damaged file');
  });

  it('may have ten scans, but not more than code each bit once', () => {
    const ten = [scan(0, 0), ...Array.from({ length: 9 }, (_, i) => scan(1 + 7 * i, 7 + 7 * i))];
    const greys = decode(progressive(ten));
    expect(greys).toHaveLength(SIDE * SIDE);
    expect(new Set(greys)).toEqual(new Set([2_048]));
    const fourteen = Array.from({ length: 14 }, () => scan(1, 63));
    expect(decode(progressive(fourteen))).toHaveLength(SIDE * SIDE);
    expect(() => decode(progressive([...fourteen, scan(1, 63)]))).toThrow('more scans than any');
  });

  it('of very many small scans is refused', () => {
    const small = (count: number) => progressive(Array.from({ length: count }, () => scan(63, 63)));
    expect(decode(small(100))).toHaveLength(SIDE * SIDE);
    expect(() => decode(small(101))).toThrow('more scans than any picture needs');
  });
});
