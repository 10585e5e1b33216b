import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { film, holdObject } from '../support/pacs/hold-object.js';
import { partsOf } from '../support/pacs/multipart.js';

const BASE = '/v1/dicom-web';
const CT_STUDY = '2.25.31415926535.0';
const CT_SERIES = '2.25.31415926535';
const CT = `${BASE}/studies/${CT_STUDY}`;
const STORED = 'multipart/related; type="application/dicom"; transfer-syntax=*';
const PATIENT = [
  { tag: '00080020', vr: 'DA', value: '20260115' },
  { tag: '00080050', vr: 'SH', value: 'ACC1' },
  { tag: '00080090', vr: 'PN', value: 'Poe^Ann' },
  { tag: '00100010', vr: 'PN', value: 'Roe^Jane' },
  { tag: '00100020', vr: 'LO', value: 'P-1' },
  { tag: '00100030', vr: 'DA', value: '19700101' },
];

type Results = Record<string, { vr: string; Value?: unknown[] }>[];

let box: TestAppliance;
const slices = axialSeries(20, 0.7, 64);
const chest = film({ study: '2.25.7', series: '2.25.71', instance: '2.25.711', more: PATIENT });
const implicit = film({
  ...{ study: '2.25.7', series: '2.25.72', instance: '2.25.721' },
  syntax: IMPLICIT_LITTLE_ENDIAN,
  more: PATIENT,
});
/** Nothing decodes it here. */
const RLE_FRAME = Buffer.from('a codestream');
const compressed = film({
  ...{ study: '2.25.6', series: '2.25.61', instance: '2.25.611' },
  ...{
    syntax: '1.2.840.10008.1.2.5',
    fragments: [RLE_FRAME.subarray(0, 4), RLE_FRAME.subarray(4)],
  },
});
const other = film({ study: '2.25.8', series: '2.25.81', instance: '2.25.811' });

beforeAll(async () => {
  box = await startTestAppliance();
  for (const slice of slices) await holdObject(box, slice);
  await holdObject(box, chest);
  await holdObject(box, implicit, { syntax: IMPLICIT_LITTLE_ENDIAN });
  await holdObject(box, other, { mode: 'live' });
});
afterAll(() => box.stop());

