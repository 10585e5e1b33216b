import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  type DicomElement,
  type DicomFile,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../scripts/samples/dicom-file.js';

const ELEMENTS: DicomElement[] = [
  { tag: '00280011', vr: 'US', value: 3 },
  { tag: '00280010', vr: 'US', value: [1] },
  { tag: '00280030', vr: 'DS', value: ['0.5', '0.25'] },
  { tag: '00080060', vr: 'CS', value: 'DX' },
  { tag: '00280120', vr: 'SS', value: -2000 },
  {
    tag: '00283010',
    vr: 'SQ',
    value: [
      { items: [{ tag: '00283003', vr: 'LO', value: 'soft' }] },
      { items: [{ tag: '00283003', vr: 'LO', value: 'hard' }] },
    ],
  },
];
const PIXELS = Uint8Array.of(1, 0, 2, 0, 3, 1);
const SYNTAXES = [
  ['explicit little endian', EXPLICIT_LITTLE_ENDIAN],
  ['implicit little endian', IMPLICIT_LITTLE_ENDIAN],
  ['explicit big endian', EXPLICIT_BIG_ENDIAN],
  ['deflated', DEFLATED_EXPLICIT_LITTLE_ENDIAN],
] as const;

const write = (file: Partial<DicomFile>) =>
  writeDicomFile({
    syntax: EXPLICIT_LITTLE_ENDIAN,
    elements: ELEMENTS,
    pixels: PIXELS,
    ...file,
  });

describe('a written file', () => {
  it.each(SYNTAXES)('reads back from %s', (_, syntax) => {
    for (const undefinedLengths of [false, true]) {
      const dataSet = dicomParser.parseDicom(write({ syntax, undefinedLengths }));
      expect(dataSet.string('x00020010')).toBe(syntax);
      expect(dataSet.string('x00080060')).toBe('DX');
      expect(dataSet.uint16('x00280010')).toBe(1);
      expect(dataSet.uint16('x00280011')).toBe(3);
      expect(dataSet.int16('x00280120')).toBe(-2000);
      expect(dataSet.floatString('x00280030', 1)).toBe(0.25);
      const items = dataSet.elements.x00283010?.items ?? [];
      expect(items.map((item) => item.dataSet?.string('x00283003'))).toEqual(['soft', 'hard']);
      const samples = [0, 1, 2].map((index) => dataSet.uint16('x7fe00010', index));
      expect(samples).toEqual([1, 2, 0x103]);
    }
  });

  it('holds fragments, padded to even lengths, and their offset table', () => {
    const fragments = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
    const dataSet = dicomParser.parseDicom(write({ pixels: { fragments, offsets: [0, 12] } }));
    const element = dataSet.elements.x7fe00010;
    expect(element).toMatchObject({ encapsulatedPixelData: true, basicOffsetTable: [0, 12] });
    expect(element?.fragments?.map(({ length }) => length)).toEqual([4, 2]);
    expect(element?.fragments?.map(({ offset }) => offset)).toEqual([0, 12]);
  });

  it('keeps bytes of OB in their order in a big-endian file', () => {
    const dataSet = dicomParser.parseDicom(
      write({ syntax: EXPLICIT_BIG_ENDIAN, pixelVr: 'OB', pixels: PIXELS }),
    );
    const { dataOffset, length } = dataSet.elements.x7fe00010!;
    expect(Array.from(dataSet.byteArray.subarray(dataOffset, dataOffset + length))).toEqual(
      Array.from(PIXELS),
    );
  });

  it('leaves out what comes before the data set', () => {
    const bare = write({ meta: false });
    expect(write({}).subarray(-bare.length).equals(bare)).toBe(true);
    expect(bare.toString('latin1', 4, 8)).toBe('CS\x02\0');
  });

  it('says no to items where none can be, and to numbers of a text', () => {
    const items: DicomElement = { tag: '00080060', vr: 'CS', value: [{ items: [] }] };
    expect(() => write({ elements: [items] })).toThrow('cannot hold items');
  });
});

const hasDcmdump = spawnSync('dcmdump', ['--version']).status === 0;

describe.skipIf(!hasDcmdump)(`for DCMTK${hasDcmdump ? '' : ': dcmdump is not installed'}`, () => {
  it.each(SYNTAXES)('is a file of %s without a fault', (_, syntax) => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-dicom-file-'));
    try {
      const path = join(folder, 'file.dcm');
      writeFileSync(path, write({ syntax, undefinedLengths: true }));
      const dump = execFileSync('dcmdump', [path], { stdio: 'pipe' }).toString('latin1');
      expect(dump).toMatch(/\(0028,0030\) DS \[0\.5\\0\.25\]/);
      expect(dump).toMatch(/\(0028,3003\) LO \[hard\]/);
      expect(dump).toMatch(/\(7fe0,0010\) O[WB] 0001\\0002\\0103/);
      expect(dump).not.toMatch(/^[WE]:/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
