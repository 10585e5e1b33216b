import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorEnvelope, readinessSchema } from '../../src/http/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { isBroken } from '../support/faults/mixed-load.js';
import { inTurns } from '../support/fhir/daemon.js';
import { HANG_MS } from '../support/hang.js';
import { base64Of, colourPicture, greyPicture } from '../support/pictures.js';
import { rounds } from '../support/rounds.js';

const RATE = { rate_limits: { per_minute: 1_000_000 } };
const CLIENTS = 6;
const KILLS = rounds({ short: 2, long: 50 });
const MIB = 1024 * 1024;

const bodyOf = async (side: number) => ({
  image_data: await base64Of(greyPicture(side, side).png()),
  image_type: 'test_pattern',
  modality: 'DX',
});

const workersOf = async (daemon: Daemon) =>
  readinessSchema.parse((await daemon.request('/readyz')).json()).checks.workers;

/** The workers in force, as the log has told of them. */
function livingWorkers({ logs }: Daemon): number[] {
  const pids = logs.filter(({ msg }) => msg === 'worker ready').map(({ pid }) => Number(pid));
  const gone = new Set(logs.filter(({ msg }) => msg === 'worker ended').map(({ pid }) => pid));
  return pids.filter((pid) => !gone.has(pid));
}

/** What an answer says of the picture, without what is new each time. */
function meaning(text: string): unknown {
  const { analysis_id: _, created_at: __, ...rest } = JSON.parse(text);
  return rest;
}

describe('workers under load', () => {
  it('that are killed again and again cost a 503 each, never a wrong answer', async () => {
    const daemon = await startDaemon({
      config: { ...RATE, inference: { cpu_workers: 2, queue_limit: 64 } },
    });
    const key = await daemon.key();
    const json = await bodyOf(400);
    const right = meaning((await daemon.request('/v1/imaging', { key, json })).text);
    const statuses: number[] = [];
    let isEnding = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isEnding) {
        const told = await daemon.request('/v1/imaging', { key, json });
        statuses.push(told.status);
        if (told.status === 200) expect(meaning(told.text)).toEqual(right);
        else {
          expect(errorEnvelope.parse(told.json()).error.code).toBe('model_unavailable');
          expect(Number(told.headers['retry-after'])).toBeGreaterThan(0);
        }
      }
    });
    let killed = 0;
    for (let nth = 0; nth < KILLS; nth += 1) {
      const enough = statuses.length + 15;
      while (statuses.length < enough) await sleep(1);
      await vi.waitFor(() => {
        const [pid] = livingWorkers(daemon);
        process.kill(Number(pid), 'SIGKILL');
        killed += 1;
      }, HANG_MS);
    }
    isEnding = true;
    await Promise.all(clients);
    const refused = statuses.filter((status) => status !== 200);
    expect(new Set(refused)).toEqual(refused.length > 0 ? new Set([503]) : new Set());
    // A worker does one thing at a time: with it goes one answer at most.
    expect(refused.length).toBeLessThanOrEqual(killed);
    await vi.waitFor(async () => expect((await workersOf(daemon)).up).toBe(2), HANG_MS);
    expect((await daemon.request('/v1/imaging', { key, json })).status).toBe(200);
    const { length } = statuses;
    const audit = JSON.parse(await daemon.cli('audit', 'tail', '-n', '5000', '--json')) as object[];
    const told = audit.filter((record) => 'action' in record && record.action === 'imaging.create');
    // One before, one after.
    expect(told).toHaveLength(length + 2);
    expect((await daemon.stop()).code).toBe(0);
  });

  it('of which one needs more memory than it may are replaced, and the rest is served', async () => {
    const daemon = await startDaemon({
      config: { ...RATE, inference: { cpu_workers: 2, worker_memory_mb: 256 } },
    });
    const key = await daemon.key();
    // Interlaced: it has to be unpacked whole before the first row is known.
    const image_data = await base64Of(colourPicture(9_900, 9_900).png({ progressive: true }));
    const small = await bodyOf(200);
    const json = { ...small, image_data };
    const greedy = await daemon.request('/v1/imaging', { key, json });
    expect(greedy.status).toBe(503);
    expect(errorEnvelope.parse(greedy.json()).error).toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('it needed too much memory'),
    });
    expect((await daemon.request('/v1/imaging', { key, json: small })).status).toBe(200);
    await vi.waitFor(async () => expect((await workersOf(daemon)).up).toBe(2), HANG_MS);
    await daemon.stop();
  });
});

const GROUP = `/sys/fs/cgroup/memory/wardbox-test-${process.pid}`;

function makeGroup(): void {
  mkdirSync(GROUP);
  writeFileSync(join(GROUP, 'memory.limit_in_bytes'), '600M');
}

/** Why the memory of a daemon cannot be limited here; absent where it can. */
const noGroups: string | undefined = (() => {
  try {
    makeGroup();
    rmdirSync(GROUP);
    return undefined;
  } catch (error) {
    return `no memory control group can be made (${(error as NodeJS.ErrnoException).code})`;
  }
})();
const title = noGroups === undefined ? 'in a group of 600 MiB' : `skipped: ${noGroups}`;

describe.skipIf(noGroups !== undefined)(`a daemon with little memory (${title})`, () => {
  let daemon: Daemon;
  beforeAll(async () => {
    makeGroup();
    const enter = `echo $$ > ${GROUP}/cgroup.procs; exec "$@"`;
    daemon = await startDaemon({
      launcher: ['sh', '-c', enter, 'sh'],
      config: {
        ...RATE,
        inference: { cpu_workers: 1, queue_limit: 4 },
        limits: {
          imaging_body_bytes: 32 * MIB,
          audio_body_bytes: 32 * MIB,
          uploads_in_flight_bytes: 64 * MIB,
        },
      },
    });
  });
  afterAll(async () => {
    await daemon.stop();
    // Only an empty one can be removed.
    await vi.waitFor(() => rmdirSync(GROUP), HANG_MS);
  });

  it('refuses what does not fit and is not ended for lack of memory', async () => {
    const key = await daemon.key();
    const body = JSON.stringify({ ...(await bodyOf(200)), padding: 'x'.repeat(24 * MIB) });
    const headers = { 'content-type': 'application/json' };
    const all = Array.from({ length: 24 }, (_, nth) => nth);
    const ends = await inTurns(all, 12, async () => {
      try {
        return (await daemon.request('/v1/imaging', { key, body, headers })).status;
      } catch (error) {
        // Answered before all of it was sent, and the rest was not taken any more.
        if (isBroken(error)) return 'cut';
        throw error;
      }
    });
    expect(ends.filter((end) => ![400, 503, 'cut'].includes(end))).toEqual([]);
    expect(ends.filter((end) => end !== 400).length).toBeGreaterThan(0);
    const small = await bodyOf(200);
    expect((await daemon.request('/v1/imaging', { key, json: small })).status).toBe(200);
    const peak = readFileSync(join(GROUP, 'memory.max_usage_in_bytes'), 'utf8');
    process.stdout.write(`${JSON.stringify({ peak_mb: Number(peak) >> 20 })}\n`);
    expect((await daemon.stop()).code).toBe(0);
  });
});
