import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type DicomElement, writeDicomFile } from '../../../../scripts/samples/dicom-file.js';
import { readObjectHeader } from '../../../../src/media/dicom/object-header.js';
import { makeFileMeta } from '../../../../src/pacs/file-meta.js';
import { greyFile, shown } from './grey-file.js';

const EXPLICIT = '1.2.840.10008.1.2.1';
const UIDS = {
  '00080018': ['UI', '2.25.1'],
  '0020000d': ['UI', '2.25.2'],
  '0020000e': ['UI', '2.25.3'],
} as const;

/** The data set of a file: what comes after its File Meta Information. */
function dataSetOf(file: Buffer): Buffer {
  const metaLength = file.readUInt32LE(140);
  return file.subarray(144 + metaLength);
}

const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
const sequence = (tag: string, ...items: DicomElement[][]): DicomElement => ({
  ...{ tag, vr: 'SQ' },
  value: items.map((elements) => ({ items: elements })),
});
const citing = (tag: string, ...instances: string[]) =>
  sequence(tag, [
    sequence('00081115', [
      sequence('00081199', ...instances.map((uid) => [text('00081155', 'UI', uid)])),
    ]),
  ]);

describe('the header of a report', () => {
  const report = (flag: string, ...more: DicomElement[]) =>
    readObjectHeader(
      dataSetOf(
        writeDicomFile({
          syntax: EXPLICIT,
          elements: [
            text('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.88.33'),
            ...Object.entries(UIDS).map(([tag, [vr, value]]) => text(tag, vr, value)),
            text('0040a493', 'CS', flag),
            ...more,
          ],
        }),
      ),
      EXPLICIT,
    ).report;

  it('says whether it is verified, and what it cites', () => {
    const more = [citing('0040a360', '2.25.9'), citing('0040a375', '2.25.9', '2.25.8', 'no UID')];
    expect(report('VERIFIED', ...more)).toEqual({ verified: true, cites: ['2.25.9', '2.25.8'] });
    expect(report('UNVERIFIED')).toEqual({ verified: false, cites: [] });
  });

  it('is said of reports alone', () => {
    const { report: none } = readObjectHeader(dataSetOf(greyFile(UIDS)), EXPLICIT);
    expect(none).toBeUndefined();
  });
});

describe('the header of an object', () => {
  it('names the patient, the study, the series and the picture', () => {
    const header = readObjectHeader(
      dataSetOf(
        greyFile({
          ...UIDS,
          '00080005': ['CS', 'ISO_IR 192'],
          '00080050': ['SH', 'A-17'],
          // The writer of test files writes one byte for each character.
          '00100010': ['PN', Buffer.from('Møller^Åse').toString('latin1')],
          '00100021': ['LO', 'North Hospital'],
          '00180015': ['CS', 'CHEST'],
          '00200011': ['IS', '4'],
          '00200013': ['IS', '12'],
        }),
      ),
      EXPLICIT,
    );
    expect(header).toMatchObject({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1',
      sopInstanceUid: '2.25.1',
      studyInstanceUid: '2.25.2',
      seriesInstanceUid: '2.25.3',
      transferSyntaxUid: EXPLICIT,
      patient: { id: 'SECRET-NUMBER', issuer: 'North Hospital', name: 'Møller^Åse' },
      study: { accessionNumber: 'A-17' },
      series: { modality: 'DX', number: 4, bodyPart: 'CHEST' },
      instanceNumber: 12,
      rows: 2,
      columns: 4,
    });
    expect(header).not.toHaveProperty('frames');
  });

  it('is read from a head that ends within the pixels, and from a deflated one', () => {
    const dataSet = dataSetOf(greyFile(UIDS));
    expect(readObjectHeader(dataSet.subarray(0, -4), EXPLICIT).rows).toBe(2);
    const deflated = deflateRawSync(dataSet);
    expect(readObjectHeader(deflated, '1.2.840.10008.1.2.1.99').sopInstanceUid).toBe('2.25.1');
    expect(readObjectHeader(deflated.subarray(0, -6), '1.2.840.10008.1.2.1.99').rows).toBe(2);
  });

  it.each([
    ['has no Study Instance UID', { '0020000d': undefined }],
    ['has an invalid Series Instance UID', { '0020000e': ['UI', '1.2.x'] as const }],
    ['has an invalid SOP Instance UID', { '00080018': ['UI', `1.${'2'.repeat(70)}`] as const }],
  ])('is refused where it %s', (message, change) => {
    const dataSet = dataSetOf(greyFile({ ...UIDS, ...change }));
    expect(() => readObjectHeader(dataSet, EXPLICIT)).toThrow(message);
  });

  it('is refused where it is cut off or no data set', () => {
    const dataSet = dataSetOf(greyFile(UIDS));
    expect(() => readObjectHeader(dataSet.subarray(0, 61), EXPLICIT)).toThrow(/ends or is damaged/);
    expect(() => readObjectHeader(Buffer.alloc(300, 0xee), EXPLICIT)).toThrow();
    expect(() => readObjectHeader(Buffer.alloc(0), EXPLICIT)).toThrow();
  });
});

describe('new File Meta Information', () => {
  it('makes a file of a data set, with the same pixels', async () => {
    const file = greyFile(UIDS);
    const meta = makeFileMeta({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1',
      sopInstanceUid: '2.25.1',
      transferSyntaxUid: EXPLICIT,
      sourceAeTitle: 'CT1',
    });
    expect(meta.length % 2).toBe(0);
    expect(await shown(Buffer.concat([meta, dataSetOf(file)]))).toEqual(await shown(file));
  });
});
