import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigOverrides, type Daemon, startDaemon } from '../support/daemon.js';
import { type EventLine, listenTo } from '../support/event-source.js';
import { inTurns } from '../support/fhir/daemon.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';
import { filmQuestion, type Job, LATER } from '../support/jobs.js';
import { audioForm, recording } from '../support/recordings.js';
import { rounds } from '../support/rounds.js';
import { speechModels } from '../support/speech-models.js';

const models = speechModels();
const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-jobs-'));
afterAll(() => {
  models.remove();
  rmSync(FOLDER, { recursive: true, force: true });
});

let last = 0;
const freshFolder = () => join(FOLDER, String(++last));

/** The same digits again and again, with a pause of a second between: a WAV file of μ-law. */
function spokenDigits(times: number): Buffer {
  const one = recording('digits/slt.wav');
  const start = one.indexOf('data') + 8;
  // In μ-law this is silence.
  const pause = Buffer.alloc(one.readUInt32LE(24), 0xff);
  const both = [one.subarray(start), pause];
  const all = Buffer.concat(Array.from({ length: times }, () => both).flat());
  const head = Buffer.from(one.subarray(0, start));
  head.writeUInt32LE(start - 8 + all.length, 4);
  head.writeUInt32LE(all.length, head.indexOf('fact') + 8);
  head.writeUInt32LE(all.length, start - 4);
  return Buffer.concat([head, all]);
}

const LONG = spokenDigits(40);
/** For what is to be stopped: commands take seconds on a busy machine. */
const ENDLESS = spokenDigits(300);
const SHORT = spokenDigits(1);
const ROUNDS = rounds({ short: 1, long: 50 });
/** So many jobs are read at a time: many rounds leave more of them than a daemon takes connections. */
const READERS = 16;

async function start(dataDir: string, config: ConfigOverrides = {}): Promise<Daemon> {
  const daemon = await startDaemon({ dataDir, config: { models_dir: models.dir, ...config } });
  onTestFinished(async () => {
    await daemon.stop('SIGKILL');
  });
  return daemon;
}

async function ask(daemon: Daemon, key: string, audio: Uint8Array): Promise<string> {
  const asked = { key, headers: LATER, body: audioForm(audio) };
  const response = await daemon.request('/v1/transcribe', asked);
  expect(response.status, response.text).toBe(202);
  return response.json<Job>().job_id;
}

async function read(daemon: Daemon, key: string, id: string): Promise<Job> {
  const response = await daemon.request(`/v1/jobs/${id}`, { key });
  expect(response.status, response.text).toBe(200);
  return response.json<Job>();
}

async function endOf(daemon: Daemon, key: string, id: string): Promise<Job> {
  for (;;) {
    const job = await read(daemon, key, id);
    if (!['queued', 'running'].includes(job.status)) return job;
    await sleep(100);
  }
}

const listen = (daemon: Daemon, key: string, id: string, after?: string) =>
  listenTo(daemon, `/v1/jobs/${id}/events`, key, after);

const halfway = (line: EventLine) =>
  line.first(({ event, data }) => event === 'progress' && data.progress > 0.02);

const statusesOf = ({ events }: EventLine) => events.flatMap(({ data }) => data.status ?? []);
const filesOf = (dataDir: string) => readdirSync(join(dataDir, 'jobs'));

interface Recorded {
  readonly job_id?: string;
  readonly status?: number;
}

async function allRecords(daemon: Daemon): Promise<Recorded[]> {
  const text = await daemon.cli('audit', 'tail', '-n', '10000', '--json');
  const records = JSON.parse(text) as Array<{ event?: Recorded } & Recorded>;
  return records.map((record) => record.event ?? record);
}

const recordsOf = async (daemon: Daemon, id: string) =>
  (await allRecords(daemon))
    .filter(({ job_id }) => job_id === id)
    .map(({ status }) => status)
    .sort();

