import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { film } from '../support/pacs/hold-object.js';
import { relatedBody } from '../support/pacs/stow.js';

const STUDIES = '/v1/dicom-web/studies';

interface Item {
  readonly '00081150'?: { readonly Value: readonly string[] };
  readonly '00081155'?: { readonly Value: readonly string[] };
  readonly '00081190'?: { readonly Value: readonly string[] };
  readonly '00081197'?: { readonly Value: readonly number[] };
}

interface StoreResponse {
  readonly '00081190'?: { readonly Value: readonly string[] };
  readonly [sequence: string]: { readonly Value: readonly unknown[] } | undefined;
}

let box: TestAppliance;
let count = 0;
let study: string;

beforeAll(async () => {
  box = await startTestAppliance({
    pacs: { max_object_mb: 1 },
    limits: { spool_bytes: 3_000_000, audio_body_bytes: 3_000_000 },
  });
});
afterAll(() => box.stop());
beforeEach(() => {
  count += 1;
  study = `2.25.9${count}`;
});

const made = (n: number, more = {}) =>
  film({ study, series: `${study}.1`, instance: `${study}.1.${n}`, ...more });

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

const post = (bytes: Buffer<ArrayBuffer>, headers: Record<string, string>, path = STUDIES) =>
  box.appliance.app.request(path, {
    method: 'POST',
    body: bytes,
    headers: { Authorization: `Bearer ${box.defaultKey}`, ...headers },
  });

async function store(files: readonly Uint8Array[], { path, headers = {} }: Sent = {}) {
  const body = relatedBody(files);
  const response = await post(body.bytes, { ...body.headers, ...headers }, path);
  return { status: response.status, answer: (await response.json()) as StoreResponse };
}

const failuresOf = (answer: StoreResponse) =>
  ((answer['00081198']?.Value ?? []) as Item[]).map((item) => [
    item['00081155']?.Value[0],
    item['00081197']?.Value[0],
  ]);
const storedOf = (answer: StoreResponse) =>
  ((answer['00081199']?.Value ?? []) as Item[]).map((item) => item['00081155']?.Value[0]);
const othersOf = (answer: StoreResponse) =>
  ((answer['0008119A']?.Value ?? []) as Item[]).map((item) => item['00081197']?.Value[0]);
