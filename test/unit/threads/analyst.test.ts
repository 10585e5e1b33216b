import { describe, expect, it } from 'vitest';
import type { AnalyzeRequest } from '../../../src/analyze/schema.js';
import type { Engine, ModelStatus } from '../../../src/inference/engine.js';
import { createThreadAnalyst } from '../../../src/threads/analyst.js';
import type { Watch } from '../../../src/threads/pool.js';
import type { Asked } from '../../../src/threads/thread.js';
import { NOON } from '../../support/stopped-clock.js';
import { readyTable, stepSum } from '../../support/table-model.js';

const ready = readyTable(await stepSum());
const broken: ModelStatus = { state: 'unavailable', id: 'b', reason: 'no backend', reports: [] };
const { signal } = new AbortController();
const request = { imaging_analysis_ids: ['im_1', 'im_2'] } as AnalyzeRequest;

/** An analyst whose pool keeps what it is asked, and whose models can be replaced. */
function analystOf() {
  const given: { asked: Asked; watch: Watch }[] = [];
  const ran: unknown[] = [];
  let models: readonly ModelStatus[] = [broken, ready];
  const engine: Engine = {
    models: () => [...models],
    run: (...call) => {
      ran.push(call);
      return Promise.resolve('output' as never);
    },
  };
  const analyst = createThreadAnalyst({
    engine,
    pool: {
      async ask(asked, watch) {
        given.push({ asked, watch });
        return { id: 'an_1', json: '{}', models: [] } as never;
      },
    },
    findReading: (id, mode) =>
      id === 'im_1' && mode === 'live' ? { imageType: 'chest_xray', verdicts: {} } : undefined,
    clock: () => NOON,
  });
  return {
    given,
    ran,
    ask: (background?: boolean) =>
      analyst.analyze(request, {
        ...{ mode: 'live', signal },
        ...(background !== undefined && { background }),
      }),
    replace(now: readonly ModelStatus[]) {
      models = now;
    },
  };
}

describe('what a thread is given with a question', () => {
  it('is the time and the images, also those that are not kept', async () => {
    const { ask, given } = analystOf();
    await ask();
    expect(given[0]?.asked.question).toEqual({
      ...{ request, mode: 'live', now: NOON },
      pictures: new Map([
        ['im_1', { imageType: 'chest_xray', verdicts: {} }],
        ['im_2', undefined],
      ]),
    });
    expect(given[0]?.watch).toEqual({ signal, background: false });
    await ask(true);
    expect(given[1]?.watch.background).toBe(true);
  });

  it('is one list of the models that serve for as long as they are the same', async () => {
    const { ask, given, replace } = analystOf();
    await ask();
    await ask();
    expect(given[0]?.asked.inference?.models).toEqual([ready]);
    expect(given[1]?.asked.inference?.models).toBe(given[0]?.asked.inference?.models);
    replace([{ ...ready }]);
    await ask();
    expect(given[2]?.asked.inference?.models).not.toBe(given[0]?.asked.inference?.models);
    replace([]);
    await ask();
    expect(given[3]?.asked.inference?.models).toEqual([]);
  });
});

describe('what a thread has done', () => {
  it('is done for as long as somebody waits, in the background where the request is', async () => {
    const { ask, given, ran } = analystOf();
    await ask(true);
    const input = { modelId: ready.id };
    expect(await given[0]?.asked.inference?.work('read-table', input)).toBe('output');
    expect(ran).toEqual([['read-table', input, { signal, background: true }]]);
  });

  it('is refused when the models have been replaced since it looked at them', async () => {
    const { ask, given, ran, replace } = analystOf();
    await ask();
    replace([{ ...ready }]);
    expect(() => given[0]?.asked.inference?.work('read-table', {})).toThrow(
      expect.objectContaining({ code: 'model_unavailable' }),
    );
    expect(ran).toEqual([]);
  });
});
