import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorEnvelope, readinessSchema } from '../../src/http/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { HANG_MS } from '../support/hang.js';
import type { HttpResponse } from '../support/https-client.js';
import { base64Of, greyPicture } from '../support/pictures.js';

let daemon: Daemon;
let key: string;
let body: Record<string, unknown>;

beforeAll(async () => {
  const image_data = await base64Of(greyPicture(200, 200).png());
  body = { image_data, image_type: 'test_pattern', modality: 'DX' };
  daemon = await startDaemon({
    config: { inference: { queue_limit: 2 }, rate_limits: { per_minute: 10_000 } },
  });
  key = await daemon.key();
});
afterAll(() => daemon.stop());

const ask = (signal?: AbortSignal) =>
  daemon.request('/v1/imaging', { key, json: body, ...(signal && { signal }) });
const codeOf = (response: HttpResponse) => errorEnvelope.parse(response.json()).error.code;

/**
 * Signals the worker in force: SIGSTOP makes any work last, SIGCONT lets it end. The log tells of a
 * new worker a moment after it has come.
 */
async function signalWorker(signal: NodeJS.Signals): Promise<number> {
  return vi.waitFor(() => {
    const pids = daemon.logs.filter(({ msg }) => msg === 'worker ready').map(({ pid }) => pid);
    const pid = Number(pids.at(-1));
    process.kill(pid, signal);
    return pid;
  }, HANG_MS);
}

/** Until so many tasks are with the worker and so many wait. */
async function untilLoad(expected: { busy: number; queued: number }): Promise<void> {
  for (const until = performance.now() + HANG_MS; performance.now() < until; ) {
    const response = await daemon.request('/readyz');
    const { up, busy, queued } = readinessSchema.parse(response.json()).checks.workers;
    if (up === 1 && busy === expected.busy && queued === expected.queued) return;
    await sleep(50);
  }
  throw new Error(`the load did not become ${JSON.stringify(expected)}`);
}

/** The status that a body without a told length gets. */
function sendChunked(body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL('/v1/imaging', daemon.url),
      {
        method: 'POST',
        agent: false,
        ca: readFileSync(daemon.caFile ?? ''),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

describe('the appliance lives on', () => {
  it('when a worker is killed in the middle of its work', async () => {
    await signalWorker('SIGSTOP');
    const pending = ask();
    await untilLoad({ busy: 1, queued: 0 });
    await signalWorker('SIGKILL');
    const response = await pending;
    expect(response.status).toBe(503);
    expect(codeOf(response)).toBe('model_unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await daemon.request('/healthz')).status).toBe(200);
    await untilLoad({ busy: 0, queued: 0 });
    expect((await ask()).status).toBe(200);
  });

  it('when an idle worker is killed: the next request waits for its successor', async () => {
    const killed = await signalWorker('SIGKILL');
    await daemon.log(({ msg, pid }) => msg === 'worker ended' && pid === killed);
    expect((await ask()).status).toBe(200);
  });

  it('when more is asked than may wait: the rest is told to come again', async () => {
    await untilLoad({ busy: 0, queued: 0 });
    await signalWorker('SIGSTOP');
    const pending = Array.from({ length: 6 }, () => ask());
    // One is with the worker and two wait; whoever comes later is refused at once.
    await untilLoad({ busy: 1, queued: 2 });
    await sleep(300);
    await signalWorker('SIGCONT');
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503, 503]);
    for (const answer of answers.filter(({ status }) => status === 503)) {
      expect(codeOf(answer)).toBe('overloaded');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('when clients hang up: what waits is dropped, and the next is served', async () => {
    await signalWorker('SIGSTOP');
    const impatient = new AbortController();
    const pending = Promise.allSettled([1, 2, 3].map(() => ask(impatient.signal)));
    await untilLoad({ busy: 1, queued: 2 });
    impatient.abort();
    expect((await pending).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await untilLoad({ busy: 1, queued: 0 });
    await signalWorker('SIGCONT');
    expect((await ask()).status).toBe(200);
    const records: { error_code?: string }[] = JSON.parse(
      await daemon.cli('audit', 'tail', '--json', '-n', '20'),
    );
    const closed = records.filter(({ error_code }) => error_code === 'client_closed_request');
    expect(closed).toHaveLength(3);
  });

  it('when a body of 100 MB is sent, with its length told or not', async () => {
    const huge = Buffer.alloc(100 * 1024 * 1024, 'a');
    const told = await daemon
      .request('/v1/imaging', { key, body: huge, headers: { 'content-type': 'application/json' } })
      // A server may close the connection on a client that goes on sending.
      .catch((error: NodeJS.ErrnoException) => error);
    if (told instanceof Error) expect(['EPIPE', 'ECONNRESET']).toContain(told.code);
    else expect([told.status, codeOf(told)]).toEqual([413, 'payload_too_large']);
    const untold = await sendChunked(huge).catch((error: NodeJS.ErrnoException) => error);
    if (untold instanceof Error) expect(['EPIPE', 'ECONNRESET']).toContain(untold.code);
    else expect(untold).toBe(413);
    expect((await ask()).status).toBe(200);
  });

  it('with its audit log whole', async () => {
    const verdict = JSON.parse(await daemon.cli('audit', 'verify', '--json'));
    expect(verdict.intact).toBe(true);
    expect(verdict.records).toBeGreaterThanOrEqual(15);
  });

  it('until it is told to stop: then it finishes what it has begun', async () => {
    await signalWorker('SIGSTOP');
    const pending = ask();
    await untilLoad({ busy: 1, queued: 0 });
    const exit = daemon.stop();
    await daemon.log(({ msg }) => msg === 'stopping');
    await signalWorker('SIGCONT');
    expect((await pending).status).toBe(200);
    expect(await exit).toEqual({ code: 0, signal: null });
  });
});
