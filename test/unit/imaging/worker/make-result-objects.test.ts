import { describe, expect, test } from 'vitest';
import { EXPLICIT_LITTLE_ENDIAN } from '../../../../scripts/samples/dicom-file.js';
import { makeResults } from '../../../support/imaging/make-results.js';
import { FILM_RESULT, REFUSED_RESULT } from '../../../support/imaging/results.js';
import { film } from '../../../support/pacs/hold-object.js';

const UIDS = { study: '1.2.3', series: '1.2.3.4', instance: '1.2.3.4.5' };
const PATIENT = [
  { tag: '00100010', vr: 'PN', value: 'Test^Patient' },
  { tag: '00100020', vr: 'LO', value: 'P-1' },
  { tag: '00080050', vr: 'SH', value: 'ACC1' },
];
const files = (more = PATIENT) => [
  { file: film({ ...UIDS, more }), syntax: EXPLICIT_LITTLE_ENDIAN },
];

describe('the structured report', () => {
  test('is a new object of the same patient and study', async () => {
    const { objects, notMade } = await makeResults(files(), {
      result: FILM_RESULT,
      kinds: ['structured_report'],
    });
    expect(notMade).toEqual([]);
    expect(objects).toHaveLength(1);
    const [{ header, sha256, kind }] = objects as [(typeof objects)[0]];
    expect(kind).toBe('structured_report');
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(header).toMatchObject({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.88.22',
      studyInstanceUid: UIDS.study,
      transferSyntaxUid: EXPLICIT_LITTLE_ENDIAN,
      patient: { id: 'P-1', name: 'Test^Patient' },
      study: { accessionNumber: 'ACC1' },
      series: { modality: 'SR', description: 'AI result - not verified' },
    });
    expect(header.seriesInstanceUid).not.toBe(UIDS.series);
  });

  test('is the same for the same input, and has other UIDs for another analysis or root', async () => {
    const make = async (more: object) => {
      const kinds = ['structured_report'] as const;
      const { objects } = await makeResults(files(), { result: FILM_RESULT, kinds, ...more });
      return objects[0]!;
    };
    const first = await make({});
    expect((await make({})).file).toEqual(first.file);
    const rooted = await make({ uidRoot: '1.2.840.99999' });
    expect(rooted.header.sopInstanceUid).toMatch(/^1\.2\.840\.99999\.\d+$/);
    const other = await make({ result: REFUSED_RESULT });
    expect(other.header.sopInstanceUid).not.toBe(first.header.sopInstanceUid);
  });

  test('is made of an image that was refused too', async () => {
    const { objects } = await makeResults(files(), {
      result: REFUSED_RESULT,
      kinds: ['structured_report'],
    });
    expect(Buffer.from(objects[0]!.file).toString('latin1')).toContain('Not assessed');
  });
});

describe('an image that does not belong to the result', () => {
  test.each([
    ['another study', { studyUid: '9.9' }],
    ['another instance', { instanceUid: '9.9' }],
  ])('of %s gives no object', async (_, wrong) => {
    const object = {
      studyUid: UIDS.study,
      seriesUid: UIDS.series,
      instanceUid: UIDS.instance,
      sopClassUid: '1.2.840.10008.5.1.4.1.1.1',
    };
    const { objects, notMade } = await makeResults(files(), {
      result: FILM_RESULT,
      kinds: ['structured_report'],
      evidence: [{ ...object, ...wrong }],
    });
    expect(objects).toEqual([]);
    expect(notMade).toEqual([{ kind: 'structured_report', reason: expect.any(String) }]);
  });

  test('of another patient gives no object', async () => {
    const other = film({
      ...UIDS,
      instance: '1.2.3.4.6',
      more: [{ tag: '00100020', vr: 'LO', value: 'P-2' }],
    });
    const { objects, notMade } = await makeResults(
      [...files(), { file: other, syntax: EXPLICIT_LITTLE_ENDIAN }],
      { result: FILM_RESULT, kinds: ['structured_report'] },
    );
    expect(objects).toEqual([]);
    expect(notMade[0]?.reason).toMatch(/more than one patient/);
  });

  test('whose Patient ID is not valid gives no object', async () => {
    const bad = [{ tag: '00100020', vr: 'LO', value: 'P'.repeat(70) }];
    const { objects, notMade } = await makeResults(files(bad), {
      result: FILM_RESULT,
      kinds: ['structured_report'],
    });
    expect(objects).toEqual([]);
    expect(notMade[0]?.reason).toBe('the Patient ID of the image or its issuer is not valid');
  });
});
