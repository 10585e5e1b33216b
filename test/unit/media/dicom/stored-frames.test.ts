import dicomParser from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { EXPLICIT_LITTLE_ENDIAN, writeDicomFile } from '../../../../scripts/samples/dicom-file.js';
import type { FrameLayout } from '../../../../src/media/dicom/codecs/frame.js';
import { findStoredFrames, type StoredFrame } from '../../../../src/media/dicom/stored-frames.js';
import { convert, hasProgram, makeCells, makeDicom } from './codecs/made-dicom.js';

const LAYOUT: FrameLayout = {
  rows: 31,
  columns: 37,
  samplesPerPixel: 1,
  bitsAllocated: 16,
  bitsStored: 12,
  signed: false,
  planarConfiguration: 0,
  photometric: 'MONOCHROME2',
};
const BYTES: FrameLayout = { ...LAYOUT, bitsAllocated: 8, bitsStored: 8 };

function contentOf(file: Buffer, frame: StoredFrame | undefined): Buffer {
  if (frame === undefined) throw new Error('no frame');
  if (frame instanceof Uint8Array) return Buffer.from(frame);
  return Buffer.concat(frame.map(({ start, bytes }) => file.subarray(start, start + bytes)));
}

const cellsOf = (layout: FrameLayout) => {
  const { buffer, byteOffset, byteLength } = makeCells(layout);
  return Buffer.from(buffer, byteOffset, byteLength);
};

const converted = (program: string, options: readonly string[], layout = LAYOUT) =>
  convert(program, options, makeDicom(makeCells(layout), layout));

describe.skipIf(!hasProgram('dcmconv'))('native frames of dcmtk (skipped without it)', () => {
  it.each([
    ['explicit little endian', '+te'],
    ['implicit little endian', '+ti'],
    ['explicit big endian', '+tb'],
    ['deflated', '+td'],
  ])('in %s are the cells in little endian', (_, option) => {
    const file = converted('dcmconv', [option]);
    const [frame] = findStoredFrames(file, [1]);
    expect(contentOf(file, frame).equals(cellsOf(LAYOUT))).toBe(true);
  });

  it('of bytes in big endian are those bytes', () => {
    const file = converted('dcmconv', ['+tb'], BYTES);
    const [frame] = findStoredFrames(file, [1]);
    expect(
      contentOf(file, frame)
        .subarray(0, 31 * 37)
        .equals(cellsOf(BYTES)),
    ).toBe(true);
  });
});

describe.skipIf(!hasProgram('dcmcjpeg'))('compressed frames of dcmtk (skipped without it)', () => {
  it.each([
    ['dcmcjpeg', ['+e1'], LAYOUT],
    ['dcmcjpeg', ['+eb'], BYTES],
    ['dcmcjpeg', ['+e1', '+fs', '1'], LAYOUT],
    ['dcmcjpls', [], LAYOUT],
    ['dcmcrle', [], LAYOUT],
  ] as const)('%s %j', (program, options, layout) => {
    const file = converted(program, options, layout);
    const dataSet = dicomParser.parseDicom(file);
    const element = dataSet.elements.x7fe00010;
    if (element?.fragments === undefined) throw new Error('not compressed');
    const [frame] = findStoredFrames(file, [1]);
    const all = element.fragments.length;
    const theirs = dicomParser.readEncapsulatedPixelDataFromFragments(dataSet, element, 0, all);
    expect(contentOf(file, frame).equals(Buffer.from(theirs))).toBe(true);
  });
});

describe('frames of a file with several', () => {
  const pixels = Uint8Array.from({ length: 4 * 4 * 3 }, (_, at) => at);
  const file = (elements: readonly (readonly [string, string, string | number])[], bits = 8) =>
    Buffer.from(
      writeDicomFile({
        syntax: EXPLICIT_LITTLE_ENDIAN,
        elements: [
          { tag: '00280002', vr: 'US', value: 1 },
          { tag: '00280004', vr: 'CS', value: 'MONOCHROME2' },
          ...elements.map(([tag, vr, value]) => ({ tag, vr, value })),
          { tag: '00280100', vr: 'US', value: bits },
          { tag: '00280101', vr: 'US', value: bits },
          { tag: '00280102', vr: 'US', value: bits - 1 },
          { tag: '00280103', vr: 'US', value: 0 },
        ],
        pixels,
      }),
    );
  const size = (rows: number, columns: number) =>
    [
      ['00280008', 'IS', '3'],
      ['00280010', 'US', rows],
      ['00280011', 'US', columns],
    ] as const;

  it('are found in the order that is asked for, without those that there are not', () => {
    const bytes = file(size(4, 4));
    const found = findStoredFrames(bytes, [3, 1, 4]).map((one) => contentOf(bytes, one));
    expect(found.map((one) => [...one].slice(0, 2))).toEqual([
      [32, 33],
      [0, 1],
    ]);
    expect(found.map(({ length }) => length)).toEqual([16, 16]);
  });

  it('begin with a byte of their own where they are single bits', () => {
    // 5 × 5 bits: the second frame begins at bit 25.
    const bytes = file(size(5, 5), 1);
    const [first, second] = findStoredFrames(bytes, [1, 2]).map((one) => contentOf(bytes, one));
    const bit = (of: Uint8Array, at: number) => ((of[at >> 3] ?? 0) >> (at & 7)) & 1;
    const bits = (of: Uint8Array, from: number) =>
      Array.from({ length: 25 }, (_, at) => bit(of, from + at));
    expect(first).toHaveLength(4);
    expect(bits(first!, 0)).toEqual(bits(pixels, 0));
    expect(bits(second!, 0)).toEqual(bits(pixels, 25));
  });

  it('are refused where the file holds fewer bytes than it states', () => {
    expect(() => findStoredFrames(file(size(40, 40)), [1])).toThrow('48 bytes of pixel data');
  });
});
