import { describe, expect, it } from 'vitest';
import { createReadiness, type ReadinessParts } from '../../../src/appliance/readiness.js';
import { readinessSchema } from '../../../src/http/schema.js';
import { readyTable, stepSum } from '../../support/table-model.js';

const model = readyTable(await stepSum());
const workers = { workers: 2, up: 2, busy: 0, queued: 0 };

const readinessOf = (more: Partial<ReadinessParts> = {}) =>
  readinessSchema.parse(
    createReadiness({
      pool: { load: () => workers, models: () => [model] },
      analysis: () => ({ up: 2, busy: 1, queued: 3, lost: 0 }),
      knowledge: { statuses: () => [] },
      disk: () => ({ freeMb: 1_000, low: false }),
      stopping: () => false,
      stored: () => true,
      searchable: () => true,
      ...more,
    })(),
  );

describe('/readyz', () => {
  it('is ready when all is whole, and shows the threads', () => {
    expect(readinessOf()).toMatchObject({
      status: 'ready',
      checks: { workers: { up: 2 }, analysis: { up: 2, busy: 1, queued: 3 } },
    });
  });

  it('says nothing of threads where there are none', () => {
    const { status, checks } = readinessOf({ analysis: () => undefined });
    expect([status, 'analysis' in checks]).toEqual(['ready', false]);
  });

  it('is ready while threads are still to come, degraded when one was lost', () => {
    const load = { up: 1, busy: 0, queued: 0 };
    expect(readinessOf({ analysis: () => ({ ...load, lost: 0 }) }).status).toBe('ready');
    expect(readinessOf({ analysis: () => ({ ...load, lost: 1 }) }).status).toBe('degraded');
  });

  it.each<[string, Partial<ReadinessParts>]>([
    ['it stops', { stopping: () => true }],
    ['the disk is low', { disk: () => ({ freeMb: 1, low: true }) }],
    ['nothing can be kept', { stored: () => false }],
    ['no worker is up', { pool: { load: () => ({ ...workers, up: 0 }), models: () => [model] } }],
  ])('is not ready when %s', (_, more) => {
    expect(readinessOf(more).status).toBe('not_ready');
  });
});
