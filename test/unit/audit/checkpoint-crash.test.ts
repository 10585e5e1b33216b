import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../src/audit/audit-verdict.js';
import { auditIn } from '../../support/audit-checkpoints.js';
import { rounds } from '../../support/rounds.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const ROUNDS = rounds({ short: 1, long: 50 });
const CHILD = fileURLToPath(new URL('../../support/signing-child.ts', import.meta.url));

function startSigning(folder: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  return {
    begun: once(child.stdout, 'data'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
      return Number(told.trimEnd().split('\n').at(-1));
    },
  };
}

describe('a process that is killed while it signs', () => {
  it('leaves every reported checkpoint, and a log that agrees with them', async () => {
    const folder = scratchFolder();
    let last = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = startSigning(folder);
      await child.begun;
      await sleep(15 + (round % 5) * 23);
      const told = await child.kill();
      expect(told).toBeGreaterThan(last);
      const { repository, file, database } = auditIn(folder);
      const verdict = verifyAudit(repository, file.crossCheck());
      expect(verdict).toMatchObject({ intact: true });
      last = file.read().checkpoints.length;
      expect(last).toBeGreaterThanOrEqual(told);
      database.close();
    }
  });

  it('can be verified beside it, at any moment', async () => {
    const folder = scratchFolder();
    const child = startSigning(folder);
    await child.begun;
    const { repository, file, database } = auditIn(folder);
    const seen: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const crossCheck = file.crossCheck();
      const verdict = database.transaction(() => verifyAudit(repository, crossCheck))();
      expect(verdict).toMatchObject({ intact: true });
      seen.push(crossCheck.checkpoints.length);
      await sleep(2);
    }
    await child.kill();
    expect(seen.at(-1)).toBeGreaterThan(seen[0]!);
  });
});
