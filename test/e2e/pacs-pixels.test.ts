import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDicom } from '../../src/media/dicom/open-dicom.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { partsOf } from '../support/pacs/multipart.js';
import { relatedBody } from '../support/pacs/stow.js';

const ROOT = join(import.meta.dirname, '..', '..');
const MODELS = join(ROOT, 'models');
const PUBLIC = join(ROOT, '..', 'shared', 'data', 'dicom');
const skipped = existsSync(PUBLIC)
  ? withoutDcmtk
  : ' (skipped: the public files are not on this machine)';

interface PublicFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly uid: string;
  readonly modality: string;
}

/** The public files with pixels, one for each SOP Instance UID. */
function publicFiles(): PublicFile[] {
  const found = new Map<string, PublicFile>();
  for (const entry of readdirSync(PUBLIC, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.toString('latin1', 128, 132) !== 'DICM') continue;
    try {
      const data = dicomParser.parseDicom(bytes, { untilTag: 'x7fe00010' });
      const uid = data.string('x00080018');
      if (uid !== undefined && data.elements.x7fe00010 !== undefined && !found.has(uid)) {
        found.set(uid, { path, bytes, uid, modality: data.string('x00080060') ?? '' });
      }
    } catch {
      // Broken on purpose.
    }
  }
  return [...found.values()];
}

/** The picture, or why there is none. */
async function display(bytes: Buffer): Promise<string> {
  try {
    const shown = await (await openDicom(bytes, { megapixels: 100 })).display();
    return JSON.stringify(shown, (_, value: unknown) =>
      ArrayBuffer.isView(value)
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
        : value,
    );
  } catch (error) {
    return String(error);
  }
}

interface Reading {
  readonly analysis_id?: string;
  readonly created_at?: string;
  readonly image?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly details?: { readonly issue?: string } };
  readonly [field: string]: unknown;
}

/** What each modality is read as. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CT: { image_type: 'head_ct', modality: 'CT' },
  MR: { image_type: 'brain_mri', modality: 'MR' },
  DX: { image_type: 'chest_xray', modality: 'DX' },
};

// What a node sends is held for the test mode here, and what a program stores with a live key for the live one.
describe.skipIf(skipped !== '')(`public DICOM files${skipped}`, () => {
  let daemon: Daemon;
  let port: string;
  const received: PublicFile[] = [];
  const all = skipped === '' ? publicFiles() : [];

  beforeAll(async () => {
    const peers = [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }];
    daemon = await startDaemon({
      config: {
        models_dir: MODELS,
        rate_limits: { per_minute: 100_000 },
        pacs: { port: 0, peers },
      },
    });
    port = String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
  });
  afterAll(() => daemon.stop());

  async function sendByNode(path: string): Promise<boolean> {
    const node = ['-v', '-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1', port];
    return /status SUCCESS\s*: 1|Success\)/.test((await dcmtk('dcmsend', ...node, path)).text);
  }

  async function storeByWeb(bytes: Buffer): Promise<boolean> {
    const body = relatedBody([bytes]);
    const key = await daemon.key({ mode: 'live' });
    const { status } = await daemon.request('/v1/dicom-web/studies', {
      ...{ key, method: 'POST', headers: { ...body.headers, Accept: 'application/dicom+json' } },
      body: body.bytes,
    });
    return status === 200;
  }

  async function frameOf(uid: string, mode: 'test' | 'live'): Promise<string> {
    const key = await daemon.key({ mode });
    const ask = (path: string, Accept: string) =>
      daemon.request(`/v1/dicom-web${path}`, { key, headers: { Accept } });
    const found = await ask(`/instances?SOPInstanceUID=${uid}`, 'application/dicom+json');
    const [one] = found.json<Record<string, { Value: string[] }>[]>();
    const place = `/studies/${one?.['0020000D']?.Value[0]}/series/${one?.['0020000E']?.Value[0]}/instances/${uid}`;
    const stored = 'multipart/related; type="application/dicom"; transfer-syntax=*';
    const whole = await ask(place, stored);
    expect(whole.status, whole.text.slice(0, 200)).toBe(200);
    const [object] = partsOf(String(whole.headers['content-type']), whole.bytes);
    const back = await display(object!.content);
    const plain = 'multipart/related; type="application/octet-stream"';
    const frame = await ask(`${place}/frames/1`, plain);
    const [part] = partsOf(String(frame.headers['content-type']), frame.bytes);
    const pixels = frame.status === 200 ? part!.content.toString('base64') : String(frame.status);
    return JSON.stringify({ shown: back, pixels });
  }

  it('are taken or refused alike from a node and from a program', async () => {
    expect(all.length).toBeGreaterThan(50);
    for (const file of all) {
      const [node, web] = [await sendByNode(file.path), await storeByWeb(file.bytes)];
      expect([file.path, node]).toEqual([file.path, web]);
      if (node) received.push(file);
    }
    expect(received.length).toBeGreaterThan(40);
  });

  it('have the pixels of the file, byte for byte, whichever way they have come', async () => {
    let displayed = 0;
    for (const { path, bytes, uid } of received) {
      const fromNode = await frameOf(uid, 'test');
      expect(fromNode === (await frameOf(uid, 'live')), path).toBe(true);
      const { shown, pixels } = JSON.parse(fromNode) as { shown: string; pixels: string };
      expect(shown === (await display(bytes)), path).toBe(true);
      if (!shown.startsWith('Error') && pixels.length > 3) displayed += 1;
    }
    expect(displayed).toBeGreaterThan(received.length / 2);
  });

  it('are read alike by their UID and as a file in the request', async () => {
    let read = 0;
    for (const { path, bytes, uid, modality } of received) {
      const terms = {
        ...(TYPES[modality] ?? TYPES.DX),
        analysis_options: { return_probabilities: true },
      };
      const ask = async (mode: 'test' | 'live', request: object) => {
        const key = await daemon.key({ mode });
        const response = await daemon.request('/v1/imaging', { key, ...request });
        const {
          analysis_id: _,
          created_at: __,
          error,
          image: facts,
          ...rest
        } = response.json<Reading>();
        // A sender may decode or encode anew what is not compressed.
        const { transfer_syntax: ___, ...about } = facts ?? {};
        return { status: response.status, issue: error?.details?.issue, about, rest };
      };
      const form = new FormData();
      for (const [name, value] of Object.entries(terms)) {
        form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      form.append('image', new Blob([new Uint8Array(bytes)]), 'image.dcm');
      const sent = await ask('test', { body: form });
      const json = { ...terms, sop_instance_uid: uid };
      expect(await ask('test', { json }), path).toEqual(sent);
      expect(await ask('live', { json }), path).toEqual(sent);
      if (sent.status === 200) read += 1;
    }
    expect(read).toBeGreaterThan(received.length / 3);
  });
});
