import { availableParallelism } from 'node:os';
import type { InferenceTimes } from '../children/inference.js';
import type { Figure } from '../figure.js';
import { makeFilms } from '../films.js';
import { startChild } from '../processes.js';
import { milliseconds, spreadOf } from '../statistics.js';

const WARM_UP = 3;
const ROUNDS = 25;
const BUDGET_MS = 15_000;

export const backends: Figure = {
  id: 'backends',
  title: 'The model alone, one image, backends side by side',
  async measure({ models }) {
    const { jpeg: film } = await makeFilms();
    const { packageDir } = models;
    const threadCounts = [...new Set([1, availableParallelism()])];
    const sides = (['cpu', 'wasm'] as const).flatMap((backend) =>
      threadCounts.map((threads) => ({
        backend,
        threads,
        child: startChild('inference'),
        runs: [] as number[],
      })),
    );
    try {
      for (const { child, backend, threads } of sides) {
        await child.ask({ setup: { packageDir, backend, threads, film } });
      }
      const until = performance.now() + BUDGET_MS;
      for (let i = 0; i < WARM_UP + ROUNDS && performance.now() < until; i += 1) {
        for (const { child, runs } of sides) {
          const { runMs } = await child.ask<InferenceTimes>({ read: true });
          if (i >= WARM_UP) runs.push(runMs);
        }
      }
    } finally {
      for (const { child } of sides) await child.end();
    }
    const data = sides.map(({ backend, threads, runs }) => ({
      backend,
      threads,
      ...spreadOf(runs),
    }));
    const rows = data.map(({ backend, threads, p50, p95 }) => ({
      what: `${backend}, ${threads} thread${threads === 1 ? '' : 's'} (p50 / p95)`,
      value: `${milliseconds(p50)} / ${milliseconds(p95)}`,
    }));
    return { rows, data: { model: models.label, runs: data } };
  },
};
