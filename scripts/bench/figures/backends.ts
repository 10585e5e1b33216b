import { availableParallelism } from 'node:os';
import type { InferenceTimes } from '../children/inference.js';
import type { Figure } from '../figure.js';
import { makeFilms } from '../films.js';
import type { Models } from '../models.js';
import { startChild } from '../processes.js';
import { milliseconds, spreadOf } from '../statistics.js';

const WARM_UP = 3;
const ROUNDS = 25;
const BUDGET_MS = 15_000;

function openSides() {
  const threadCounts = [...new Set([1, availableParallelism()])];
  return (['cpu', 'wasm'] as const).flatMap((backend) =>
    threadCounts.map((threads) => ({
      backend,
      threads,
      child: startChild('inference'),
      times: [] as InferenceTimes[],
    })),
  );
}

type Side = ReturnType<typeof openSides>[number];

async function readInTurns(sides: readonly Side[], models: Models, film: Buffer): Promise<void> {
  for (const { child, backend, threads } of sides) {
    await child.ask({ setup: { models, backend, threads, film } });
  }
  const until = performance.now() + BUDGET_MS;
  for (let i = 0; i < WARM_UP + ROUNDS && performance.now() < until; i += 1) {
    for (const { child, times } of sides) {
      const one = await child.ask<InferenceTimes>({ read: true });
      if (i >= WARM_UP) times.push(one);
    }
  }
}

export const backends: Figure = {
  id: 'backends',
  title: 'Each model alone, one image, backends side by side',
  async measure({ models }) {
    const { jpeg } = await makeFilms();
    const sides = openSides();
    try {
      await readInTurns(sides, models, jpeg);
    } finally {
      for (const { child } of sides) await child.end();
    }
    const parts = [
      { model: models.reader.id, of: 'readerMs' as const },
      ...(models.segmenter ? [{ model: models.segmenter.id, of: 'segmenterMs' as const }] : []),
    ];
    const data = parts.flatMap(({ model, of }) =>
      sides.map(({ backend, threads, times }) => {
        return { model, backend, threads, ...spreadOf(times.map((one) => one[of])) };
      }),
    );
    const rows = data.map(({ model, backend, threads, p50, p95 }) => ({
      what: `${model}, ${backend}, ${threads} thread${threads === 1 ? '' : 's'} (p50 / p95)`,
      value: `${milliseconds(p50)} / ${milliseconds(p95)}`,
    }));
    return { rows, data: { runs: data } };
  },
};
