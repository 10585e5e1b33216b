import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.js';
import { createDicomObjectRepository } from '../../src/store/dicom-object-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { askForCommitment } from '../support/pacs/commitment-client.js';
import { dcmtk, withoutDcmtk } from '../support/pacs/dcmtk.js';
import {
  acknowledgedBy,
  damaged,
  recordConversation,
  sendToNode,
} from '../support/pacs/hostile-peer.js';
import { listenerMemoryMb } from '../support/pacs/listener-memory.js';
import { rounds } from '../support/rounds.js';

const ROUNDS = rounds({ short: 300, long: 20_000 });
const PARALLEL = 8;
const FILES = 3;
const SEED = 20_261_123;
/** The process is replaced at 1 GiB. */
const MAX_RESIDENT_MB = 600;
const NODE = ['-aet', 'CT1', '-aec', 'WARDBOX', '127.0.0.1'];

describe.skipIf(withoutDcmtk !== '')(`hostile and broken peers${withoutDcmtk}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-fuzz-'));
  let daemon: Daemon;
  let port: number;
  const conversations: (readonly Buffer[])[] = [];

  beforeAll(async () => {
    const peers = [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }];
    daemon = await startDaemon({ config: { pacs: { port: 0, peers, max_object_mb: 8 } } });
    port = Number((await daemon.log(({ msg }) => msg === 'listening for DICOM')).port);
    const files = axialSeries(FILES, 0.7, 64).map((bytes, n) => {
      const path = join(folder, `${n}.dcm`);
      writeFileSync(path, bytes);
      return path;
    });
    const record = (client: (to: string) => Promise<unknown>) =>
      recordConversation(port, (through) => client(String(through)));
    conversations.push(await record((to) => dcmtk('echoscu', ...NODE, to)));
    conversations.push(await record((to) => dcmtk('storescu', ...NODE, to, ...files)));
    conversations.push(await record((to) => dcmtk('storescu', '-xi', ...NODE, to, files[0]!)));
    conversations.push(
      await record((to) =>
        askForCommitment({
          ...{ port: Number(to), callingAe: 'CT1', transaction: '2.25.1' },
          references: [['1.2.840.10008.5.1.4.1.1.2', '2.25.2']],
        }),
      ),
    );
  });
  afterAll(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  });

  it(`get no more than they may in ${ROUNDS} rounds, and others are served meanwhile`, async () => {
    const random = createRandom(SEED);
    // A whole conversation is acknowledged, and known to be. Of damaged ones none may be, in time.
    const isWhole = (answer: Buffer) => acknowledgedBy(answer).length === FILES;
    const whole = await sendToNode(port, Buffer.concat(conversations[1] ?? []), isWhole);
    const acknowledged = new Set(acknowledgedBy(whole));
    expect(acknowledged.size).toBe(FILES);
    const round = async () => {
      const pdus = conversations[Math.floor(random() * conversations.length)] ?? [];
      const answer = await sendToNode(port, damaged(pdus, random));
      for (const uid of acknowledgedBy(answer)) acknowledged.add(uid);
    };
    for (let done = 0; done < ROUNDS; done += PARALLEL) {
      await Promise.all(Array.from({ length: PARALLEL }, round));
      if (done % 2_000 < PARALLEL) {
        expect(await dcmtk('echoscu', ...NODE, String(port))).toMatchObject({ code: 0 });
      }
    }
    expect(await dcmtk('echoscu', ...NODE, String(port))).toMatchObject({ code: 0 });
    expect(daemon.process.exitCode).toBeNull();
    expect(listenerMemoryMb(daemon)).toBeLessThan(MAX_RESIDENT_MB);
    const logs = await daemon.allLogs();
    expect(logs.filter(({ msg }) => msg.includes('has ended'))).toEqual([]);

    const database = openDatabase(daemon.dataDir);
    const { find, totals } = createDicomObjectRepository(database);
    const lost = [...acknowledged].filter((uid) => find('test', uid) === undefined);
    const { objects } = totals();
    database.close();
    expect(lost).toEqual([]);
    // Nothing is left of what was not acknowledged, once its connections have ended.
    await expect.poll(() => readdirSync(join(daemon.dataDir, 'dicom')).length).toBe(objects);
  });
});
