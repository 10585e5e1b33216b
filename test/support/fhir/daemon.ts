import { Agent } from 'node:https';
import { type Daemon, type DaemonOptions, startDaemon } from '../daemon.js';
import { createClient, type HttpResponse } from '../https-client.js';

type Headers = Readonly<Record<string, string>>;

/** A resource, a Bundle or an OperationOutcome, as it came. */
// biome-ignore lint/suspicious/noExplicitAny: tests inspect answers of any shape
export type Answered = any;

export interface Told extends Pick<HttpResponse, 'status' | 'headers' | 'text'> {
  readonly body: Answered;
}

/** A request below `/v1/fhir` with a key of both scopes. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Told>;

export interface FhirDaemon {
  readonly daemon: Daemon;
  readonly base: string;
  readonly key: string;
  readonly ask: Ask;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  POST: 'application/fhir+json',
  PUT: 'application/fhir+json',
  PATCH: 'application/json-patch+json',
};

const RATE = { rate_limits: { per_minute: 1_000_000 } };

/**
 * The built daemon, with FHIR requests over persistent HTTPS connections.
 *
 * @param clients connections at once
 */
export async function startFhirDaemon(
  clients = 8,
  options: DaemonOptions & { readonly key?: string } = {},
): Promise<FhirDaemon> {
  const config = { ...RATE, ...options.config };
  const daemon = await startDaemon({ ...options, config });
  const key = options.key ?? (await daemon.key({ scopes: ['fhir.read', 'fhir.write'] }));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const request = await createClient(daemon.url, daemon.caFile, agent);
  return {
    daemon,
    base: `${daemon.url}/v1/fhir`,
    key,
    async ask(method, path, body, headers = {}) {
      const {
        status,
        headers: told,
        text,
      } = await request(`/v1/fhir${path}`, {
        method,
        key,
        headers: { ...(body !== undefined && { 'content-type': TYPES[method] ?? '' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status, headers: told, text, body: text === '' ? undefined : JSON.parse(text) };
    },
    async stop(signal) {
      agent.destroy();
      await daemon.stop(signal);
    },
  };
}

/** Does all, so many at a time, and gives what came of each in its place. */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const rest = items.entries();
  const turn = async () => {
    for (const [at, item] of rest) done[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
  return done;
}
