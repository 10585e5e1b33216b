import { imagingBody, runClients } from '../client.js';
import { prepareSite, startDaemon } from '../daemon.js';
import type { Figure } from '../figure.js';
import { makeFilms } from '../films.js';
import { milliseconds, perSecond, spreadOf } from '../statistics.js';

const CLIENTS = [1, 2, 4] as const;
const ROUNDS = 2;
const ROUND_MS = 3_000;

export const throughput: Figure = {
  id: 'throughput',
  title: 'Films a second through /v1/imaging, 2048² PNG',
  async measure({ folder, models }) {
    const { png } = await makeFilms();
    const body = imagingBody(png, models);
    const daemon = await startDaemon(await prepareSite(folder('throughput'), models.modelsDir));
    const results = CLIENTS.map((clients) => ({ clients, tookMs: 0, latencies: [] as number[] }));
    try {
      await runClients(daemon.site, body, { clients: 2, requests: 6 });
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const result of results) {
          const { clients } = result;
          const load = await runClients(daemon.site, body, { clients, forMs: ROUND_MS });
          result.tookMs += load.tookMs;
          result.latencies.push(...load.latencies);
        }
      }
    } finally {
      await daemon.stop();
    }
    const data = results.map(({ clients, tookMs, latencies }) => ({
      clients,
      perSecond: latencies.length / (tookMs / 1_000),
      latency: spreadOf(latencies),
    }));
    const rows = data.map(({ clients, perSecond: rate, latency }) => ({
      what: `${clients} client${clients === 1 ? '' : 's'}`,
      value: `${perSecond(rate)}, p50 ${milliseconds(latency.p50)}`,
    }));
    return { rows, data: { loads: data } };
  },
};
