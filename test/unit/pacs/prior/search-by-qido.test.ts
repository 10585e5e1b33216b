import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PriorQuery, PriorSearch, RetrievedImage } from '../../../../src/core/prior-query.js';
import { readSealedFile } from '../../../../src/core/sealed-file.js';
import { findPriorTask } from '../../../../src/pacs/prior/find-prior-task.js';
import { HANG_MS } from '../../../support/hang.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const CR = '1.2.840.10008.5.1.4.1.1.1';
const FILM = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM and what follows')]);
const never = new AbortController().signal;
const MAX_BYTES = 100_000;
const QUERY: PriorQuery = {
  patient: { id: 'P 1/2&x', issuer: 'WARD', birthDate: '19600102', sex: 'F' },
  studyUid: '2.25.1',
  studyDate: '20260601',
  modality: 'DX',
  bodyPart: 'CHEST',
  view: 'PA',
};

type Entry = Readonly<Record<string, { readonly vr: string; readonly Value?: readonly unknown[] }>>;
type Answer = (response: ServerResponse, request: IncomingMessage) => void;
type Level = 'studies' | 'series' | 'instances' | 'instance';

const element = (vr: string, ...Value: unknown[]) => ({ vr, Value });

/** A study of the patient, as a search answers it. */
const study = (uid: string, date: string, more: Entry = {}): Entry => ({
  '0020000D': element('UI', uid),
  '00080020': element('DA', date),
  '00080061': element('CS', 'DX'),
  '00100020': element('LO', QUERY.patient.id),
  '00100021': element('LO', 'WARD'),
  '00100030': element('DA', '19600102'),
  '00100040': element('CS', 'F'),
  ...more,
});
const SERIES: Entry = {
  '0020000E': element('UI', '2.25.20'),
  '00080060': element('CS', 'CR'),
  '00180015': element('CS', 'CHEST'),
};
const IMAGE: Entry = {
  '00080016': element('UI', CR),
  '00080018': element('UI', '2.25.30'),
  '00185101': element('CS', 'PA'),
};

const json =
  (entries: unknown, type = 'application/dicom+json'): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': type });
    response.end(JSON.stringify(entries));
  };
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end();
  };
const TYPE = 'multipart/related; type="application/dicom"; boundary=edge';
const part = (bytes: Uint8Array, type = 'application/dicom') =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--edge--\r\n');
const body =
  (bytes: Uint8Array, type = TYPE): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': type });
    response.end(bytes);
  };

const FILM_FOUND: Readonly<Record<Level, Answer>> = {
  studies: json([study('2.25.10', '20260501')]),
  series: json([SERIES]),
  instances: json([IMAGE]),
  instance: body(Buffer.concat([part(FILM), END])),
};

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function levelOf(path: string): Level {
  if (path.endsWith('/studies')) return 'studies';
  if (path.endsWith('/series')) return 'series';
  return path.endsWith('/instances') ? 'instances' : 'instance';
}

