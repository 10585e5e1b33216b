import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  CLIENTS,
  expectKept,
  expectNothingElse,
  type Kept,
  remember,
  settleOpen,
  startBox,
  subjectsFor,
} from '../support/faults/mixed-box.js';
import { workUntilEnded } from '../support/faults/mixed-load.js';
import { knowledgeModels } from '../support/knowledge-models.js';
import { rounds } from '../support/rounds.js';

const KILLS = rounds({ short: 1, long: 50 });
const STOPS = rounds({ short: 1, long: 10 });
/** Orders answered before the end; another number each round, so that it comes at another moment. */
const enoughIn = (round: number) => 12 + ((round * 37) % 83);

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-kill-'));
const models = knowledgeModels();
afterAll(() => {
  rmSync(FOLDER, { recursive: true });
  models.remove();
});

/** Ends the daemon in so many rounds; all is looked through after each, and again in the end. */
async function endOften(name: string, count: number, signal: NodeJS.Signals) {
  const place = { dataDir: join(FOLDER, name), modelsDir: models.dir };
  const kept: Kept = { names: new Set(), requests: new Set() };
  const tally = { answered: 0, open: 0, done: 0 };
  let box = await startBox(place, { signal });
  const { key } = box;
  await subjectsFor(box);
  for (let round = 0; round < count; round += 1) {
    const load = { clients: CLIENTS, run: `r${round}`, enough: enoughIn(round) };
    const ledger = await workUntilEnded(box, { ...load, pauseMs: (round * 7) % 29 });
    const exit = await box.daemon.exited;
    expect(exit).toEqual(signal === 'SIGKILL' ? { code: null, signal } : { code: 0, signal: null });
    await box.stop();
    tally.answered += ledger.answered.size;
    tally.open += ledger.open.length;
    box = await startBox(place, { key, signal });
    await expectKept(box, ledger);
    tally.done += await settleOpen(box, ledger);
    remember(kept, ledger);
  }
  await expectNothingElse(box, kept);
  await box.stop();
  expect(tally.open).toBe(count * CLIENTS);
  return { rounds: count, ...tally, made: kept.names.size };
}

describe('a daemon under mixed load', () => {
  it(`that is killed keeps what it answered, does nothing twice and nothing by half (${KILLS} times)`, async () => {
    const told = await endOften('killed', KILLS, 'SIGKILL');
    process.stdout.write(`${JSON.stringify(told)}\n`);
  });

  it('that is told to stop answers what it has begun, and does nothing of the rest', async () => {
    const { done } = await endOften('stopped', STOPS, 'SIGTERM');
    // Nobody was left without an answer to what was done.
    expect(done).toBe(0);
  });
});
