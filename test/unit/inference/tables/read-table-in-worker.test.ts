import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processEnvironment } from '../../../../src/appliance/config/load.js';
import type { Logger } from '../../../../src/core/logger.js';
import { createModelPool, type ModelPool } from '../../../../src/inference/model-pool.js';
import { MODEL_WORKER } from '../../../../src/operations/model-worker/entry.js';
import { OWN_MODELS } from '../../../support/fixture-models.js';
import { rejectionOf } from '../../../support/refusals.js';

describe('a worker that reads tables', () => {
  let pool: ModelPool;
  beforeAll(async () => {
    pool = createModelPool({
      entry: MODEL_WORKER,
      workers: 1,
      queueLimit: 2,
      limits: { timeoutMs: 20_000, memoryBytes: 2 ** 31 },
      setup: { packages: OWN_MODELS, backend: 'cpu', allowSoftwareGpu: false, threads: 1 },
      environment: processEnvironment,
      clock: () => 0,
      logger: { info: () => undefined, error: () => undefined } as unknown as Logger,
    });
    await pool.start();
  });
  afterAll(() => pool.stop());

  const row = [71, 1, 110, 150, 15, 4.5, Number.NaN];

  it('has put the package to its golden cases, like any other', () => {
    const found = pool.models().find(({ id }) => id === 'step-sum');
    expect(found).toMatchObject({ state: 'ready', backend: 'cpu' });
    expect(found!.reports[0]).toMatchObject({ status: 'chosen', parityError: 0 });
  });

  it('answers with missing values on their way across the channel', async () => {
    const rows = [row, Float32Array.from(row)];
    const { model, readings } = await pool.run('read-table', { modelId: 'step-sum', rows });
    expect(model).toEqual({ id: 'step-sum', backend: 'cpu' });
    expect(readings.map(({ logit }) => logit)).toEqual([4.5, 4.5]);
    expect(readings[0]!.contributions[6]).toBe(0);
  });

  it('is not asked for what a package is not for', async () => {
    const table = await rejectionOf(
      pool.run('read-table', { modelId: 'spot-detector', rows: [row] }),
    );
    expect(table).toMatchObject({ code: 'internal_error' });
    const picture = await rejectionOf(
      pool.run('read-image', {
        readerId: 'step-sum',
        field: 'image_data',
        sent: { encoded: Buffer.from('AAAA') },
        limits: { fileBytes: 100, megapixels: 1 },
        expected: { modality: 'DX' },
        wantHeatmap: false,
      }),
    );
    expect(picture).toMatchObject({ code: 'internal_error' });
    const nobody = await rejectionOf(pool.run('read-table', { modelId: 'x', rows: [row] }));
    expect(nobody).toMatchObject({ code: 'model_unavailable' });
  });
});