/** A DICOMweb service whose answers are those of a test. */
async function service(answers: Partial<Record<Level, Answer>>) {
  const requests: Array<{ readonly url: URL; readonly request: IncomingMessage }> = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    requests.push({ url, request });
    response.on('error', () => undefined);
    ({ ...FILM_FOUND, ...answers })[levelOf(url.pathname)](response, request);
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/dicom-web/`, requests };
}

interface Searched {
  readonly found: PriorSearch;
  readonly kept: readonly RetrievedImage[];
  readonly folder: string;
}

async function search(
  url: string,
  { signal = never, isHeld = false }: { signal?: AbortSignal; isHeld?: boolean } = {},
): Promise<Searched> {
  const kept: RetrievedImage[] = [];
  const folder = scratchFolder();
  const found = await findPriorTask.run(
    {
      node: { service: 'dicomweb', url, authorization: 'Bearer secret' },
      query: QUERY,
      moveTo: 'WARDBOX',
      files: { folder, maxBytes: MAX_BYTES },
      limitMs: HANG_MS,
    },
    {
      now: 0,
      signal,
      onProgress: () => undefined,
      caller: {
        expect: async () => !isHeld,
        keep: async (image) => {
          kept.push(image);
          return { instanceUid: image.instanceUid };
        },
      },
    },
    undefined,
  );
  return { found, kept, folder };
}

const searchOf = async (answers: Partial<Record<Level, Answer>>) =>
  (await search((await service(answers)).url)).found;

describe('an earlier film of a DICOMweb service', () => {
  it('is searched for by patient ID and date, and retrieved as it is held there', async () => {
    const { url, requests } = await service({});
    const { found, kept } = await search(url);
    expect(found).toEqual({ instanceUid: '2.25.30' });
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ studyUid: '2.25.10', seriesUid: '2.25.20' });
    expect(await readSealedFile(kept[0]!.file)).toEqual(FILM);
    const [studies, , , instance] = requests;
    expect(studies!.url.pathname).toBe('/dicom-web/studies');
    expect(studies!.url.searchParams.get('PatientID')).toBe(QUERY.patient.id);
    expect(studies!.url.searchParams.get('StudyDate')).toBe('-20260601');
    expect(studies!.url.searchParams.getAll('includefield')).toContain('00100021');
    expect(requests.map(({ url: { pathname } }) => pathname)).toEqual([
      '/dicom-web/studies',
      '/dicom-web/studies/2.25.10/series',
      '/dicom-web/studies/2.25.10/series/2.25.20/instances',
      '/dicom-web/studies/2.25.10/series/2.25.20/instances/2.25.30',
    ]);
    expect(instance!.request.headers.accept).toBe(
      'multipart/related; type="application/dicom"; transfer-syntax=*',
    );
    for (const { request } of requests) expect(request.headers.authorization).toBe('Bearer secret');
  });

  it('is found among the results that the service gives only when it is asked for more', async () => {
    const listed = [study('2.25.8', '20240101'), study('2.25.9', '20250101')];
    const newest = study('2.25.10', '20260501');
    const { url, requests } = await service({
      studies: (response, { url: path = '' }) => {
        const offset = Number(new URL(path, 'http://127.0.0.1').searchParams.get('offset'));
        const warning =
          '299 dicom-web: There are 1 additional results that can be requested from this service';
        response.writeHead(200, {
          'Content-Type': 'application/dicom+json',
          ...(offset === 0 && { Warning: warning }),
        });
        response.end(JSON.stringify([...listed, newest].slice(offset, offset + 2)));
      },
    });
    expect((await search(url)).kept).toMatchObject([{ studyUid: '2.25.10' }]);
    const pages = requests.filter(({ url: { pathname } }) => pathname.endsWith('/studies'));
    expect(pages.map(({ url: { searchParams } }) => searchParams.get('offset'))).toEqual([
      null,
      '2',
    ]);
    const unfounded = { 'Content-Type': 'application/dicom+json', Warning: '299 x: fuzzymatching' };
    const once = await service({
      studies: (response) => {
        response.writeHead(200, unfounded);
        response.end(JSON.stringify([newest]));
      },
    });
    expect((await search(once.url)).kept).toHaveLength(1);
    expect(once.requests).toHaveLength(4);
  });

  it('is not retrieved again where it is held', async () => {
    const { url, requests } = await service({});
    const { found } = await search(url, { isHeld: true });
    expect(found).toEqual({ instanceUid: '2.25.30' });
    expect(requests).toHaveLength(3);
  });

  it('is that of the newest study with films', async () => {
    const ct = { '00080061': element('CS', 'CT', 'SR') };
    const studies = json([
      study('2.25.10', '20250501'),
      ...Array.from({ length: 9 }, (_, n) => study(`2.25.4${n}`, `2026051${n}`, ct)),
      study('2.25.11', '20260501', { '00080061': element('CS', 'SR', 'CR') }),
      study('2.25.12', '20240501'),
    ]);
    const { url, requests } = await service({ studies });
    await search(url);
    expect(requests[1]!.url.pathname).toBe('/dicom-web/studies/2.25.11/series');
  });

  it.each<[string, Entry[], PriorSearch]>([
    ['of nobody', [], { refusal: 'none' }],
    ['of the same study', [study('2.25.1', '20260501')], { refusal: 'none' }],
    ['of the same day', [study('2.25.10', '20260601')], { refusal: 'none' }],
    [
      'of another ID, whatever was asked',
      [study('2.25.10', '20260501', { '00100020': element('LO', 'P-2') })],
      { refusal: 'other_patient' },
    ],
    [
      'of another issuer',
      [study('2.25.10', '20260501', { '00100021': element('LO', 'ELSEWHERE') })],
      { refusal: 'other_patient' },
    ],
    [
      'that states no issuer',
      [study('2.25.10', '20260501', { '00100021': { vr: 'LO' } })],
      { refusal: 'other_patient' },
    ],
    [
      'of another birth date',
      [study('2.25.10', '20260501', { '00100030': element('DA', '19600103') })],
      { refusal: 'other_patient' },
    ],
    ['with a path for its UID', [study('../../admin', '20260501')], { refusal: 'none' }],
    ['with numbers for texts', [{ '0020000D': element('UI', 3) }], { refusal: 'none' }],
  ])('%s is not looked into', async (_, entries, refused) => {
    const { url, requests } = await service({ studies: json(entries) });
    expect((await search(url)).found).toEqual(refused);
    expect(requests).toHaveLength(1);
  });

  it('may be of an issuer that the search does not return: its header is decisive', async () => {
    const { '00100021': _, ...entry } = study('2.25.10', '20260501');
    expect(await searchOf({ studies: json([entry]) })).toEqual({ instanceUid: '2.25.30' });
  });

  it.each<[string, Entry, Entry]>([
    ['a CT', { ...SERIES, '00080060': element('CS', 'CT') }, IMAGE],
    ['a hand', { ...SERIES, '00180015': element('CS', 'HAND') }, IMAGE],
    ['another view', SERIES, { ...IMAGE, '00185101': element('CS', 'LL') }],
    ['a report', SERIES, { ...IMAGE, '00080016': element('UI', '1.2.840.10008.5.1.4.1.1.88.22') }],
    ['a path for its UID', SERIES, { ...IMAGE, '00080018': element('UI', '1.2/../../3') }],
  ])('is not %s', async (_, series, image) => {
    const answers = { series: json([series]), instances: json([image]) };
    expect(await searchOf(answers)).toEqual({ refusal: 'none' });
  });
});

const invalid = { refusal: 'unreachable', obstacle: 'invalid_answer' };

describe('a DICOMweb service that cannot be searched', () => {
  it.each<[string, Answer, PriorSearch | typeof invalid]>([
    ['finds nothing with 204', status(204), { refusal: 'none' }],
    ['refuses', status(403), { refusal: 'unreachable', obstacle: 'http_403' }],
    ['does not know the path', status(404), { refusal: 'unreachable', obstacle: 'http_404' }],
    ['fails', status(500), { refusal: 'unreachable', obstacle: 'http_500' }],
    ['answers a page', json([], 'text/html'), { refusal: 'unreachable', obstacle: 'content_type' }],
    ['answers an object', json({ error: 'no' }), invalid],
    ['answers a list of nothing', json([null]), invalid],
    ['ends early', body(Buffer.from('[{"002'), 'application/dicom+json'), invalid],
    ['writes no UTF-8', body(Buffer.from([0x5b, 0xff]), 'application/json'), invalid],
    [
      'answers more than is read',
      body(Buffer.alloc(9 * 2 ** 20, 0x20), 'application/json'),
      { refusal: 'unreachable', obstacle: 'too_large' },
    ],
    [
      'finds too many',
      json(Array.from({ length: 500 }, () => study('2.25.10', '20260501'))),
      { refusal: 'unreachable', obstacle: 'too_many' },
    ],
    [
      'hangs up',
      (response) => response.destroy(),
      { refusal: 'unreachable', obstacle: 'no_connection' },
    ],
  ])('%s', async (_, studies, failure) => {
    expect(await searchOf({ studies })).toEqual(failure);
  });

  it('sends nobody to another place', async () => {
    const other = await service({});
    const redirect = status(302, { Location: `${other.url}studies` });
    const expected = { refusal: 'unreachable', obstacle: 'http_302' };
    expect(await searchOf({ studies: redirect })).toEqual(expected);
    expect(other.requests).toEqual([]);
  });

  it('is not there', async () => {
    const { found } = await search('http://127.0.0.1:1/dicom-web');
    expect(found).toEqual({ refusal: 'unreachable', obstacle: 'no_connection' });
  });

  it.each<[string, Answer]>([
    ['never answers', () => undefined],
    [
      'never ends its answer',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
      },
    ],
  ])('%s', async (_, begin) => {
    const late = new AbortController();
    const studies: Answer = (response, request) => {
      begin(response, request);
      setImmediate(() => late.abort());
    };
    const { found } = await search((await service({ studies })).url, { signal: late.signal });
    expect(found).toEqual({ refusal: 'unreachable', obstacle: 'timeout' });
  });
});

describe('a DICOMweb service that does not deliver what it has found', () => {
  const film = part(FILM);
  it.each<[string, Answer, string]>([
    ['answers nothing', status(204), 'nothing_sent'],
    ['has lost it', status(404), 'http_404'],
    ['has it in no such form', status(406), 'http_406'],
    ['sends somebody elsewhere', status(307, { Location: 'http://127.0.0.1:1/' }), 'http_307'],
    ['answers the file alone', body(FILM, 'application/dicom'), 'content_type'],
    ['answers a page', body(Buffer.from('<html>'), 'text/html'), 'content_type'],
    [
      'answers a picture',
      body(Buffer.concat([film, END]), TYPE.replace('application/dicom', 'image/jpeg')),
      'content_type',
    ],
    [
      'has a picture in its part',
      body(Buffer.concat([part(FILM, 'image/jpeg'), END])),
      'content_type',
    ],
    [
      'names no boundary',
      body(film, 'multipart/related; type="application/dicom"'),
      'invalid_answer',
    ],
    ['has another boundary', body(Buffer.from('--other\r\n\r\nabc')), 'invalid_answer'],
    ['ends within the part', body(film), 'invalid_answer'],
    ['has no part', body(END), 'nothing_sent'],
    ['has an empty part', body(Buffer.concat([part(Buffer.alloc(0)), END])), 'nothing_sent'],
    ['has two parts', body(Buffer.concat([film, film, END])), 'invalid_answer'],
    [
      'sends more than may be',
      body(Buffer.concat([part(Buffer.alloc(MAX_BYTES + 1)), END])),
      'too_large',
    ],
    [
      'sends without end',
      (response) => {
        response.writeHead(200, { 'Content-Type': TYPE }).write('--edge\r\n\r\n');
        const more = () => {
          if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
        };
        more();
      },
      'content_type',
    ],
    [
      'hangs up',
      (response) => {
        response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': '9999' });
        response.write(film, () => response.destroy());
      },
      'no_connection',
    ],
  ])('%s', async (_, instance, obstacle) => {
    const { found, kept, folder } = await search((await service({ instance })).url);
    expect(found).toEqual({ refusal: 'not_delivered', obstacle });
    expect(kept).toEqual([]);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('stops in the middle', async () => {
    const late = new AbortController();
    const instance: Answer = (response) => {
      response.writeHead(200, { 'Content-Type': TYPE }).write(film, () => late.abort());
    };
    const { url } = await service({ instance });
    const { found, folder } = await search(url, { signal: late.signal });
    expect(found).toEqual({ refusal: 'not_delivered', obstacle: 'timeout' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
