import { describe, expect, test } from 'vitest';
import type { DataSet } from '../../../../../src/core/dicom-data-set.js';
import { readFileElements } from '../../../../../src/media/dicom/data-set.js';
import { describeHead } from '../../../../../src/media/dicom/dicom-json.js';
import {
  type CopiedAttribute,
  encodeObject,
} from '../../../../../src/media/dicom/write/encode-object.js';

const UIDS = { SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.22', SOPInstanceUID: '1.2.3.4' };
const UTF_8: CopiedAttribute = {
  tag: '00080005',
  vr: 'CS',
  bytes: Buffer.from('ISO_IR 192'),
};

const encode = (more: DataSet, copied: readonly CopiedAttribute[] = []) =>
  encodeObject({ ...UIDS, ...more }, copied);

/** Reads an object with a parser that knows nothing of the one that wrote it. */
async function reread(more: DataSet, copied: readonly CopiedAttribute[] = []) {
  const { file } = await encode(more, copied);
  expect(readFileElements(file).whole).toBe(true);
  return describeHead(file).attributes;
}

describe('the file', () => {
  test('has preamble, prefix and File Meta Information of this program', async () => {
    const { file, dataSet } = await encode({});
    expect(file.subarray(0, 128).every((byte) => byte === 0)).toBe(true);
    expect(file.toString('latin1', 128, 132)).toBe('DICM');
    const { meta, syntax } = readFileElements(file);
    expect(syntax.uid).toBe('1.2.840.10008.1.2.1');
    expect(meta.text('x00020002')).toBe(UIDS.SOPClassUID);
    expect(meta.text('x00020003')).toBe(UIDS.SOPInstanceUID);
    expect(meta.text('x00020012')).toBe('2.25.318437012945071623908862049532174361027');
    expect(meta.text('x00020013')).toBe('WARDBOX');
    expect([...(meta.bytes('x00020001') ?? [])]).toEqual([0, 1]);
    const head = 132 + 12 + file.readUInt32LE(140);
    expect(file.subarray(head)).toEqual(dataSet);
  });

  test('has its elements in order, each of an even length', async () => {
    const { dataSet } = await encode(
      { SeriesNumber: 7, CodeMeaning: 'odd', Rows: 3, PixelData: Uint8Array.of(1, 2, 3) },
      [{ tag: '00100020', vr: 'LO', bytes: Buffer.from('odd') }],
    );
    const tags: string[] = [];
    let at = 0;
    while (at < dataSet.length) {
      const tag = `${dataSet.readUInt16LE(at).toString(16)}-${dataSet.readUInt16LE(at + 2).toString(16)}`;
      const isLong = ['OB', 'SQ', 'UT'].includes(dataSet.toString('latin1', at + 4, at + 6));
      const length = isLong ? dataSet.readUInt32LE(at + 8) : dataSet.readUInt16LE(at + 6);
      expect(length % 2).toBe(0);
      tags.push(tag);
      at += (isLong ? 12 : 8) + length;
    }
    expect(tags).toEqual(['8-16', '8-18', '8-104', '10-20', '20-11', '28-10', '7fe0-10']);
    expect([...dataSet.subarray(-4)]).toEqual([1, 2, 3, 0]);
  });
});

describe('values', () => {
  test('keep their kinds', async () => {
    const attributes = await reread({
      ImageType: ['DERIVED', 'SECONDARY'],
      PatientOrientation: '',
      NumericValue: [0.1, 1 / 3, -123456.789, 1e-9, -1.23456789e17],
      SeriesNumber: 12,
      GraphicData: [1.5, 2.25],
      Rows: 512,
      FrameIncrementPointer: [0x0018_2001, 0x0018_2002],
      PerformedProcedureCodeSequence: [],
      ContentSequence: [{ TextValue: 'a', ContentSequence: [] }, {}],
    });
    expect(attributes).toMatchObject({
      '00080008': { vr: 'CS', Value: ['DERIVED', 'SECONDARY'] },
      '00200020': { vr: 'CS' },
      '0040A30A': { vr: 'DS', Value: [0.1, 0.3333333333, -123456.789, 1e-9, -1.23456789e17] },
      '00200011': { vr: 'IS', Value: [12] },
      '00700022': { vr: 'FL', Value: [1.5, 2.25] },
      '00280010': { vr: 'US', Value: [512] },
      '00280009': { vr: 'AT', Value: ['00182001', '00182002'] },
      '0040A372': { vr: 'SQ' },
      '0040A730': {
        vr: 'SQ',
        Value: [{ '0040A160': { vr: 'UT', Value: ['a'] }, '0040A730': { vr: 'SQ' } }, {}],
      },
    });
  });

  test('that are long are kept, or end in three dots where DICOM allows no more', async () => {
    const long = 'A word. '.repeat(12_000).trim();
    const attributes = await reread({
      TextValue: long,
      CodeMeaning: 'm'.repeat(65),
      CodeValue: 'c'.repeat(16),
      DerivationDescription: 'd'.repeat(1_025),
      LongCodeValue: 'l'.repeat(70),
    });
    expect(attributes['0040A160']?.Value).toEqual([long]);
    expect(attributes['00080104']?.Value).toEqual([`${'m'.repeat(61)}...`]);
    expect(attributes['00080100']?.Value).toEqual(['c'.repeat(16)]);
    expect(attributes['00082111']?.Value).toEqual([`${'d'.repeat(1_021)}...`]);
    expect(attributes['00080119']?.Value).toEqual(['l'.repeat(70)]);
  });

  test('are in ASCII beside texts of another character set', async () => {
    const { '00080104': meaning, '0040A160': text } = await reread({
      CodeMeaning: 'Nodule – größer\\ ≥ 8 mm\u0007',
      TextValue: 'Zeile 1\nÆøß 日本\u0000\\',
    });
    expect(meaning?.Value).toEqual(['Nodule - grosser/ >= 8 mm']);
    expect(text?.Value).toEqual(['Zeile 1\r\nAEoss ?? \\']);
  });

  test('are in UTF-8 beside texts in UTF-8, and are not cut within a character', async () => {
    const attributes = await reread(
      { TextValue: 'größer ≥ 日本 😀', CodeMeaning: `${'x'.repeat(60)}😀😀😀` },
      [UTF_8],
    );
    expect(attributes['0040A160']?.Value).toEqual(['größer ≥ 日本 😀']);
    expect(attributes['00080104']?.Value).toEqual([`${'x'.repeat(60)}...`]);
  });

  test('of another file are copied byte for byte', async () => {
    const bytes = Buffer.from([0x1b, 0x24, 0x42, 0x3b, 0x33, 0x1b, 0x28, 0x42]);
    const { dataSet } = await encode({}, [{ tag: '00100010', vr: 'PN', bytes }]);
    expect(dataSet.includes(bytes)).toBe(true);
  });
});

describe('a fault of the program is refused', () => {
  test.each<[string, DataSet]>([
    ['an unknown keyword', { PatientsName: 'x' }],
    ['a code string in small letters', { Modality: 'sr' }],
    ['a date in another form', { ContentDate: '2026-01-01' }],
    ['a UID that is none', { SeriesInstanceUID: '1.02' }],
    ['a number that is none', { NumericValue: Number.NaN }],
    ['a number that does not fit', { Rows: 70_000 }],
    ['a fraction of an integer', { SeriesNumber: 1.5 }],
    ['a text in place of a sequence', { ContentSequence: 'x' }],
    ['a text in place of a number', { Rows: '12' }],
  ])('%s', async (_, more) => {
    await expect(encode(more)).rejects.toThrow(TypeError);
  });

  test('an attribute that is copied as well', async () => {
    const copied = [{ tag: '0020000D', vr: 'UI', bytes: Buffer.from('1.2') }];
    await expect(encode({ StudyInstanceUID: '1.2' }, copied)).rejects.toThrow(TypeError);
  });
});
