import { imagingBody, runClients } from '../client.js';
import { startShipped } from '../daemon.js';
import { makeDicomFilm } from '../dicom-films.js';
import type { Figure } from '../figure.js';
import { makeFilms } from '../films.js';
import { milliseconds, perSecond, spreadOf } from '../statistics.js';

const CLIENTS = [1, 2, 4] as const;
const ROUNDS = 2;
const ROUND_MS = 2_000;

export const throughput: Figure = {
  id: 'throughput',
  title: 'Films a second through /v1/imaging, 2048²',
  async measure({ folder, models }) {
    const { png } = await makeFilms();
    const films = [
      { film: 'PNG', body: imagingBody(png, models) },
      { film: 'DICOM, 12 bits', body: imagingBody(await makeDicomFilm(2_048), models) },
    ];
    const sides = films.flatMap((one) =>
      CLIENTS.map((clients) => ({ ...one, clients, tookMs: 0, latencies: [] as number[] })),
    );
    const daemon = await startShipped(folder('throughput'), models.modelsDir);
    try {
      for (const { body } of films) await runClients(daemon, body, { clients: 2, requests: 6 });
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const side of sides) {
          const { body, clients } = side;
          const load = await runClients(daemon, body, { clients, forMs: ROUND_MS });
          side.tookMs += load.tookMs;
          side.latencies.push(...load.latencies);
        }
      }
    } finally {
      await daemon.stop();
    }
    const data = sides.map(({ film, clients, tookMs, latencies }) => ({
      film,
      clients,
      perSecond: latencies.length / (tookMs / 1_000),
      latency: spreadOf(latencies),
    }));
    const rows = data.map(({ film, clients, perSecond: rate, latency }) => {
      const alone = data.find((one) => one.film === film && one.clients === 1);
      const gain = (rate / (alone?.perSecond ?? Number.NaN)).toFixed(2);
      return {
        what: `${film}, ${clients} client${clients === 1 ? '' : 's'}`,
        value: `${perSecond(rate)} (${gain}× one client), p50 ${milliseconds(latency.p50)}`,
      };
    });
    return { rows, data: { loads: data } };
  },
};
