import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { encodeForm } from '../../../test/support/form.js';
import { headSeries } from '../../../test/support/pacs/head-series.js';
import { openClient } from '../client.js';
import { pidOf, startShipped } from '../daemon.js';
import type { Figure } from '../figure.js';
import { childrenOf, residentBytes, startChild } from '../processes.js';
import { median, megabytes, perSecond } from '../statistics.js';

const SLICES = 120;
const SIDE = 512;
const ROUNDS = 5;
const MODEL = 'head-ct-haemorrhage';

/** Of all rounds, the median of the ratios of one round. */
const pairedRatio = (ones: readonly number[], others: readonly number[]) =>
  median(ones.map((one, round) => one / (others[round] ?? Number.NaN)));

/** A series sent as a form over HTTPS, beside runs of its model alone, in turns. */
export const series: Figure = {
  id: 'series',
  title: `CT series of ${SLICES} slices of ${SIDE}² as a form, beside bare runs of its model`,
  async measure({ folder, models }) {
    const form = new FormData();
    form.append('image_type', 'head_ct');
    form.append('modality', 'CT');
    const slices = headSeries({
      ...{ study: '2.25.1', series: '2.25.2', count: SLICES, bleeding: [60, 61] },
      ...{ spacingMm: 1, size: SIDE },
    });
    for (const slice of slices) form.append('image', new Blob([new Uint8Array(slice)]), 'slice');
    const body = await encodeForm(form);
    const daemon = await startShipped(folder('series'), models.modelsDir);
    const client = await openClient(daemon);
    const child = startChild('model-runs');
    const whole: number[] = [];
    const bare: number[] = [];
    try {
      const threads = availableParallelism();
      await child.ask({ dir: join(models.modelsDir, MODEL), threads });
      await client.read(body);
      for (let round = 0; round < ROUNDS; round += 1) {
        whole.push(SLICES / ((await client.read(body)) / 1_000));
        bare.push(await child.ask<number>({ runs: SLICES }));
      }
      const workers = childrenOf(pidOf(daemon)).map((pid) => residentBytes(pid, 'VmHWM') ?? 0);
      const peakBytes = Math.max(...workers);
      const ratio = pairedRatio(whole, bare);
      const load = loadavg()[0] ?? 0;
      return {
        rows: [
          { what: 'over HTTPS, upload to answer', value: perSecond(median(whole)) },
          { what: `bare runs of the model, ${threads} threads`, value: perSecond(median(bare)) },
          { what: `ratio, median of ${ROUNDS} pairs`, value: ratio.toFixed(2) },
          { what: 'peak memory of a worker', value: megabytes(peakBytes) },
          { what: 'load of the machine after it', value: load.toFixed(1) },
        ],
        data: { whole, bare, ratio, peakBytes, load },
      };
    } finally {
      client.close();
      await child.end();
      await daemon.stop();
    }
  },
};