const get = (path: string, headers = {}) => box.get(BASE + path, headers);
const found = async (path: string) => (await (await get(path)).json()) as Results;
const firstOf = (results: Results, tag: string) => results.map((one) => one[tag]?.Value?.[0]);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe('a search', () => {
  it('finds the studies of the world of the key, with what the standard requires', async () => {
    const response = await get('/studies');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/dicom+json');
    const studies = (await response.json()) as Results;
    expect(firstOf(studies, '0020000D')).toEqual([CT_STUDY, '2.25.7']);
    expect(studies[1]).toMatchObject({
      '00080020': { vr: 'DA', Value: ['20260115'] },
      '00080030': { vr: 'TM' },
      '00080050': { vr: 'SH', Value: ['ACC1'] },
      '00080061': { vr: 'CS', Value: ['CR'] },
      '00080090': { vr: 'PN', Value: [{ Alphabetic: 'Poe^Ann' }] },
      '00081190': {
        vr: 'UR',
        Value: [expect.stringMatching(/\/v1\/dicom-web\/studies\/2\.25\.7$/)],
      },
      '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Roe^Jane' }] },
      '00100020': { vr: 'LO', Value: ['P-1'] },
      '00100040': { vr: 'CS' },
      '00200010': { vr: 'SH' },
      '00201206': { vr: 'IS', Value: [2] },
      '00201208': { vr: 'IS', Value: [2] },
    });
  });

  it.each([
    ['/studies?PatientName=roe*', 1],
    ['/studies?00100020=P-1', 1],
    ['/studies?ModalitiesInStudy=CT', 1],
    [`/studies?StudyInstanceUID=${CT_STUDY},2.25.7`, 2],
    ['/studies?StudyDate=20260101-20260131&AccessionNumber=ACC1', 1],
    ['/studies?limit=1', 1],
    ['/studies?limit=5&offset=1', 1],
    ['/series', 3],
    ['/series?Modality=CR', 2],
    ['/series?PatientID=P-1&SeriesInstanceUID=2.25.71', 1],
    ['/studies/2.25.7/series', 2],
    [`/studies/${CT_STUDY}/instances`, 20],
    [`/studies/${CT_STUDY}/series/${CT_SERIES}/instances?limit=7`, 7],
    [`/studies/${CT_STUDY}/series/${CT_SERIES}/instances?limit=7&offset=18`, 2],
    ['/instances', 22],
    ['/instances?InstanceNumber=3', 1],
    ['/instances?SOPInstanceUID=2.25.711&Modality=CR', 1],
    ['/instances?SOPInstanceUID=2.25.711,2.25.721', 2],
  ])('%s finds %i', async (path, count) => {
    expect(await found(path)).toHaveLength(count);
  });

  it('gives the attributes of its level and of those above it', async () => {
    const [instance] = await found('/instances?SOPInstanceUID=2.25.711');
    expect(instance).toMatchObject({
      '00080016': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.1'] },
      '00080060': { vr: 'CS', Value: ['CR'] },
      '00100020': { vr: 'LO', Value: ['P-1'] },
      '00280010': { vr: 'US', Value: [64] },
      '00280100': { vr: 'US', Value: [16] },
    });
  });

  it('answers 204 where nothing matches', async () => {
    const response = await get('/studies?PatientID=nobody');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('warns of what it ignores, without repeating it', async () => {
    const response = await get('/studies?PatientMood=secret&fuzzymatching=true');
    expect(response.status).toBe(200);
    const warning = response.headers.get('warning') ?? '';
    expect(warning).toMatch(/^299 wardbox ".*fuzzymatching.*", 299 wardbox ".*ignored\."$/);
    expect(warning).not.toContain('secret');
  });

  it.each([
    '/studies?StudyDate=yesterday',
    '/studies?limit=-1',
    '/studies?limit=1&limit=2',
    '/studies?offset=1e3',
    '/studies?fuzzymatching=perhaps',
    '/studies?StudyInstanceUID=..%2F..%2Fetc',
    `/studies?${'PatientID=1&'.repeat(200)}`,
    '/studies/..%2F..%2Fetc/series',
    '/studies/1.2.3%00/series',
  ])('is refused for %s', async (path) => {
    const response = await get(path);
    expect([response.status, await codeOf(response)]).toEqual([400, 'validation_error']);
  });

  it('is refused for a type that is not answered', async () => {
    const response = await get('/studies', {
      Accept: 'multipart/related; type="application/dicom+xml"',
    });
    expect([response.status, await codeOf(response)]).toEqual([406, 'not_acceptable']);
  });
});

