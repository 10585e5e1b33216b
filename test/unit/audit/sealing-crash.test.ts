import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../src/audit/audit-verdict.js';
import { rounds } from '../../support/rounds.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sealedAuditIn } from '../../support/sealed-audit.js';

const CHILD = fileURLToPath(new URL('../../support/sealing-child.ts', import.meta.url));
const ROUNDS = rounds({ short: 1, long: 50 });

function startSealing(folder: string, ...how: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, folder, ...how], {
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
      const whole = told.slice(0, told.lastIndexOf('\n'));
      return Number(whole.split('\n').at(-1));
    },
  };
}

describe('a process that is killed while it seals, removes and changes keys', () => {
  it('leaves each record in one place, signed, and a log that can continue', async () => {
    const folder = scratchFolder();
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = startSealing(folder);
      await child.begun;
      await sleep(Math.random() * 120);
      const told = await child.kill();
      const audit = sealedAuditIn(folder);
      const verdict = audit.verdict();
      expect(verdict).toMatchObject({ intact: true });
      expect(audit.repository.tail(1)[0]!.seq).toBeGreaterThanOrEqual(told);
      audit.database.close();
    }
    const audit = sealedAuditIn(folder);
    audit.clock.pass(Date.now() - audit.clock());
    await audit.record(3);
    expect(await audit.checkpoint()).toMatchObject({ isNew: true });
    await audit.seal();
    expect(audit.verdict()).toMatchObject({ intact: true });
  });
});

describe('a log that is sealed and whose key is changed', () => {
  it('can be verified at any moment', async () => {
    const folder = scratchFolder();
    const child = startSealing(folder, 'no removals');
    await child.begun;
    const { database, repository, file } = sealedAuditIn(folder);
    for (let round = 0; round < 15 || repository.segments().length < 4; round += 1) {
      const crossCheck = file.crossCheck();
      const verdict = database.transaction(() => verifyAudit(repository, crossCheck))();
      expect(verdict).toMatchObject({ intact: true });
      await sleep(5);
    }
    await child.kill();
  });
});

const DYING = fileURLToPath(new URL('../../support/dying-child.ts', import.meta.url));

/** Ends with the number of changes that were made to files, or by the kill at one of them. */
function sealUntil(folder: string, step: number) {
  const { signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', DYING, folder, String(step)],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return { isKilled: signal === 'SIGKILL', changes: Number(stdout) };
}

describe('a seal, a removal and a change of keys that are killed', () => {
  it('before any change of a file lose nothing, and can be done again', async () => {
    const prepared = join(scratchFolder(), 'prepared');
    const made = sealedAuditIn(prepared, 4);
    await made.record(3);
    await made.seal();
    await made.record(7);
    made.database.pragma('wal_checkpoint(TRUNCATE)');
    made.database.close();
    const whole = join(scratchFolder(), 'whole');
    cpSync(prepared, whole, { recursive: true });
    const { changes } = sealUntil(whole, 0);
    expect(changes).toBeGreaterThan(30);
    const stride = Math.max(1, Math.floor(changes / ROUNDS));
    for (let step = 1 + Math.floor(Math.random() * stride); step <= changes; step += stride) {
      const folder = join(scratchFolder(), 'copy');
      cpSync(prepared, folder, { recursive: true });
      expect([step, sealUntil(folder, step).isKilled]).toEqual([step, true]);
      const audit = sealedAuditIn(folder, 4);
      expect([step, audit.verdict()]).toMatchObject([step, { intact: true }]);
      audit.database.close();
      expect([step, sealUntil(folder, 0).isKilled]).toEqual([step, false]);
      const again = sealedAuditIn(folder, 4);
      expect([step, again.verdict()]).toMatchObject([step, { intact: true }]);
      again.database.close();
    }
  });
});
