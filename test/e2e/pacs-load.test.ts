import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueAuthority } from '../../src/http/tls/certificates.js';
import { issueClientCertificate, splitPem } from '../support/client-certificate.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, type DaemonOptions, spawnDaemon, startDaemon } from '../support/daemon.js';
import { createSmallDisk, noSmallDisk } from '../support/faults/small-disk.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import { film } from '../support/pacs/hold-object.js';
import { recordConversation } from '../support/pacs/hostile-peer.js';
import { listenerMemoryMb } from '../support/pacs/listener-memory.js';
import { relatedBody } from '../support/pacs/stow.js';
import { rounds } from '../support/rounds.js';

const SENDERS = 8;
const SLICES_OF_EACH = 12;
const LONG_SERIES = rounds({ short: 150, long: 2_000 });
/** The process is replaced at 1 GiB. */
const MAX_RESIDENT_MB = 400;
const MAX_ASSOCIATIONS = 8;
const IDLE_S = 2;
const PEERS = [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }];
const NODE = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1'];

interface HeldSeries {
  readonly series_instance_uid: string;
  readonly objects: number;
}

const portOf = async (daemon: Pick<Daemon, 'log'>) =>
  String((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
const heldBy = async (daemon: Daemon) =>
  JSON.parse(await daemon.cli('pacs', 'list', '-n', '500', '--json')) as HeldSeries[];
const listen = (pacs: object, options: DaemonOptions = {}) =>
  startDaemon({ ...options, config: { pacs: { port: 0, peers: PEERS, ...pacs } } });
const successes = (text: string) => text.match(/Store Response \(Success\)/g)?.length ?? 0;

const folder = mkdtempSync(join(tmpdir(), 'wardbox-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function save(bytes: Uint8Array): string {
  files += 1;
  const path = join(folder, `${files}.dcm`);
  writeFileSync(path, bytes);
  return path;
}

const small = (series: number, instance: number) =>
  film({
    study: `2.25.${series}`,
    series: `2.25.${series}.1`,
    instance: `2.25.${series}.1.${instance}`,
  });

describe.skipIf(withoutDcmtk !== '')(`a listener under load${withoutDcmtk}`, () => {
  let daemon: Daemon;
  let port: string;
  beforeAll(async () => {
    daemon = await listen({ max_associations: MAX_ASSOCIATIONS, idle_timeout_s: IDLE_S });
    port = await portOf(daemon);
  });
  afterAll(() => daemon.stop());

  it('keeps what eight senders send at once, each its own series', async () => {
    const series = Array.from({ length: SENDERS }, (_, sender) =>
      Array.from({ length: SLICES_OF_EACH }, (__, n) => save(small(100 + sender, n + 1))),
    );
    const sent = await Promise.all(
      series.map((paths) => dcmtk('storescu', '-v', ...NODE, port, ...paths)),
    );
    expect(sent.map(({ text }) => successes(text))).toEqual(sent.map(() => SLICES_OF_EACH));
    const held = await heldBy(daemon);
    const countOf = (sender: number) =>
      held
        .filter((one) => one.series_instance_uid === `2.25.${100 + sender}.1`)
        .reduce((sum, { objects }) => sum + objects, 0);
    expect(sent.map((_, sender) => countOf(sender))).toEqual(sent.map(() => SLICES_OF_EACH));
  });

  it(`keeps a series of ${LONG_SERIES} slices within its memory`, async () => {
    const paths = axialSeries(LONG_SERIES, 0.7, 32).map(save);
    const { text } = await dcmtk('storescu', '-v', ...NODE, port, ...paths);
    expect(successes(text)).toBe(LONG_SERIES);
    const held = (await heldBy(daemon)).find(({ objects }) => objects === LONG_SERIES);
    expect(held).toBeDefined();
    expect(listenerMemoryMb(daemon)).toBeLessThan(MAX_RESIDENT_MB);
  });

  it('has the same data set by C-STORE and by STOW-RS', async () => {
    const bytes = small(7, 1);
    const before = readdirSync(join(daemon.dataDir, 'dicom')).length;
    expect(await dcmtk('storescu', ...NODE, port, save(bytes))).toMatchObject({ code: 0 });
    const { headers, bytes: body } = relatedBody([bytes]);
    const key = await daemon.key();
    const again = await daemon.request('/v1/dicom-web/studies', {
      method: 'POST',
      key,
      headers,
      body,
    });
    // Another data set with its UID would be refused.
    expect(again.status).toBe(200);
    expect(readdirSync(join(daemon.dataDir, 'dicom'))).toHaveLength(before + 1);
    const { bytes: frame } = await daemon.request(
      '/v1/dicom-web/studies/2.25.7/series/2.25.7.1/instances/2.25.7.1.1/frames/1',
      { key, headers: { Accept: 'application/octet-stream' } },
    );
    expect(frame.equals(Buffer.from(bytes).subarray(-64 * 64 * 2))).toBe(true);
  });

  it('refuses associations beyond the limit as busy, and ends those without traffic', async () => {
    const [request] = await recordConversation(Number(port), (through) =>
      dcmtk('echoscu', ...NODE, String(through)),
    );
    const open = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(request!);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return { socket, answer };
    };
    const opened = [];
    for (let n = 0; n <= MAX_ASSOCIATIONS; n += 1) opened.push(await open());
    const types = opened.map(({ answer }) => answer[0]);
    expect(types).toEqual([...Array.from({ length: MAX_ASSOCIATIONS }, () => 2), 3]);
    // Transient, by the presentation provider, local limit exceeded (PS3.8 table 9-21).
    expect([...opened.at(-1)!.answer.subarray(7, 10)]).toEqual([2, 3, 2]);
    await Promise.all(
      opened.map(({ socket }) => (socket.closed ? undefined : once(socket, 'close'))),
    );
    expect(await dcmtk('echoscu', ...NODE, port)).toMatchObject({ code: 0 });
  });
});

describe.skipIf(withoutDcmtk !== '')(`a listener that asks for certificates${withoutDcmtk}`, () => {
  let daemon: Daemon;
  let port: string;
  let ca: string;
  beforeAll(async () => {
    const authority = await issueAuthority('hospital', Date.now());
    const client_ca_file = join(folder, 'clients.crt');
    writeFileSync(client_ca_file, splitPem(authority).cert);
    for (const [name, by] of [
      ['own', authority],
      ['foreign', await issueAuthority('elsewhere', Date.now())],
    ] as const) {
      const { cert, key } = await issueClientCertificate(by, name, Date.now());
      writeFileSync(join(folder, `${name}.crt`), cert);
      writeFileSync(join(folder, `${name}.key`), key);
    }
    daemon = await listen({ tls: 'on', client_ca_file });
    port = await portOf(daemon);
    ca = daemon.caFile ?? '';
  });
  afterAll(() => daemon.stop());

  const echo = (...tls: string[]) => dcmtk('echoscu', ...tls, ...NODE, port);
  const by = (name: string) => ['+tls', join(folder, `${name}.key`), join(folder, `${name}.crt`)];

  it('serves a node with one of its authority, and no other', async () => {
    expect(await echo(...by('own'), '+cf', ca)).toMatchObject({ code: 0 });
    expect((await echo(...by('foreign'), '+cf', ca)).code).not.toBe(0);
    expect((await echo('+tla', '+cf', ca)).code).not.toBe(0);
    expect((await echo()).code).not.toBe(0);
  });

  it('is not believed by a node that trusts another authority', async () => {
    const other = join(folder, 'foreign.crt');
    expect((await echo(...by('own'), '+cf', other)).code).not.toBe(0);
  });

  it('speaks no TLS older than 1.2', async () => {
    const connecting = (maxVersion: 'TLSv1.1' | 'TLSv1.2') => {
      const socket = connectTls({
        ...{ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false },
        ...{ minVersion: 'TLSv1.1', maxVersion, ciphers: 'DEFAULT:@SECLEVEL=0' },
        cert: readFileSync(join(folder, 'own.crt')),
        key: readFileSync(join(folder, 'own.key')),
      });
      return once(socket, 'secureConnect').finally(() => socket.destroy());
    };
    await expect(connecting('TLSv1.1')).rejects.toThrow();
    await expect(connecting('TLSv1.2')).resolves.toBeDefined();
  });
});

const place = noSmallDisk ?? (withoutDcmtk === '' ? undefined : withoutDcmtk);

describe.skipIf(place !== undefined)(`a listener on a full disk (${place ?? 'of its own'})`, () => {
  it('refuses what does not fit, loses nothing that it took, and goes on when there is room', async () => {
    const disk = await createSmallDisk(48);
    const daemon = await spawnDaemon({
      dataDir: join(disk.dir, 'data'),
      launcher: disk.launcher,
      config: { server: { tls: { mode: 'off' } }, pacs: { port: 0, peers: PEERS } },
    });
    try {
      const port = await portOf(daemon);
      const paths = axialSeries(40, 0.7, 1_024).map(save);
      const { text } = await dcmtk('storescu', '-nh', '-v', ...NODE, port, ...paths);
      const taken = successes(text);
      expect(taken).toBeGreaterThan(2);
      expect(taken).toBeLessThan(40);
      expect(text).toContain('Refused: OutOfResources');
      const list = () => disk.run('ls', join(disk.dir, 'data', 'dicom'));
      expect((await list()).trim().split('\n')).toHaveLength(taken);
      expect(await dcmtk('echoscu', ...NODE, port)).toMatchObject({ code: 0 });
      await disk.run('mount', '-o', 'remount,size=128m', disk.dir);
      const rest = await dcmtk('storescu', '-nh', '-v', ...NODE, port, ...paths);
      expect(successes(rest.text)).toBe(40);
      expect((await list()).trim().split('\n')).toHaveLength(40);
    } finally {
      await daemon.stop();
      await disk.remove();
    }
  });
});
