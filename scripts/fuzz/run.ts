import { readFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import type { Daemon } from '../../test/support/daemon.js';
import type { OpenApi } from './document.js';
import type { Draft, WireRequest } from './draft.js';
import { createJudge } from './judge.js';
import { makeRequest, type Sources } from './make.js';
import { type MemorySample, sampleMemory } from './memory.js';
import { MARKER, makeSamples } from './samples.js';
import { type Sent, send, type Target } from './send.js';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly clients: number;
  /** The number of the first request. */
  readonly from?: number;
  onProgress?(done: number): void;
}

/** An answer that should not be. */
export interface Finding {
  /** With the seed, all that is needed to send it again. */
  readonly number: number;
  readonly name: string;
  readonly request: string;
  readonly why: string;
}

export interface FuzzReport {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Operation → status (or `none`) → how many. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly memory: readonly MemorySample[];
}

const SAMPLE_EVERY = 250;

interface Statement {
  readonly rest: readonly {
    readonly resource: readonly { readonly searchParam?: readonly { readonly name: string }[] }[];
  }[];
}

export async function sourcesOf(daemon: Daemon): Promise<Sources> {
  const [key, ...others] = await Promise.all([
    daemon.key({ rate: 1_000_000 }),
    daemon.key({ rate: 1_000_000, mode: 'live' }),
    daemon.key({ rate: 1_000_000, scopes: ['risk'] }),
    daemon.key({ rate: 30 }),
  ]);
  const document = (await daemon.request('/openapi.json')).json<OpenApi>();
  const statement = (await daemon.request('/v1/fhir/metadata', { key })).json<Statement>();
  const resources = statement.rest.flatMap(({ resource }) => resource);
  const names = resources.flatMap(({ searchParam = [] }) => searchParam.map(({ name }) => name));
  const searchNames = [
    ...new Set([...names, '_sort', '_count', '_include', '_summary', '_elements']),
  ];
  return { samples: await makeSamples(), document, searchNames, keys: [key ?? '', ...others] };
}

export async function targetOf({ url, caFile }: Daemon, clients: number): Promise<Target> {
  if (caFile === undefined) throw new Error('the daemon needs TLS');
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return { url: new URL(url), ca: await readFile(caFile, 'utf8'), agent };
}

/** Creates what the samples depend on: the patient that they name. */
export async function prepare(target: Target, sources: Sources): Promise<void> {
  const [patient] = sources.samples.filter(
    ({ method, path }: Draft) => method === 'PUT' && path === '/fhir/Patient/fuzz',
  );
  if (patient === undefined || patient.content.kind !== 'json')
    throw new Error('no sample patient');
  const body = Buffer.from(JSON.stringify(patient.content.value));
  const headers = { ...patient.headers, authorization: `Bearer ${sources.keys[0]}` };
  const request = { ...patient, headers, target: `/v1${patient.path}`, body, raw: false };
  const sent = await send(target, request);
  if (!('reply' in sent) || sent.reply.status >= 300)
    throw new Error('the sample patient was refused');
}

const shortened = ({ method, target }: WireRequest) => `${method} ${target.slice(0, 120)}`;

function createTally() {
  const statuses = new Map<string, Map<string, number>>();
  return {
    statuses,
    add(name: string, sent: Sent) {
      const status = 'reply' in sent ? String(sent.reply.status) : 'none';
      const of = statuses.get(name) ?? new Map<string, number>();
      of.set(status, (of.get(status) ?? 0) + 1);
      statuses.set(name, of);
    },
  };
}

/** Lines of the log that should not be: errors, and anything of what was sent. */
async function faultsOfLog(daemon: Daemon): Promise<Finding[]> {
  const finding = (why: string, request: string) => ({ number: -1, name: 'log', request, why });
  return (await daemon.allLogs()).flatMap((line) => {
    const text = JSON.stringify(line);
    if (text.includes(MARKER)) return [finding('the log holds what a client sent', line.msg)];
    return Number(line.level) >= 50 ? [finding('an error was logged', text.slice(0, 300))] : [];
  });
}

/** Sends this many requests, a few at the same time, and checks each answer. */
export async function fuzz(daemon: Daemon, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, clients, from = 0, onProgress } = options;
  const sources = await sourcesOf(daemon);
  const target = await targetOf(daemon, clients);
  const judge = createJudge(sources.document);
  const tally = createTally();
  const findings: Finding[] = [];
  const memory: MemorySample[] = [];
  const pid = daemon.process.pid ?? 0;
  await prepare(target, sources);
  let next = 0;

  async function one(number: number): Promise<void> {
    const request = makeRequest(seed, number, sources);
    const sent = await send(target, request);
    tally.add(request.name, sent);
    const found = (why: string) =>
      findings.push({ number, name: request.name, request: shortened(request), why });
    if ('silent' in sent) {
      // Who breaks HTTP itself may be cut off.
      if (!sent.raw) found(`no answer: ${sent.silent}`);
      return;
    }
    // Node itself answers what is not HTTP, before a request exists.
    const fault = sent.raw && sent.reply.status < 500 ? undefined : judge(request, sent.reply);
    if (fault !== undefined) found(fault);
  }

  async function client(): Promise<void> {
    while (next < requests && daemon.process.exitCode === null) {
      const done = next;
      next += 1;
      await one(from + done);
      if (done % SAMPLE_EVERY === 0) {
        memory.push(sampleMemory(pid, done));
        onProgress?.(done);
      }
    }
  }

  await Promise.all(Array.from({ length: clients }, client));
  target.agent.destroy();
  if (daemon.process.exitCode !== null) {
    findings.push({
      number: from + next,
      name: 'daemon',
      request: '',
      why: 'the daemon has ended',
    });
  }
  findings.push(...(await faultsOfLog(daemon)));
  return { requests: next, findings, statuses: tally.statuses, memory };
}