const retrieve = async (n: number, headers = {}) => {
  const path = `${STUDIES}/${study}/series/${study}.1/instances/${study}.1.${n}`;
  const response = await box.get(path, {
    Accept: 'application/dicom; transfer-syntax=*',
    ...headers,
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const waiting = () => readdirSync(join(box.dataDir, 'tmp'));
const held = () => readdirSync(join(box.dataDir, 'dicom'));

describe('objects that are sent', () => {
  it('are stored byte for byte, and named in the answer with where they are', async () => {
    const files = [made(1), made(2, { syntax: IMPLICIT_LITTLE_ENDIAN })];
    const { status, answer } = await store(files);
    expect(status).toBe(200);
    expect(answer['00081190']?.Value[0]).toMatch(new RegExp(`/v1/dicom-web/studies/${study}$`));
    expect(storedOf(answer)).toEqual([`${study}.1.1`, `${study}.1.2`]);
    expect(answer['00081199']?.Value[0]).toMatchObject({
      '00081150': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.1'] },
      '00081190': { vr: 'UR', Value: [expect.stringMatching(/instances\/2\.25\.\d+\.1\.1$/)] },
    });
    for (const [at, file] of files.entries()) {
      expect((await retrieve(at + 1)).bytes.equals(file)).toBe(true);
    }
    expect(waiting()).toEqual([]);
  });

  it('may be one without parts', async () => {
    const response = await post(Buffer.from(made(1)), { 'Content-Type': 'application/dicom' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/dicom+json',
    ]);
    expect((await retrieve(1)).bytes.equals(made(1))).toBe(true);
  });

  it('are told as stored again where they are the same, and refused where they are not', async () => {
    await store([made(1)]);
    const files = held().length;
    expect((await store([made(1)])).status).toBe(200);
    const pixel = { tag: '00081010', vr: 'SH', value: 'OTHER' };
    const { status, answer } = await store([made(1, { more: [pixel] })]);
    expect([status, failuresOf(answer)]).toEqual([409, [[`${study}.1.1`, 0x0111]]]);
    expect(held()).toHaveLength(files);
    expect((await retrieve(1)).bytes.equals(made(1))).toBe(true);
  });

  it('fail one by one', async () => {
    const video = { tag: '00080016', vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.77.1.4.1' };
    const { status, answer } = await store([
      made(1),
      made(2, { more: [video] }),
      made(3, { syntax: '1.2.840.10008.1.2.4.102' }),
      Buffer.from('PK\u0003\u0004 a zip'),
      made(4).subarray(0, 300),
    ]);
    expect(status).toBe(202);
    expect(storedOf(answer)).toEqual([`${study}.1.1`]);
    expect(failuresOf(answer)).toEqual([
      [`${study}.1.2`, 0x0122],
      [`${study}.1.3`, 0xc122],
    ]);
    expect(othersOf(answer)).toEqual([0xc000, 0xc000]);
    expect(waiting()).toEqual([]);
  });

  it('have to belong to the study of the path', async () => {
    const path = `${STUDIES}/${study}9`;
    const { status, answer } = await store([made(1)], { path });
    expect([status, failuresOf(answer)]).toEqual([409, [[`${study}.1.1`, 0x0117]]]);
    expect((await store([made(1)], { path: `${STUDIES}/${study}` })).status).toBe(200);
    expect((await store([made(1)], { path: `${STUDIES}/study` })).status).toBe(400);
  });

  it('may have no object that is too large', async () => {
    const large = made(1, {
      more: [{ tag: '00091010', vr: 'OB', value: Buffer.alloc(1_100_000) }],
    });
    const { status, answer } = await store([made(2), large]);
    expect([status, storedOf(answer)]).toEqual([202, [`${study}.1.2`]]);
    expect([...failuresOf(answer).map(([, reason]) => reason), ...othersOf(answer)]).toEqual([
      0xa700,
    ]);
  });

  it('are kept in the world of the key', async () => {
    const live = { Authorization: `Bearer ${box.key({ mode: 'live' })}` };
    expect((await store([made(1)], { headers: live })).status).toBe(200);
    expect((await retrieve(1)).status).toBe(404);
    expect((await retrieve(1, live)).status).toBe(200);
  });

  it('are recorded with their sender, without what they say', async () => {
    const name = { tag: '00100010', vr: 'PN', value: 'Roe^Jane' };
    await store([made(1, { more: [name] })]);
    const records = box
      .auditEvents()
      .slice(-3)
      .filter(({ action }) => action !== 'dicom.route');
    expect(records).toMatchObject([
      { action: 'dicom.store', outcome: 'success', actor: { type: 'api_key', mode: 'test' } },
      { action: 'pacs.store_instances', outcome: 'success', count: 1 },
    ]);
    expect(records[0]?.target).toBe(records[1]?.target);
    expect(JSON.stringify(records)).not.toMatch(/Roe|2\.25\./);
  });
});

describe('a body', () => {
  const multipart = (boundary = 'b') => ({
    'Content-Type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
  });

  it.each([
    ['application/json', 415],
    ['multipart/form-data; boundary=b', 415],
    ['multipart/related; boundary=b', 415],
    ['multipart/related; type="application/dicom+json"; boundary=b', 415],
    ['multipart/related; type="application/dicom"', 415],
  ])('of the type %s is answered %i', async (type, status) => {
    const { bytes } = relatedBody([made(1)], { boundary: 'b' });
    expect((await post(bytes, { 'Content-Type': type })).status).toBe(status);
  });

  it('may be answered as JSON alone', async () => {
    const { bytes, headers } = relatedBody([made(1)]);
    const xml = { ...headers, Accept: 'application/dicom+xml' };
    expect((await post(bytes, xml)).status).toBe(406);
  });

  it.each([
    ['ends in a part', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['ends without its last boundary', (bytes: Buffer) => bytes.subarray(0, bytes.length - 8)],
    ['has no part', () => Buffer.from('--b--\r\n')],
    ['is something else', () => Buffer.from('nothing of the kind')],
    ['is empty', () => Buffer.alloc(0)],
  ])('that %s stores nothing', async (_, change) => {
    const { bytes } = relatedBody([made(1), made(2)], { boundary: 'b' });
    const before = held();
    const response = await post(Buffer.from(change(bytes)), multipart());
    expect(response.status).toBe(400);
    expect([waiting(), held()]).toEqual([[], before]);
    expect((await retrieve(1)).status).toBe(404);
  });

  it('that is torn off stores nothing', async () => {
    const { bytes } = relatedBody([made(1), made(2)], { boundary: 'b' });
    const before = held();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.subarray(0, 9_000)),
      pull: (controller) => controller.error(new Error('reset')),
    });
    const init = { method: 'POST', body, duplex: 'half', headers: multipart() } as RequestInit;
    const headers = { Authorization: `Bearer ${box.defaultKey}`, ...multipart() };
    const response = await box.appliance.app.request(STUDIES, { ...init, headers });
    expect(response.status).toBe(499);
    expect([waiting(), held()]).toEqual([[], before]);
  });

  it('that is too large is refused before it is read', async () => {
    const response = await post(Buffer.alloc(3_000_001), multipart());
    expect(response.status).toBe(413);
    expect(waiting()).toEqual([]);
  });

  it('needs the scope pacs.write', async () => {
    const { bytes, headers } = relatedBody([made(1)]);
    const reader = { Authorization: `Bearer ${box.key({ scopes: ['pacs.read'] })}` };
    expect((await post(bytes, { ...headers, ...reader })).status).toBe(403);
    const writer = { Authorization: `Bearer ${box.key({ scopes: ['pacs.write'] })}` };
    expect((await post(bytes, { ...headers, ...writer })).status).toBe(200);
  });
});
