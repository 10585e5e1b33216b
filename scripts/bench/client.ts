import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { Site } from './daemon.js';
import type { Models } from './models.js';

/** One clinical client that keeps its connection. */
export interface Client {
  /** Sends the film, waits for the whole answer; returns how long that took. */
  read(body: Buffer): Promise<number>;
  close(): void;
}

export function imagingBody(film: Buffer, { imageType, modality }: Models): Buffer {
  const image_data = film.toString('base64');
  return Buffer.from(JSON.stringify({ image_data, image_type: imageType, modality }));
}

function post(site: Site, agent: Agent, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${site.key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const options = { host: '127.0.0.1', port: site.port, path: '/v1/imaging', method: 'POST' };
    const sent = request({ ...options, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) return resolve();
        reject(new Error(`${response.statusCode}: ${Buffer.concat(chunks)}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export function openClient(site: Site): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(site.caFile) });
  return {
    async read(body) {
      const startedAt = performance.now();
      await post(site, agent, body);
      return performance.now() - startedAt;
    },
    close: () => agent.destroy(),
  };
}

export interface Load {
  readonly tookMs: number;
  readonly latencies: readonly number[];
}

/** So many clients, each sending its next film when it has its answer, until time or count is up. */
export async function runClients(
  site: Site,
  body: Buffer,
  limits: { clients: number; forMs?: number; requests?: number },
): Promise<Load> {
  const { clients, forMs = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY } = limits;
  const latencies: number[] = [];
  const startedAt = performance.now();
  let started = 0;
  async function work(): Promise<void> {
    const client = openClient(site);
    try {
      while (started < requests && performance.now() - startedAt < forMs) {
        started += 1;
        latencies.push(await client.read(body));
      }
    } finally {
      client.close();
    }
  }
  await Promise.all(Array.from({ length: clients }, work));
  return { tookMs: performance.now() - startedAt, latencies };
}
