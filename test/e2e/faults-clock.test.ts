import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-clock-'));
const CLOCK = join(FOLDER, 'clock');
const HOUR_MS = 3_600_000;
const FHIR = { 'content-type': 'application/fhir+json' };

const start = () =>
  startDaemon({
    dataDir: join(FOLDER, 'data'),
    execArgv: ['--import', join(import.meta.dirname, '..', 'support/faults/stepped-clock.mjs')],
    env: { STEPPED_CLOCK: CLOCK },
    config: { rate_limits: { per_minute: 1_000_000 } },
  });

let daemon: Daemon;
let key: string;
beforeAll(async () => {
  writeFileSync(CLOCK, '0');
  daemon = await start();
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  rmSync(FOLDER, { recursive: true });
});

/** Sets the daemon's clock so many hours before that of the machine. */
const setBack = (hours: number) => writeFileSync(CLOCK, String(-hours * HOUR_MS));

const PATIENT = JSON.stringify({ resourceType: 'Patient', active: true });

async function write(method: string, path: string, more: Record<string, string> = {}) {
  const body = path.endsWith('/own') ? PATIENT.replace('{', '{"id":"own",') : PATIENT;
  const told = await daemon.request(`/v1/fhir/${path}`, {
    method,
    key,
    body,
    headers: { ...FHIR, ...more },
  });
  expect(told.status, told.text).toBeLessThan(300);
  return told;
}

const updatedIn = (told: { json(): unknown }) =>
  (told.json() as { meta: { lastUpdated: string } }).meta.lastUpdated;

interface Recorded {
  readonly seq: number;
  readonly at: string;
}

const tail = async () => JSON.parse(await daemon.cli('audit', 'tail', '--json')) as Recorded[];

describe('a clock that is set back three hours', () => {
  it('is recorded in the audit log as it is, whose chain and checkpoints stay intact', async () => {
    await write('POST', 'Patient');
    await daemon.cli('audit', 'checkpoint');
    const [before] = (await tail()).slice(-1);
    setBack(3);
    await write('POST', 'Patient');
    const after = (await tail()).at(-1);
    expect(Date.parse(after?.at ?? '')).toBeLessThan(Date.parse(before?.at ?? '') - 2 * HOUR_MS);
    await daemon.cli('audit', 'checkpoint');
    expect(JSON.parse(await daemon.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
    const { checks } = JSON.parse(await daemon.cli('doctor', '--json'));
    expect(checks).toContainEqual(
      expect.objectContaining({ check: 'clock', found: expect.stringMatching(/set back 3 hours/) }),
    );
    setBack(0);
  });

  it('does not make a newer version of a resource look older', async () => {
    const first = await write('PUT', 'Patient/own');
    setBack(3);
    const second = await write('PUT', 'Patient/own');
    expect(updatedIn(second) >= updatedIn(first)).toBe(true);
    const found = await daemon.request(`/v1/fhir/Patient?_lastUpdated=ge${updatedIn(first)}`, {
      key,
    });
    expect(found.text).toContain('"own"');
    setBack(0);
  });

  it('does not carry out a second time what was carried out before it', async () => {
    const once = { 'idempotency-key': 'an-order' };
    const first = await write('POST', 'Patient', once);
    for (const hours of [3, 72, -20, 0]) {
      setBack(hours);
      const again = await write('POST', 'Patient', once);
      expect(again.text).toBe(first.text);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    setBack(0);
  });

  it('keeps nobody out for longer than the minute of the rate limit', async () => {
    const slow = await daemon.key({ rate: 2 });
    const ask = () => daemon.request('/v1/models', { key: slow });
    await ask();
    await ask();
    setBack(3);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(Number(refused.headers['x-ratelimit-reset'])).toBeLessThanOrEqual(60);
    setBack(0);
  });

  it('lets a key that has expired in for as long as it stands before its end', async () => {
    const args = ['--name', 'short', '--mode', 'test', '--expires', '1h', '--json'];
    const made = JSON.parse(await daemon.cli('keys', 'create', ...args)) as { key: string };
    const ask = async () => (await daemon.request('/v1/models', { key: made.key })).status;
    expect(await ask()).toBe(200);
    setBack(-2);
    expect(await ask()).toBe(401);
    setBack(0);
    expect(await ask()).toBe(200);
  });

  it('does not keep a daemon from starting, nor from going on with what is there', async () => {
    const first = await write('POST', 'Patient');
    await daemon.stop();
    setBack(3);
    daemon = await start();
    expect((await daemon.request('/readyz')).status).toBe(200);
    const second = await write('POST', 'Patient');
    expect(updatedIn(second) >= updatedIn(first)).toBe(true);
    expect(JSON.parse(await daemon.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
    setBack(0);
  });
});