describe('a retrieval', () => {
  it('gives the objects of a study byte for byte', async () => {
    const response = await box.get(CT, { Accept: STORED });
    expect(response.status).toBe(200);
    const type = response.headers.get('content-type') ?? '';
    expect(type).toMatch(/^multipart\/related; type="application\/dicom"; boundary=/);
    const parts = partsOf(type, await bytesOf(response));
    expect(parts.map(({ headers }) => headers)).toEqual(
      slices.map(() => ({
        'Content-Type': 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1',
      })),
    );
    const sent = slices.map((slice) => Buffer.from(slice).toString('base64')).sort();
    expect(parts.map(({ content }) => content.toString('base64')).sort()).toEqual(sent);
  });

  it('gives one object alone, or as a part', async () => {
    const path = '/studies/2.25.7/series/2.25.71/instances/2.25.711';
    const alone = await get(path, { Accept: 'application/dicom' });
    expect(alone.headers.get('content-type')).toMatch(/^application\/dicom;/);
    expect((await bytesOf(alone)).equals(chest)).toBe(true);
    const part = await get(path);
    const [only] = partsOf(part.headers.get('content-type') ?? '', await bytesOf(part));
    expect(only?.content.equals(chest)).toBe(true);
  });

  it('converts nothing: what is held otherwise is left out, and said', async () => {
    const wanted = 'multipart/related; type="application/dicom"';
    const response = await get('/studies/2.25.7', { Accept: wanted });
    expect(response.status).toBe(206);
    const type = response.headers.get('content-type') ?? '';
    expect(partsOf(type, await bytesOf(response))).toHaveLength(1);
    const none = await get('/studies/2.25.7/series/2.25.72', { Accept: wanted });
    expect([none.status, await codeOf(none)]).toEqual([406, 'not_acceptable']);
    const named = `${wanted}; transfer-syntax=${IMPLICIT_LITTLE_ENDIAN}`;
    expect((await get('/studies/2.25.7/series/2.25.72', { Accept: named })).status).toBe(200);
    const jpeg = `${wanted}; transfer-syntax=1.2.840.10008.1.2.4.50`;
    expect((await get('/studies/2.25.7', { Accept: jpeg })).status).toBe(406);
  });

  it('gives the headers, without pixels', async () => {
    const response = await box.get(`${CT}/metadata`);
    expect(response.headers.get('content-type')).toBe('application/dicom+json');
    const headers = (await response.json()) as Results;
    expect(headers).toHaveLength(slices.length);
    expect(headers[0]).toMatchObject({
      '00080060': { vr: 'CS', Value: ['CT'] },
      '00200032': { vr: 'DS', Value: [0, 0, expect.any(Number)] },
      '00281052': { vr: 'DS', Value: [-1024] },
    });
    expect(headers[0]?.['7FE00010']).toBeUndefined();
    const [one] = await found('/studies/2.25.7/series/2.25.72/instances/2.25.721/metadata');
    expect(one?.['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'Roe^Jane' }] });
    expect(await found('/studies/2.25.7/series/2.25.71/metadata')).toHaveLength(1);
  });

  it.each([
    '/studies/2.25.8',
    '/studies/2.25.8/metadata',
    '/studies/2.25.8/series',
    '/studies/2.25.8/series/2.25.81',
    '/studies/2.25.8/series/2.25.81/instances/2.25.811',
    '/studies/2.25.999',
    '/studies/2.25.7/series/2.25.999',
    '/studies/2.25.7/series/2.25.999/instances',
    '/studies/2.25.7/series/2.25.71/instances/2.25.721',
    '/studies/2.25.8/series/2.25.71/instances/2.25.711',
    '/nothing',
    '/',
  ])('of %s, which is not held in this world, is answered 404', async (path) => {
    const response = await get(path);
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
  });

  it('is answered in the world of the key', async () => {
    const live = { Authorization: `Bearer ${box.key({ mode: 'live' })}` };
    expect((await get('/studies/2.25.8', live)).status).toBe(200);
    expect((await get('/studies/2.25.7', live)).status).toBe(404);
    expect(await (await get('/instances', live)).json()).toHaveLength(1);
  });

  it.each(['/studies/1', '/studies/2.25.7/series/x', '/studies/%2e%2e/metadata'])(
    'of %s is refused: that is no UID',
    async (path) => {
      expect((await get(path)).status).not.toBe(200);
    },
  );

  it('is an answer to GET alone', async () => {
    const response = await box.post(`${CT}/metadata`, {});
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('frames', () => {
  beforeAll(() => holdObject(box, compressed, { syntax: '1.2.840.10008.1.2.5' }));

  const OCTETS = 'multipart/related; type="application/octet-stream"';
  const FRAMES = '/studies/2.25.7/series/2.25.71/instances/2.25.711/frames';
  const OF_RLE = '/studies/2.25.6/series/2.25.61/instances/2.25.611/frames';
  const RLE = '1.2.840.10008.1.2.5';

  it('are the pixels as they are stored', async () => {
    const response = await get(`${FRAMES}/1`, { Accept: OCTETS });
    expect(response.status).toBe(200);
    const type = response.headers.get('content-type') ?? '';
    const [only, ...others] = partsOf(type, await bytesOf(response));
    expect(others).toEqual([]);
    expect(only?.headers).toEqual({
      'Content-Type': 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
    });
    expect(only?.content.equals(Buffer.from(chest).subarray(-64 * 64 * 2))).toBe(true);
    const alone = await get(`${FRAMES}/1`, { Accept: 'application/octet-stream' });
    expect((await bytesOf(alone)).equals(only?.content ?? Buffer.alloc(0))).toBe(true);
  });

  it('are answered as far as the object has them', async () => {
    const response = await get(`${FRAMES}/1,2`, { Accept: OCTETS });
    expect(response.status).toBe(206);
    const type = response.headers.get('content-type') ?? '';
    expect(partsOf(type, await bytesOf(response))).toHaveLength(1);
  });

  it.each([
    ['multipart/related; type="image/dicom-rle"', 200, 'image/dicom-rle'],
    [`multipart/related; type="image/dicom-rle"; transfer-syntax=${RLE}`, 200, 'image/dicom-rle'],
    ['multipart/related; type="application/octet-stream"; transfer-syntax=*', 200, 'octet-stream'],
    ['*/*', 200, 'image/dicom-rle'],
    [OCTETS, 406, ''],
    ['multipart/related; type="image/jpeg"', 406, ''],
    ['multipart/related; type="image/dicom-rle"; transfer-syntax=1.2.3', 406, ''],
  ])('that are compressed are answered to %s with %i', async (accept, status, type) => {
    const response = await get(`${OF_RLE}/1`, { Accept: accept });
    expect(response.status).toBe(status);
    if (status !== 200) return;
    const [part] = partsOf(response.headers.get('content-type') ?? '', await bytesOf(response));
    expect(part?.headers['Content-Type']).toContain(`${type}; transfer-syntax=${RLE}`);
    expect(part?.content.equals(RLE_FRAME)).toBe(true);
  });

  it.each([
    [`${FRAMES}/0`, 400],
    [`${FRAMES}/1,1`, 400],
    [`${FRAMES}/1,x`, 400],
    [`${FRAMES}/2`, 404],
    [`${FRAMES.replace('711', '719')}/1`, 404],
  ])('at %s are answered %i', async (path, status) => {
    expect((await get(path, { Accept: OCTETS })).status).toBe(status);
  });
});

describe('a picture', () => {
  const INSTANCE = '/studies/2.25.7/series/2.25.71/instances/2.25.711';
  const pictureOf = async (response: Response) => {
    const { data, info } = await sharp(await bytesOf(response))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { type: response.headers.get('content-type'), greys: data, ...info };
  };

  it('shows what the object holds', async () => {
    const { type, width, height, greys } = await pictureOf(
      await get(`${INSTANCE}/rendered`, { Accept: 'image/png' }),
    );
    expect([type, width, height]).toEqual(['image/png', 64, 64]);
    // The film is a ramp.
    expect([greys[0], greys[64 * 32], greys[64 * 64 - 1]]).toEqual([0, 128, 255]);
    const frame = await get(`${INSTANCE}/frames/1/rendered`);
    expect(frame.headers.get('content-type')).toBe('image/jpeg');
  });

  it('is as small as it is wanted, and never enlarged', async () => {
    const small = await pictureOf(await get(`${INSTANCE}/rendered?viewport=20,40`));
    expect([small.width, small.height]).toEqual([20, 20]);
    for (const path of [`${INSTANCE}/thumbnail`, '/studies/2.25.7/thumbnail']) {
      expect(await pictureOf(await get(path))).toMatchObject({ width: 64, height: 64 });
    }
    expect((await box.get(`${CT}/series/${CT_SERIES}/thumbnail`)).status).toBe(200);
  });

  it.each([
    ['/frames/2/rendered', 404],
    ['/frames/0/rendered', 400],
    ['/frames/x/rendered', 400],
    ['/rendered?viewport=0,5', 400],
    ['/rendered?quality=101', 400],
    ['/rendered?window=40,80,linear', 400],
  ])('at %s is answered %i', async (path, status) => {
    expect((await get(INSTANCE + path)).status).toBe(status);
  });

  it('is PNG or JPEG', async () => {
    expect((await get(`${INSTANCE}/rendered`, { Accept: 'image/gif' })).status).toBe(406);
  });
});

describe('who may', () => {
  it('needs pacs.read', async () => {
    const scopes = ['imaging', 'fhir.read', 'jobs'];
    const headers = { Authorization: `Bearer ${box.key({ scopes })}` };
    for (const path of ['/studies', '/studies/2.25.7', '/studies/2.25.7/metadata']) {
      const response = await get(path, headers);
      expect([response.status, await codeOf(response)]).toEqual([403, 'insufficient_scope']);
    }
    expect((await get('/studies', { Authorization: '' })).status).toBe(401);
  });

  it('is recorded with the study, and with nothing of a header', async () => {
    await get('/studies/2.25.7/metadata');
    await get('/studies?StudyInstanceUID=2.25.7&PatientName=Roe*');
    await get('/studies/2.25.8');
    const records = box.auditEvents().slice(-3);
    const target = expect.stringMatching(/^ImagingStudy\/h_[0-9a-f]{32}$/);
    expect(records).toMatchObject([
      { action: 'pacs.study_metadata', outcome: 'success', target },
      { action: 'pacs.search_studies', outcome: 'success', target },
      { action: 'pacs.retrieve_study', outcome: 'refused', target },
    ]);
    expect(records[1]?.target).toBe(records[0]?.target);
    expect(JSON.stringify(records)).not.toMatch(/Roe|P-1|2\.25\./);
  });
});
