import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  type DicomElement,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../scripts/samples/dicom-file.js';
import { describeHead } from '../../../../src/media/dicom/dicom-json.js';
import { valueRepresentationOf } from '../../../../src/media/dicom/value-representations.js';

const ELEMENTS: readonly DicomElement[] = [
  { tag: '00080005', vr: 'CS', value: 'ISO_IR 192' },
  { tag: '00080008', vr: 'CS', value: 'ORIGINAL\\PRIMARY' },
  { tag: '00080018', vr: 'UI', value: '1.2.3' },
  { tag: '00080050', vr: 'SH', value: '' },
  {
    tag: '00081140',
    vr: 'SQ',
    value: [{ items: [{ tag: '00081155', vr: 'UI', value: '1.2.3.4' }] }],
  },
  { tag: '00100010', vr: 'PN', value: Buffer.from('Müller^Eva=漢^字') },
  { tag: '00180050', vr: 'DS', value: '1.5' },
  { tag: '00200013', vr: 'IS', value: '7' },
  { tag: '00200032', vr: 'DS', value: '0\\-1.5\\20' },
  { tag: '00280010', vr: 'US', value: 4 },
  { tag: '00280103', vr: 'US', value: 1 },
  { tag: '00280106', vr: 'SS', value: -5 },
  { tag: '00283006', vr: 'OW', value: [1, 2, 515] },
  { tag: '00189073', vr: 'FD', value: 0.25 },
];

const EXPECTED = {
  '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
  '00080008': { vr: 'CS', Value: ['ORIGINAL', 'PRIMARY'] },
  '00080018': { vr: 'UI', Value: ['1.2.3'] },
  '00080050': { vr: 'SH' },
  '00081140': { vr: 'SQ', Value: [{ '00081155': { vr: 'UI', Value: ['1.2.3.4'] } }] },
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Müller^Eva', Ideographic: '漢^字' }] },
  '00180050': { vr: 'DS', Value: [1.5] },
  '00189073': { vr: 'FD', Value: [0.25] },
  '00200013': { vr: 'IS', Value: [7] },
  '00200032': { vr: 'DS', Value: [0, -1.5, 20] },
  '00280010': { vr: 'US', Value: [4] },
  '00280103': { vr: 'US', Value: [1] },
  '00280106': { vr: 'SS', Value: [-5] },
  '00283006': { vr: 'OW', InlineBinary: Buffer.from([1, 0, 2, 0, 3, 2]).toString('base64') },
};

const write = (syntax: string, elements = ELEMENTS) =>
  Buffer.from(writeDicomFile({ syntax, elements, pixels: new Uint8Array(32) }));

describe('describeHead', () => {
  it.each([
    ['explicit little endian', EXPLICIT_LITTLE_ENDIAN],
    ['implicit little endian', IMPLICIT_LITTLE_ENDIAN],
    ['explicit big endian', EXPLICIT_BIG_ENDIAN],
    ['deflated', DEFLATED_EXPLICIT_LITTLE_ENDIAN],
  ])('is the same for a data set in %s, without its pixels', (_, syntax) => {
    const { attributes, isComplete } = describeHead(write(syntax));
    expect(isComplete).toBe(true);
    expect(attributes).toEqual(EXPECTED);
  });

  it('decodes texts by the character set that they are in', () => {
    const latin: DicomElement[] = [
      { tag: '00080005', vr: 'CS', value: 'ISO_IR 100' },
      { tag: '00100010', vr: 'PN', value: Buffer.from('M\xfcller', 'latin1') },
    ];
    const { attributes } = describeHead(write(EXPLICIT_LITTLE_ENDIAN, latin));
    expect(attributes['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'Müller' }] });
    expect(attributes['00080005']).toEqual({ vr: 'CS', Value: ['ISO_IR 192'] });
  });

  it('knows whether it was given enough of a file', () => {
    const file = write(EXPLICIT_LITTLE_ENDIAN);
    expect(describeHead(file.subarray(0, file.length - 80)).isComplete).toBe(false);
    expect(() => describeHead(Buffer.alloc(0))).toThrow('truncated file');
  });

  it('leaves out binary values that are too long', () => {
    const long: DicomElement[] = [
      { tag: '00080018', vr: 'UI', value: '1.2' },
      { tag: '00282000', vr: 'OB', value: new Uint8Array(1_048_578) },
    ];
    const { attributes } = describeHead(write(EXPLICIT_LITTLE_ENDIAN, long));
    expect(Object.keys(attributes)).toEqual(['00080018']);
  });
});

describe('valueRepresentationOf', () => {
  it.each([
    ['00100010', 'PN'],
    ['00080018', 'UI'],
    ['00281052', 'DS'],
    ['00280106', 'XS'],
    ['7fe00010', 'OW'],
    ['60023000', 'OW'],
    ['60020010', 'US'],
    ['00080000', 'UL'],
    ['00090010', 'LO'],
    ['00091001', 'UN'],
    ['00080fff', 'UN'],
  ])('%s: %s', (tag, vr) => {
    expect(valueRepresentationOf(tag)).toBe(vr);
  });
});
