import dicomParser, { type Element } from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { encapsulatedFrame } from '../../../../src/media/dicom/encapsulation.js';
import { PictureFault } from '../../../../src/media/picture-fault.js';

const ITEM = 0xe000fffe;
const DELIMITER = 0xe0ddfffe;

function item(data: readonly number[], tag = ITEM, length = data.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(tag, 0);
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, Buffer.from(data)]);
}

const longs = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return [...bytes];
};

interface Made {
  readonly element: Element;
  readonly bytes: Buffer;
}

/** Encapsulated pixel data as the parser finds it, 12 bytes into a file. */
function make(table: readonly number[], ...items: readonly Buffer[]): Made {
  const bytes = Buffer.concat([Buffer.alloc(12), item(longs(...table)), ...items]);
  const element: Element = { tag: 'x7fe00010', vr: 'OB', length: 0xffffffff, dataOffset: 12 };
  const stream = new dicomParser.ByteStream(dicomParser.littleEndianByteArrayParser, bytes, 12);
  dicomParser.findEndOfEncapsulatedElement(stream, element, []);
  return { element, bytes };
}

const END = item([], DELIMITER);

function framesOf({ element, bytes }: Made, frames: number, more: object = {}): number[][] {
  return Array.from({ length: frames }, (_, index) => [
    ...encapsulatedFrame(element, bytes, { frame: index + 1, frames, ...more }),
  ]);
}

const A = [0xff, 0xd8, 0xff, 1];
const B = [2, 3];
const C = [0xff, 0xd8, 0xff, 4];
const D = [5, 6, 7, 8];

describe('frames in fragments', () => {
  it('joins all fragments of a single frame, with a table or without', () => {
    for (const table of [[], [0], [77]]) {
      expect(framesOf(make(table, item(A), item(B), END), 1)).toEqual([[...A, ...B]]);
    }
  });

  it('takes one fragment for one frame where there are as many', () => {
    expect(framesOf(make([], item(B), item(D), END), 2)).toEqual([B, D]);
  });

  it('follows a basic offset table', () => {
    const made = make([0, 22], item(B), item(D), item(B), END);
    expect(framesOf(made, 2)).toEqual([[...B, ...D], B]);
  });

  it.each([
    ['is empty', []],
    ['is all zeros', [0, 0]],
    ['misses a fragment', [0, 23]],
    ['does not start at zero', [10, 22]],
    ['runs backwards', [22, 0]],
    ['has too few entries', [0]],
    ['has too many entries', [0, 12, 22]],
  ])('looks for the starts of images where the table %s', (_, table) => {
    const made = make(table, item(A), item(B), item(C), item(D), END);
    expect(framesOf(made, 2)).toEqual([
      [...A, ...B],
      [...C, ...D],
    ]);
  });

  it('knows how JPEG 2000 starts, plain and wrapped', () => {
    const plain = [0xff, 0x4f, 0xff, 0x51];
    const wrapped = [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20];
    const made = make([], item(plain), item(B), item(wrapped), END);
    expect(framesOf(made, 2)).toEqual([[...plain, ...B], wrapped]);
  });

  it('follows an extended offset table before the basic one, to the byte', () => {
    const made = make([0, 12], item(A), item([...B, 0, 0]), END);
    const more = { extendedOffsets: [0, 12], extendedLengths: [4, 3] };
    expect(framesOf(made, 2, more)).toEqual([A, [...B, 0]]);
    const wrong = { extendedOffsets: [0, 13], extendedLengths: [1, 1] };
    expect(framesOf(made, 2, wrong)).toEqual([A, [...B, 0, 0]]);
  });

  it('passes over empty fragments', () => {
    expect(framesOf(make([], item([]), item(B), item([]), item(D), END), 2)).toEqual([B, D]);
    expect(framesOf(make([0], item([]), item(B), END), 1)).toEqual([B]);
  });

  it('does without the delimiter, and leaves what follows it out', () => {
    expect(framesOf(make([], item(A), item(B)), 1)).toEqual([[...A, ...B]]);
    const padding = item([9, 9], 0xfffcfffc);
    expect(framesOf(make([], item(A), item(B), padding), 1)).toEqual([[...A, ...B]]);
  });

  it.each<[string, Made, number, RegExp]>([
    ['there are no fragments', make([], END), 1, /no compressed pixel data/],
    ['a frame has none', make([], item(A), END), 2, /2 frames, but compressed data for only 1/],
    ['the only one is empty', make([], item([]), END), 1, /no compressed data for frame 1/],
    ['frames cannot be told apart', make([], item(B), item(B), item(D), END), 2, /no usable/],
    ['the first is no start', make([], item(B), item(A), item(C), END), 2, /no usable/],
  ])('refuses a file where %s', (_, made, frames, message) => {
    expect(() => framesOf(made, frames)).toThrow(PictureFault);
    expect(() => framesOf(made, frames)).toThrow(message);
  });

  it('refuses a fragment that ends behind the file', () => {
    const { element, bytes } = make([], item(D), END);
    expect(() => framesOf({ element, bytes: bytes.subarray(0, 30) }, 1)).toThrow(/truncated/);
  });

  it.each([0, 3, 1.5, Number.NaN])('refuses frame %d of 2', (frame) => {
    const { element, bytes } = make([], item(A), item(C), END);
    expect(() => encapsulatedFrame(element, bytes, { frame, frames: 2 })).toThrow(PictureFault);
  });

  it('refuses an element that the parser saw no fragments in', () => {
    const element: Element = { tag: 'x7fe00010', length: 4, dataOffset: 0 };
    expect(() => framesOf({ element, bytes: Buffer.alloc(4) }, 1)).toThrow(PictureFault);
  });
});
