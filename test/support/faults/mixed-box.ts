import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { expect } from 'vitest';
import { type Daemon, startDaemon } from '../daemon.js';
import { type FhirDaemon, inTurns } from '../fhir/daemon.js';
import { createClient } from '../https-client.js';
import { type Ledger, type MixedBox, madeBy, patient, place } from './mixed-load.js';

export const CLIENTS = 8;

export interface Box extends MixedBox {
  readonly daemon: Daemon;
  readonly key: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const TYPE = { 'content-type': 'application/json' };

/** With persistent connections and one key. */
export async function startBox(
  { dataDir, modelsDir }: { readonly dataDir: string; readonly modelsDir: string },
  { key: known, signal = 'SIGKILL' }: { key?: string; signal?: NodeJS.Signals } = {},
): Promise<Box> {
  const config = {
    models_dir: modelsDir,
    analyze: { workers: 1 },
    rate_limits: { per_minute: 1_000_000 },
  };
  const daemon = await startDaemon({ dataDir, config });
  const key = known ?? (await daemon.key());
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const request = await createClient(daemon.url, daemon.caFile, agent);
  const ask: FhirDaemon['ask'] = async (method, path, body, headers = {}) => {
    const sent = body !== undefined && { body: JSON.stringify(body) };
    const answer = await request(path, { method, key, headers: { ...TYPE, ...headers }, ...sent });
    const { status, text } = answer;
    return { status, headers: answer.headers, text, body: text === '' ? undefined : answer.json() };
  };
  return {
    daemon,
    key,
    ask,
    end: () => void daemon.process.kill(signal),
    async stop(signal) {
      agent.destroy();
      await daemon.stop(signal);
    },
  };
}

export async function subjectsFor({ ask }: Box): Promise<void> {
  for (let client = 0; client < CLIENTS; client += 1) {
    const id = `subject-${client}`;
    const { status } = await ask('PUT', `/v1/fhir/Patient/${id}`, patient(id, { id }));
    expect(status).toBe(201);
  }
}

/** Every answered request gets the same answer again, and the resources it created exist. */
export async function expectKept(box: Box, { answered }: Ledger): Promise<void> {
  await inTurns([...answered], CLIENTS, async ([order, before]) => {
    const again = await place(box, order);
    expect(again.text).toBe(before.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const names = madeBy(before);
    if (order.makes !== undefined) expect(names).toHaveLength(order.makes);
    for (const name of names) {
      expect({ name, status: (await box.ask('GET', `/v1/fhir/${name}`)).status }).toEqual({
        name,
        status: 200,
      });
    }
  });
}

/** Repeats unanswered requests twice, which carries each out once; returns how many had been carried out before. */
export async function settleOpen(box: Box, { answered, open }: Ledger): Promise<number> {
  const done = await inTurns(open, CLIENTS, async (order) => {
    const answer = await place(box, order);
    const again = await place(box, order);
    expect(again.text).toBe(answer.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    answered.set(order, answer);
    return answer.headers['idempotency-replayed'] === 'true';
  });
  return done.filter(Boolean).length;
}

export interface Kept {
  readonly names: Set<string>;
  readonly requests: Set<string>;
}

export function remember(kept: Kept, { answered }: Ledger): void {
  for (const answer of answered.values()) {
    kept.requests.add(String(answer.headers['x-request-id']));
    for (const name of madeBy(answer)) kept.names.add(name);
  }
}

/** Finally the store contains exactly what was answered. */
export async function expectNothingElse({ daemon, ask }: Box, kept: Kept): Promise<void> {
  const types = [...new Set([...kept.names].map((name) => name.split('/')[0] ?? ''))];
  for (const type of types) {
    const { body } = await ask('GET', `/v1/fhir/${type}?_summary=count`);
    const expected = [...kept.names].filter((name) => name.startsWith(`${type}/`)).length;
    const subjects = type === 'Patient' ? CLIENTS : 0;
    expect({ type, count: body.total }).toEqual({ type, count: expected + subjects });
  }
  const verdict = JSON.parse(await daemon.cli('audit', 'verify', '--json'));
  expect(verdict).toMatchObject({ intact: true });
  const file = `${daemon.configFile}.audit.jsonl`;
  await daemon.cli('audit', 'export', '--out', file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const recorded = new Set(lines.map((line) => JSON.parse(line).event.request_id));
  expect([...kept.requests].filter((id) => !recorded.has(id))).toEqual([]);
}
