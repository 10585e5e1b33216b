import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { createClient } from '../support/https-client.js';

const ENTRIES = 150;
const REQUESTS = 60;

/** A request of about 60 kB with an answer of about 40 kB. */
const bundle = Buffer.from(
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: Array.from({ length: ENTRIES }, (_, n) => ({
      resource: {
        resourceType: 'Organization',
        name: `Invented hospital ${n}`,
        alias: Array.from({ length: 8 }, (_, at) => `Alias ${at} of an invented hospital`),
      },
      request: { method: 'POST', url: 'Organization' },
    })),
  }),
);

describe('a connection that is kept', () => {
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterAll(() => daemon.stop());

  it('takes a large request right after a large answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = await createClient(daemon.url, daemon.caFile, agent);
    const key = await daemon.key({ rate: 10_000 });
    const headers = { 'content-type': 'application/fhir+json' };
    try {
      for (let n = 0; n < REQUESTS; n += 1) {
        const { status, text } = await ask('/v1/fhir', { key, headers, body: bundle });
        expect({ n, status }).toEqual({ n, status: 200 });
        expect(JSON.parse(text).entry).toHaveLength(ENTRIES);
      }
    } finally {
      agent.destroy();
    }
  });
});