describe('a long job over HTTPS', () => {
  it('outlives a daemon that is killed in its middle; a client goes on where it was', async () => {
    const dataDir = freshFolder();
    const first = await start(dataDir);
    const key = await first.key();
    const id = await ask(first, key, LONG);
    const line = await listen(first, key, id);
    expect(line.status).toBe(200);
    const { id: seen } = await halfway(line);
    expect(filesOf(dataDir)).toHaveLength(1);
    await first.stop('SIGKILL');
    expect(await line.ended).toBe('cut');
    expect(statusesOf(line)).toEqual(['queued', 'running']);

    const second = await start(dataDir);
    const again = await listen(second, key, id, seen);
    expect(await again.ended).toBe('whole');
    expect(statusesOf(again)).toEqual(['queued', 'running', 'succeeded']);
    expect(Number(again.events[0]?.id)).toBeGreaterThan(Number(seen));
    const job = await read(second, key, id);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 2, progress: 1 });
    // All of it, from its beginning: a byte a sample.
    expect(job.result?.duration).toBeCloseTo(LONG.length / LONG.readUInt32LE(24), 1);
    expect(String(job.result?.text)).not.toBe('');
    expect((await listen(second, key, id, again.events.at(-1)?.id)).status).toBe(204);
    await expect.poll(() => filesOf(dataDir)).toEqual([]);
    expect(await recordsOf(second, id)).toEqual([200, 202]);
    expect(JSON.parse(await second.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
  });

  it('keeps no daemon from stopping, and is not counted as tried', async () => {
    const dataDir = freshFolder();
    // A drain may take longer than anybody waits for an end.
    const first = await start(dataDir, { server: { drain_timeout_s: 300 } });
    const key = await first.key();
    const id = await ask(first, key, LONG);
    const line = await listen(first, key, id);
    await halfway(line);
    expect(await first.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await line.ended).toBe('whole');
    expect(statusesOf(line)).toEqual(['queued', 'running']);

    const second = await start(dataDir);
    const job = await endOf(second, key, id);
    expect(job).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(await recordsOf(second, id)).toEqual([200, 202]);
  });

  it('lets others by, and its worker is free when it is cancelled', async () => {
    const dataDir = freshFolder();
    const daemon = await start(dataDir);
    const key = await daemon.key();
    const id = await ask(daemon, key, ENDLESS);
    const line = await listen(daemon, key, id);
    await halfway(line);
    // One worker alone: what somebody waits for shares it.
    const now = await daemon.request('/v1/transcribe', { key, body: audioForm(SHORT) });
    expect(now.status, now.text).toBe(200);
    expect((await read(daemon, key, id)).status).toBe('running');
    const cancelled = await daemon.request(`/v1/jobs/${id}`, { key, method: 'DELETE' });
    expect(cancelled.status).toBe(200);
    expect(await line.ended).toBe('whole');
    expect(statusesOf(line).at(-1)).toBe('cancelled');
    expect(filesOf(dataDir)).toEqual([]);
    const free = async () =>
      (await daemon.request('/readyz')).json<{ checks: { workers: { busy: number } } }>().checks
        .workers.busy;
    await expect.poll(free).toBe(0);
    const next = await ask(daemon, key, SHORT);
    expect((await endOf(daemon, key, next)).status).toBe('succeeded');
  });

  it('is ended at the command line, beside a daemon that works on it', async () => {
    const daemon = await start(freshFolder());
    const key = await daemon.key();
    const id = await ask(daemon, key, ENDLESS);
    const line = await listen(daemon, key, id);
    await halfway(line);
    expect(await daemon.cli('jobs', 'list')).toMatch(new RegExp(`${id} .*running`));
    await daemon.cli('jobs', 'cancel', id);
    expect(await line.ended).toBe('whole');
    expect(statusesOf(line).at(-1)).toBe('cancelled');
    const next = await ask(daemon, key, SHORT);
    expect((await endOf(daemon, key, next)).status).toBe('succeeded');
  });

  it('is not reported to a key that is revoked meanwhile', async () => {
    const daemon = await start(freshFolder());
    const made = await daemon.cli('keys', 'create', '--name', 'short', '--mode', 'live', '--json');
    const { key, key_id } = JSON.parse(made) as { key: string; key_id: string };
    const id = await ask(daemon, key, ENDLESS);
    const line = await listen(daemon, key, id);
    await halfway(line);
    await daemon.cli('keys', 'revoke', key_id);
    expect(await line.ended).toBe('whole');
    expect(statusesOf(line)).toEqual(['queued', 'running']);
    expect((await daemon.request(`/v1/jobs/${id}`, { key })).status).toBe(401);
    const cancelled = async () => (await daemon.cli('jobs', 'list')).includes('cancelled');
    await expect.poll(cancelled).toBe(true);
  });
});

/** Makes jobs in turn until the daemon is killed; those that it has acknowledged. */
async function askUntilKilled(daemon: Daemon, key: string, enough: number): Promise<string[]> {
  const json = await filmQuestion();
  const taken: string[] = [];
  const writers = Array.from({ length: 6 }, async () => {
    for (;;) {
      try {
        const response = await daemon.request('/v1/imaging', { key, headers: LATER, json });
        expect(response.status, response.text).toBe(202);
        taken.push(response.json<Job>().job_id);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        return;
      }
    }
  });
  await expect.poll(() => taken.length).toBeGreaterThan(enough);
  daemon.process.kill('SIGKILL');
  await Promise.all(writers);
  return taken;
}

describe('jobs that were acknowledged', () => {
  it('are all answered, each once, however often the daemon is killed', async () => {
    const dataDir = freshFolder();
    const config = { models_dir: FIXTURE_MODELS, jobs: { per_key: 10_000 } };
    const taken: string[] = [];
    let key: string | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      const daemon = await start(dataDir, config);
      key ??= await daemon.key({ rate: 100_000 });
      taken.push(...(await askUntilKilled(daemon, key, 20 + ((round * 7) % 23))));
      await daemon.stop('SIGKILL');
    }
    const last = await start(dataDir, config);
    const ended = await inTurns(taken, READERS, (id) => endOf(last, key ?? '', id));
    const analyses = ended.map(({ result }) => String(result?.analysis_id));
    expect(ended.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect(new Set(analyses).size).toBe(taken.length);
    const records = await allRecords(last);
    for (const id of taken) {
      const own = records.filter(({ job_id }) => job_id === id);
      expect(own.map(({ status }) => status).sort()).toEqual([200, 202]);
    }
    const verdict = JSON.parse(await last.cli('audit', 'verify', '--json'));
    expect(verdict).toMatchObject({ intact: true });
  });
});
