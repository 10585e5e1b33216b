import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, type DaemonOptions, startDaemon } from '../support/daemon.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';

const SLICES = 40;
const SENDERS = 8;
const PEERS = [
  { ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' },
  { ae_title: 'FARAWAY', addresses: ['10.99.0.0/16'], mode: 'live' },
];

interface Answer {
  readonly analysis_id?: string;
  readonly created_at?: string;
  readonly [field: string]: unknown;
}

interface HeldSeries {
  readonly series_instance_uid: string;
  readonly mode: string;
  readonly objects: number;
}

const listen = (options: DaemonOptions = {}, pacs: object = {}) =>
  startDaemon({ ...options, config: { pacs: { port: 0, peers: PEERS, ...pacs } } });
const portOf = async (daemon: Daemon) =>
  String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
const heldBy = async (daemon: Daemon) =>
  JSON.parse(await daemon.cli('pacs', 'list', '--json')) as HeldSeries[];
const NODE = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1'];

describe.skipIf(withoutDcmtk !== '')(`a DICOM node that is configured${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-pacs-'));
  const slices = axialSeries(SLICES, 0.7).map((bytes, n) => {
    const path = join(folder, `${n}.dcm`);
    writeFileSync(path, bytes);
    return path;
  });
  let daemon: Daemon;
  let port: string;
  beforeAll(async () => {
    daemon = await listen();
    port = await portOf(daemon);
  });
  afterAll(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  });

  it('is answered', async () => {
    expect(await dcmtk('echoscu', ...NODE, port)).toMatchObject({ code: 0 });
  });

  it('stores a series, which lies encrypted on the disk and is recorded', async () => {
    const sent = await dcmtk('storescu', '-v', ...NODE, port, ...slices);
    expect(sent.text.match(/Received Store Response \(Success\)/g)).toHaveLength(SLICES);
    expect(await heldBy(daemon)).toEqual([
      expect.objectContaining({ mode: 'test', modality: 'CT', from: 'CT1', objects: SLICES }),
    ]);
    const files = join(daemon.dataDir, 'dicom');
    expect(readdirSync(files)).toHaveLength(SLICES);
    for (const name of readdirSync(files)) {
      expect(readFileSync(join(files, name)).includes('synthetic series')).toBe(false);
    }
    const records = JSON.parse(await daemon.cli('audit', 'tail', '-n', '3', '--json')) as object[];
    expect(records[0]).toMatchObject({
      action: 'dicom.store',
      outcome: 'success',
      actor: { type: 'dicom_node', id: 'CT1', mode: 'test' },
    });
    expect(JSON.stringify(records)).not.toContain('2.25.31415926535');
    expect(JSON.stringify(await daemon.allLogs())).not.toContain('synthetic series');
  });

  it('is told success again for the same objects, from several senders at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: SENDERS }, () => dcmtk('storescu', ...NODE, port, ...slices)),
    );
    expect(sent.map(({ code }) => code)).toEqual(sent.map(() => 0));
    expect((await heldBy(daemon))[0]).toMatchObject({ objects: SLICES });
    expect(readdirSync(join(daemon.dataDir, 'dicom'))).toHaveLength(SLICES);
  });

  it('is refused another object with a UID that is held', async () => {
    const changed = Buffer.from(readFileSync(slices[0]!));
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    const path = join(folder, 'changed.dcm');
    writeFileSync(path, changed);
    const sent = await dcmtk('storescu', '-v', ...NODE, port, path);
    expect(sent.text).toContain('Store Response (Unknown Status: 0x111)');
    expect((await heldBy(daemon))[0]).toMatchObject({ objects: SLICES });
  });

  it.each([
    ['calls another title', ['-aet', 'CT1', '-aec', 'PACS'], 'Called AE Title Not Recognized'],
    ['has another title', ['-aet', 'CT9', '-aec', 'WARDBOX'], 'Calling AE Title Not Recognized'],
    [
      'calls from another address than its own',
      ['-aet', 'FARAWAY', '-aec', 'WARDBOX'],
      'Calling AE Title Not Recognized',
    ],
  ])('is refused where it %s', async (_, titles, reason) => {
    const { code, text } = await dcmtk('echoscu', ...titles, '127.0.0.1', port);
    expect(code).not.toBe(0);
    expect(text).toContain(reason);
  });

  it('goes on beside a client that speaks something else', async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: wardbox\r\n\r\n');
    await once(socket, 'close');
    expect(await dcmtk('echoscu', ...NODE, port)).toMatchObject({ code: 0 });
  });

  it('has its object read by its UID, as if it had been sent with the request', async () => {
    const bytes = encodeDicom(createFilm({ kind: 'normal', seed: 3, size: 256 }), {
      syntax: EXPLICIT_LITTLE_ENDIAN,
    });
    const path = join(folder, 'film.dcm');
    writeFileSync(path, bytes);
    await dcmtk('storescu', ...NODE, port, path);
    const { text } = await dcmtk('dcmdump', '+P', 'SOPInstanceUID', path);
    const sop_instance_uid = /\[([\d.]+)\]/.exec(text)?.[1];
    const ask = async (image: object, mode: 'test' | 'live' = 'test') => {
      const json = { image_type: 'test_pattern', modality: 'DX', ...image };
      const key = await daemon.key({ mode });
      const response = await daemon.request('/v1/imaging', { method: 'POST', key, json });
      const { analysis_id: _, created_at: __, ...answer } = response.json<Answer>();
      return { status: response.status, answer };
    };
    const held = await ask({ sop_instance_uid });
    expect(held).toMatchObject({ status: 200, answer: { image: { format: 'dicom' } } });
    expect(held).toEqual(await ask({ image_data: Buffer.from(bytes).toString('base64') }));
    const refused = { error: { details: { field: 'sop_instance_uid' } } };
    expect(await ask({ sop_instance_uid }, 'live')).toMatchObject({ status: 400, answer: refused });
    expect(await ask({ sop_instance_uid: '2.25.404' })).toMatchObject({ answer: refused });
  });
});

describe.skipIf(withoutDcmtk !== '')(`a DICOM node${withoutDcmtk}`, () => {
  it('loses nothing that was acknowledged when the daemon is killed, and sends the rest again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-pacs-'));
    const files = axialSeries(SLICES, 0.7).map((bytes, n) => {
      const path = join(folder, `${n}.dcm`);
      writeFileSync(path, bytes);
      return path;
    });
    const first = await listen({ dataDir: join(folder, 'data') });
    const sender = spawn('storescu', ['-v', ...NODE, await portOf(first), ...files]);
    let text = '';
    for (const stream of [sender.stdout, sender.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if ((text.match(/Response \(Success\)/g) ?? []).length >= 5) first.process.kill('SIGKILL');
      });
    }
    await once(sender, 'close');
    const acknowledged = (text.match(/Response \(Success\)/g) ?? []).length;
    expect(acknowledged).toBeGreaterThanOrEqual(5);
    await first.stop('SIGKILL');

    const second = await listen({ dataDir: join(folder, 'data') });
    const held = (await heldBy(second))[0]?.objects ?? 0;
    expect(held).toBeGreaterThanOrEqual(acknowledged);
    expect(readdirSync(join(folder, 'data', 'dicom'))).toHaveLength(held);
    await dcmtk('storescu', ...NODE, await portOf(second), ...files);
    expect((await heldBy(second))[0]).toMatchObject({ objects: SLICES });
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('is refused what there is no room for, and what is too large', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-pacs-'));
    const path = join(folder, 'large.dcm');
    writeFileSync(path, axialSeries(1, 0.7, 1_024)[0]!);
    const small = await listen({}, { max_object_mb: 1 });
    const large = await dcmtk('storescu', '-v', ...NODE, await portOf(small), path);
    expect(large.text).toContain('Refused: OutOfResources');
    expect(readdirSync(join(small.dataDir, 'dicom'))).toEqual([]);
    await small.stop();
    const full = await listen({}, { store_mb: 1 });
    const refused = await dcmtk('storescu', '-v', ...NODE, await portOf(full), path);
    expect(refused.text).toContain('Refused: OutOfResources');
    expect(readdirSync(join(full.dataDir, 'dicom'))).toEqual([]);
    await full.stop();
    rmSync(folder, { recursive: true });
  });

  it('speaks TLS where that is on, and nothing else', async () => {
    const secure = await listen({}, { tls: 'on' });
    const port = await portOf(secure);
    const ca = secure.caFile ?? '';
    const encrypted = await dcmtk('echoscu', '+tla', '+cf', ca, ...NODE, port);
    expect(encrypted).toMatchObject({ code: 0 });
    expect((await dcmtk('echoscu', ...NODE, port)).code).not.toBe(0);
    await secure.stop();
  });
});
