import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import type { Daemon } from '../../../test/support/daemon.js';
import { type Sent, send, type Target } from '../send.js';
import { LARGEST_BODIES, type LargestBody } from './bodies.js';
import type { Meter } from './meter.js';

export interface LargestFinding {
  readonly name: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** Bytes of the body. */
  readonly bytes: number;
  /** The longest turn of the event loop, in milliseconds on a processor. */
  readonly turnMs: number;
  /** The longest wait for `/healthz` meanwhile, by the clock. */
  readonly healthMs: number;
}

async function healthDuring<T>(target: Target, work: Promise<T>): Promise<[T, number]> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  const request = {
    name: 'health',
    method: 'GET',
    target: '/healthz',
    headers: {},
    raw: false,
    body: undefined,
  };
  do {
    const begun = performance.now();
    await send(target, request);
    longest = Math.max(longest, performance.now() - begun);
  } while (!isDone);
  return [await done, longest];
}

const statusOf = (sent: Sent): number => ('silent' in sent ? 0 : sent.reply.status);

async function look(
  target: Target,
  key: string,
  meter: Meter,
  one: LargestBody,
  { tries, enoughMs = 0 }: LargestOptions,
) {
  const authorization = `Bearer ${key}`;
  const ask = (method: string, path: string, type: string, text: string) => {
    const headers = { authorization, 'content-type': type, ...one.headers };
    const body = text === '' ? undefined : Buffer.from(text);
    return send(target, {
      name: one.name,
      method,
      target: `/v1${path}`,
      headers,
      raw: false,
      body,
    });
  };
  const { before } = one;
  if (before !== undefined) {
    await ask('PUT', before.path, 'application/fhir+json', before.make());
  }
  const text = one.make();
  let found: LargestFinding | undefined;
  for (let n = 0; n < tries; n += 1) {
    await meter.longestTurnMs();
    const [sent, healthMs] = await healthDuring(target, ask(one.method, one.path, one.type, text));
    const turnMs = await meter.longestTurnMs();
    // What is compiled or collected for the first time is not what a body costs.
    if (found === undefined || turnMs < found.turnMs) {
      const bytes = Buffer.byteLength(text);
      found = { name: one.name, status: statusOf(sent), bytes, turnMs, healthMs };
    }
    if (found.turnMs <= enoughMs) break;
  }
  return found;
}

export interface LargestOptions {
  readonly tries: number;
  /** A body is not sent again when its longest turn was no longer. */
  readonly enoughMs?: number;
  /** Of the names of bodies; all where it is not given. */
  readonly only?: string;
  onFinding?(finding: LargestFinding): void;
}

/** Sends every operation the largest bodies it takes, and says for how long others are held up. */
export async function sendLargest(
  { url, caFile = '', key, process }: Daemon,
  meter: Meter,
  options: LargestOptions,
): Promise<readonly LargestFinding[]> {
  const { only = '', onFinding } = options;
  const ca = await readFile(caFile, 'utf8');
  const target = { url: new URL(url), ca, agent: new Agent({ keepAlive: true }) };
  const findings: LargestFinding[] = [];
  const bearer = await key({ rate: 1_000_000 });
  for (const one of LARGEST_BODIES.filter(({ name }) => name.includes(only))) {
    if (process.exitCode !== null) break;
    const finding = await look(target, bearer, meter, one, options);
    if (finding === undefined) continue;
    findings.push(finding);
    onFinding?.(finding);
  }
  target.agent.destroy();
  return findings;
}
