import { execFile } from 'node:child_process';
import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DATABASE_FILE } from '../../../src/store/open.js';
import { ENTRY } from '../../../test/support/daemon.js';
import { type Daemon, startShipped } from '../daemon.js';
import { importBeside } from '../fhir-import.js';
import type { Figure } from '../figure.js';
import { fileBytes } from '../file-bytes.js';
import { median, megabytes, milliseconds } from '../statistics.js';

const IMPORTS = 5;
const ROUNDS = 3;
const RESTARTS = 3;
const POLL_MS = 10;

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const command = (...args: string[]) => promisify(execFile)(process.execPath, [ENTRY, ...args]);

/** What the disk gives at best: the database's bytes, copied and synced. */
function bareCopy(from: string, to: string): void {
  copyFileSync(from, to);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
  rmSync(to);
}

async function untilReady(daemon: Daemon): Promise<void> {
  while ((await daemon.request('/readyz')).status !== 200) await sleep(POLL_MS);
}

export const backup: Figure = {
  id: 'backup',
  title: 'Backup beside a serving daemon, restore, and the start after a crash',
  async measure({ folder, models }) {
    const dataDir = folder('backup');
    const out = folder('copies');
    const database = join(dataDir, DATABASE_FILE);
    let daemon = await startShipped(dataDir, models.modelsDir);
    const backups: number[] = [];
    const copies: number[] = [];
    const restores: number[] = [];
    const restarts: number[] = [];
    try {
      for (let i = 0; i < IMPORTS; i += 1) await importBeside(daemon, out);
      for (let i = 0; i < ROUNDS; i += 1) {
        const file = join(out, `${i}.wbk`);
        backups.push(await timed(() => daemon.cli('backup', '--out', file)));
        copies.push(await timed(() => bareCopy(database, join(out, 'bare'))));
        const fresh = join(folder('restored'), 'data');
        restores.push(await timed(() => command('restore', file, '--data-dir', fresh)));
      }
      for (let i = 0; i < RESTARTS; i += 1) {
        await daemon.stop('SIGKILL');
        restarts.push(
          await timed(async () => {
            daemon = await startShipped(dataDir, models.modelsDir);
            await untilReady(daemon);
          }),
        );
      }
    } finally {
      await daemon.stop();
    }
    const bytes = fileBytes(database);
    const rate = (times: readonly number[]) => bytes / 1e6 / (median(times) / 1_000);
    const ratio = (rate(backups) / rate(copies)) * 100;
    return {
      rows: [
        {
          what: `backup of ${megabytes(bytes)}, with its restore for a trial`,
          value: `${rate(backups).toFixed(0)} MB/s (${ratio.toFixed(0)} % of a bare copy)`,
        },
        { what: 'restore', value: `${rate(restores).toFixed(0)} MB/s` },
        {
          what: 'ready again after kill -9, with these data',
          value: milliseconds(median(restarts)),
        },
      ],
      data: { bytes, backups, copies, restores, restarts },
    };
  },
};
