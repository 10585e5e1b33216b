import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { imagingBody, runClients } from '../client.js';
import { pidOf, startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { makeFilms } from '../films.js';
import { milliseconds, perSecond } from '../statistics.js';

const PROBE = fileURLToPath(new URL('../loop-probe.mjs', import.meta.url));
const IDLE_MS = 5_000;
const WARM_UP_REQUESTS = 8;
const LOAD_MS = 10_000;
const CLIENTS = 4;
const ANSWER_LIMIT_MS = 2_000;
const TARGET_MS = 20;

interface LoopDelay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly arrivalP99Ms: number;
}

/** What the probe has measured since the last query. */
async function askProbe(pid: number, file: string): Promise<LoopDelay> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const until = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await sleep(10);
  }
}

function rows(name: string, delay: LoopDelay, target?: number): Row[] {
  const met = target === undefined ? {} : { target: `≤ ${target} ms`, met: delay.p99Ms <= target };
  const others = `p50 ${milliseconds(delay.p50Ms)}, longest ${milliseconds(delay.maxMs)}`;
  return [
    { what: `${name}: p99 (${others})`, value: milliseconds(delay.p99Ms), ...met },
    { what: `${name}: p99 of waits at any instant`, value: milliseconds(delay.arrivalP99Ms) },
  ];
}

export const loopDelay: Figure = {
  id: 'loop-delay',
  title: `Event-loop delay in the daemon, ${CLIENTS} clients sending 2048² PNG films`,
  async measure({ folder, models }) {
    const { png } = await makeFilms();
    const body = imagingBody(png, models);
    const place = folder('loop');
    const file = join(place, 'loop.json');
    const daemon = await startShipped(folder('loop-data'), models.modelsDir, {
      execArgv: ['--import', PROBE],
      env: { WARDBOX_BENCH_LOOP_FILE: file },
    });
    const pid = pidOf(daemon);
    try {
      await runClients(daemon, body, { clients: 1, requests: WARM_UP_REQUESTS });
      await askProbe(pid, file);
      await sleep(IDLE_MS);
      const idle = await askProbe(pid, file);
      const load = await runClients(daemon, body, { clients: CLIENTS, forMs: LOAD_MS });
      const loaded = await askProbe(pid, file);
      const rate = load.latencies.length / (load.tookMs / 1_000);
      return {
        rows: [...rows('idle', idle), ...rows(`at ${perSecond(rate)}`, loaded, TARGET_MS)],
        data: { clients: CLIENTS, bodyBytes: body.length, imagesPerSecond: rate, idle, loaded },
      };
    } finally {
      await daemon.stop();
    }
  },
};
