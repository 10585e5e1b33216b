import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDicomSendRepository } from '../../src/store/dicom-send-repository.js';
import { type Database, openDatabase } from '../../src/store/open.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { withoutDcmtk } from '../support/pacs/dcmtk.js';
import { film, holdObject } from '../support/pacs/hold-object.js';
import { freePort } from '../support/pacs/orthanc.js';
import { type Storescp, startStorescp } from '../support/pacs/storescp.js';

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
  { destination = 'pacs', first, count }: { destination?: string; first: number; count: number },
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

describe.skipIf(withoutDcmtk !== '')(`results for another node${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-send-'));
  const dataDir = join(folder, 'data');
  let port: number;
  let securePort: number;
  let daemon: Daemon;
  let database: Database;
  let scp: Storescp;

  const start = () =>
    startDaemon({
      dataDir,
      config: {
        pacs: {
          destinations: [
            {
              name: 'pacs',
              mode: 'test',
              service: 'dimse',
              ae_title: 'PACS',
              host: '127.0.0.1',
              port,
            },
            {
              name: 'secure',
              mode: 'test',
              service: 'dimse',
              ae_title: 'PACS',
              host: 'localhost',
              port: securePort,
              tls: 'on',
            },
          ],
        },
      },
    });
  const queue = async (...args: string[]) =>
    JSON.parse(await daemon.cli('pacs', 'queue', ...args, '--json')) as QueuedSend[];
  const statesOf = async (...args: string[]) => (await queue(...args)).map(({ state }) => state);
  const receive = () => startStorescp({ folder: join(folder, 'received'), port });

  beforeAll(async () => {
    port = await freePort();
    securePort = await freePort();
    scp = await receive();
    daemon = await start();
    database = openDatabase(dataDir, undefined);
  });
  afterAll(async () => {
    await scp.stop();
    await daemon.stop();
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('are sent as they are queued', async () => {
    await queueObjects(dataDir, database, { first: 0, count: 3 });
    await expect.poll(() => statesOf(), { interval: 500 }).toEqual(['sent', 'sent', 'sent']);
    expect(scp.received()).toHaveLength(3);
    const records = JSON.parse(await daemon.cli('audit', 'tail', '-n', '3', '--json')) as object[];
    expect(records).toEqual(
      records.map(() =>
        expect.objectContaining({ action: 'dicom.send', outcome: 'success', destination: 'pacs' }),
      ),
    );
    expect(JSON.stringify(records)).not.toContain(STUDY);
  });
});
