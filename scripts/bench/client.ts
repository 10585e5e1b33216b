import { Agent } from 'node:https';
import type { EncodedForm } from '../../test/support/form.js';
import { createClient, type HttpRequest } from '../../test/support/https-client.js';
import type { Daemon } from './daemon.js';
import type { Models } from './models.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

/** One clinical client that keeps its connection. */
export interface Client {
  /** Sends the request and waits for the whole answer. */
  send(body: Buffer | EncodedForm): Promise<Answer>;
  /** Sends a GET request to the path. */
  fetch(): Promise<Answer>;
  /** The same, where only an answer counts; returns how long it took. */
  read(body: Buffer | EncodedForm): Promise<number>;
  close(): void;
}

/** The same request as a form, with the file as it is. */
export function filmForm(
  film: Buffer,
  fields: Readonly<Record<string, string>>,
  options: object,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('analysis_options', JSON.stringify(options));
  form.append('image', new Blob([new Uint8Array(film)]), 'image');
  return form;
}

/** A request for findings and measurements. */
export function imagingBody(film: Buffer, { imageType, modality }: Models): Buffer {
  const image_data = film.toString('base64');
  const analysis_options = { measure_structures: true };
  return Buffer.from(
    JSON.stringify({ image_data, image_type: imageType, modality, analysis_options }),
  );
}

export async function openClient(
  { url, caFile, key: makeKey }: Daemon,
  path = '/v1/imaging',
): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [request, key] = await Promise.all([createClient(url, caFile, agent), makeKey()]);
  const headers = { 'content-type': 'application/json' };
  async function timed(content: HttpRequest): Promise<Answer> {
    const startedAt = performance.now();
    const { status, text } = await request(path, { key, ...content });
    return { status, text, tookMs: performance.now() - startedAt };
  }
  const send = (body: Buffer | EncodedForm) =>
    timed('bytes' in body ? { headers: body.headers, body: body.bytes } : { headers, body });
  return {
    send,
    fetch: () => timed({}),
    async read(body) {
      const { status, text, tookMs } = await send(body);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      return tookMs;
    },
    close: () => agent.destroy(),
  };
}

export interface Load {
  readonly tookMs: number;
  readonly latencies: readonly number[];
}

/** Runs concurrent clients, each sending its next request after its answer, until the time or count is reached. */
export async function runClients(
  daemon: Daemon,
  body: Buffer,
  limits: { clients: number; forMs?: number; requests?: number; path?: string },
): Promise<Load> {
  const { forMs = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY } = limits;
  const clients = await Promise.all(
    Array.from({ length: limits.clients }, () => openClient(daemon, limits.path)),
  );
  const latencies: number[] = [];
  const startedAt = performance.now();
  let started = 0;
  async function work(client: Client): Promise<void> {
    while (started < requests && performance.now() - startedAt < forMs) {
      started += 1;
      latencies.push(await client.read(body));
    }
  }
  try {
    await Promise.all(clients.map(work));
  } finally {
    for (const client of clients) client.close();
  }
  return { tookMs: performance.now() - startedAt, latencies };
}
