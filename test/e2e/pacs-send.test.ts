import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTls } from '../../src/http/tls/tls.js';
import { createDicomSendRepository } from '../../src/store/dicom-send-repository.js';
import { type Database, openDatabase } from '../../src/store/open.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { withoutDcmtk } from '../support/pacs/dcmtk.js';
import { film, holdObject } from '../support/pacs/hold-object.js';
import { freePort, type Orthanc, startOrthanc, withoutOrthanc } from '../support/pacs/orthanc.js';
import { startStorescp } from '../support/pacs/storescp.js';

interface QueuedSend {
  readonly id: number;
  readonly state: string;
  readonly destination: string;
  readonly attempts: number;
  readonly reason?: string;
}

const STUDY = '2.25.1000';
const SERIES = '2.25.2000';

/** Holds small objects and queues them, as a reading does with its results. */
async function queueObjects(
  dataDir: string,
  database: Database,
  { destination, first, count }: { destination: string; first: number; count: number },
): Promise<void> {
  const instances = Array.from({ length: count }, (_, n) => `2.25.3000.${first + n}`);
  for (const instance of instances) {
    await holdObject({ dataDir, database }, film({ study: STUDY, series: SERIES, instance }));
  }
  createDicomSendRepository(database).insert(
    instances.map((instanceUid) => ({
      mode: 'test',
      destination,
      instanceUid,
      analysisId: `im_${instanceUid}`,
      urgent: false,
      createdAt: Date.now(),
    })),
  );
}

const skipped = `${withoutDcmtk}${withoutOrthanc}`;

describe.skipIf(skipped !== '')(`results for other nodes${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-send-'));
  const dataDir = join(folder, 'data');
  const received = join(folder, 'received');
  let destinations: readonly object[];
  let port: number;
  let securePort: number;
  let tls: { readonly keyFile: string; readonly certFile: string };
  let orthanc: Orthanc;
  let daemon: Daemon;
  let database: Database;

  const queue = async (...args: string[]) =>
    JSON.parse(await daemon.cli('pacs', 'queue', ...args, '--json')) as QueuedSend[];
  const statesAt = async (destination: string) =>
    (await queue('list', '--destination', destination)).map(({ state }) => state);
  const sent = (count: number) => Array.from({ length: count }, () => 'sent');
  const add = (destination: string, first: number, count: number) =>
    queueObjects(dataDir, database, { destination, first, count });
  const start = () => startDaemon({ dataDir, config: { pacs: { destinations } } });

  beforeAll(async () => {
    port = await freePort();
    securePort = await freePort();
    const made = await prepareTls(
      { mode: 'auto', names: [] },
      join(folder, 'pacs-tls'),
      Date.now(),
    );
    tls = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem') };
    writeFileSync(tls.keyFile, made!.key);
    writeFileSync(tls.certFile, made!.cert);
    orthanc = await startOrthanc();
    const node = { mode: 'test', service: 'dimse', ae_title: 'PACS', host: 'localhost' };
    destinations = [
      { name: 'pacs', ...node, port },
      { name: 'secure', ...node, port: securePort, tls: 'on', ca_file: made!.caFile },
      { name: 'untrusted', ...node, port: securePort, tls: 'on' },
      { name: 'web', mode: 'test', service: 'dicomweb', url: orthanc.dicomWebUrl },
    ];
    daemon = await start();
    database = openDatabase(dataDir);
  });
  afterAll(async () => {
    await daemon.stop();
    await orthanc.stop();
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('wait while a node is down, can be cancelled, and arrive in order when it is back', async () => {
    await add('pacs', 0, 4);
    await expect
      .poll(() => queue('list', '--destination', 'pacs'), { interval: 200 })
      .toContainEqual(expect.objectContaining({ reason: 'no_connection', attempts: 1 }));
    const waiting = await queue('list', '--destination', 'pacs', '--state', 'queued');
    expect(waiting).toHaveLength(4);
    const last = String(waiting.at(-1)!.id);
    expect(await queue('cancel', last)).toEqual({ ids: [Number(last)] });
    await expect(daemon.cli('pacs', 'queue', 'cancel', last)).rejects.toThrow('is cancelled');
    const scp = await startStorescp({ folder: received, port });
    await daemon.cli('pacs', 'queue', 'retry', '--destination', 'pacs');
    await expect.poll(() => statesAt('pacs'), { interval: 200 }).toEqual([...sent(3), 'cancelled']);
    await daemon.cli('pacs', 'queue', 'retry', last);
    await expect.poll(() => statesAt('pacs'), { interval: 200 }).toEqual(sent(4));
    expect(scp.received()).toHaveLength(4);
    await scp.stop();
    const records = await daemon.cli('audit', 'tail', '-n', '50', '--json');
    for (const [action, outcome] of [
      ['dicom.send', 'failed'],
      ['dicom.send', 'success'],
      ['dicom.send_cancel', 'success'],
      ['dicom.send_retry', 'success'],
    ]) {
      expect(JSON.parse(records)).toContainEqual(
        expect.objectContaining({ action, outcome, destination: 'pacs' }),
      );
    }
    expect(records + JSON.stringify(await daemon.allLogs())).not.toContain(STUDY);
  });

  it('go over TLS to a node that is trusted, and to no other', async () => {
    const scp = await startStorescp({ folder: join(folder, 'secure'), port: securePort, tls });
    await add('secure', 10, 2);
    await add('untrusted', 20, 1);
    await expect.poll(() => statesAt('secure'), { interval: 200 }).toEqual(sent(2));
    await expect
      .poll(() => queue('list', '--destination', 'untrusted'), { interval: 200 })
      .toEqual([expect.objectContaining({ reason: 'untrusted_certificate', state: 'queued' })]);
    expect(scp.received()).toHaveLength(2);
    await scp.stop();
  });

  it('are named by the doctor where their node does not answer', async () => {
    const scp = await startStorescp({ folder: join(folder, 'secure'), port: securePort, tls });
    const { checks } = JSON.parse(await daemon.cli('doctor', '--json')) as {
      checks: Array<{ check: string; state: string; found: string }>;
    };
    const { state, found } = checks.find(({ check }) => check === 'destinations')!;
    expect(state).toBe('warning');
    expect(found).toMatch(/does not answer as it must: (no_connection|untrusted_certificate)/);
    // `pacs` is down and `untrusted` is not trusted; `secure` and `web` answer.
    expect(found).toContain('(and 1 more)');
    await scp.stop();
  });

  it('are stored by STOW-RS', async () => {
    await add('web', 30, 3);
    await expect.poll(() => statesAt('web'), { interval: 200 }).toEqual(sent(3));
    const held = await orthanc.holds(3, STUDY);
    expect(held.map(({ tags }) => tags.SOPInstanceUID).sort()).toEqual(
      [30, 31, 32].map((n) => `2.25.3000.${n}`),
    );
  });

  it('are all sent after the daemon was killed in the middle', async () => {
    const count = 60;
    const scp = await startStorescp({ folder: received, port });
    await add('pacs', 100, count);
    await expect.poll(() => scp.received().length, { interval: 5 }).toBeGreaterThan(6);
    daemon.process.kill('SIGKILL');
    await daemon.exited;
    daemon = await start();
    await expect.poll(() => statesAt('pacs'), { interval: 500 }).toEqual(sent(50));
    await expect
      .poll(() => queue('--state', 'queued,sending', '--destination', 'pacs'))
      .toEqual([]);
    // What arrived twice has the same UID: the node has one of it.
    expect(scp.received()).toHaveLength(4 + count);
    await scp.stop();
  });
});
