import { describe, expect, it } from 'vitest';
import type { AnalyzeRequest } from '../../../../src/differential/schema.js';
import type { Engine, ModelStatus } from '../../../../src/inference/engine.js';
import { InferenceProvider } from '../../../../src/inference/inference-provider.js';
import { RemoteModels } from '../../../../src/inference/remote-engine.js';
import { createThreadAnalyst } from '../../../../src/operations/threads/analyst.js';
import type {
  AnalysisCaller,
  AnalyzeInput,
} from '../../../../src/operations/threads/analyze-task.js';
import { rejectionOf } from '../../../support/refusals.js';
import { readyTable, stepSum } from '../../../support/table-model.js';

const ready = readyTable(await stepSum());
const broken: ModelStatus = { state: 'unavailable', id: 'b', reason: 'no backend', reports: [] };
const { signal } = new AbortController();
const request = { imaging_analysis_ids: ['im_1', 'im_2'] } as AnalyzeRequest;

interface Given {
  readonly name: string;
  readonly input: AnalyzeInput;
  readonly options: { caller: AnalysisCaller; signal: AbortSignal; background: boolean };
}

/** An analyst whose pool keeps what it is given, and whose models can be replaced. */
function analystOf() {
  const given: Given[] = [];
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
    blockAt: 'major',
    inference: new InferenceProvider(engine),
    pool: {
      async run(...[name, input, options]: unknown[]) {
        given.push({ name, input, options } as Given);
        return { id: 'an_1', json: '{}', models: [] } as never;
      },
    },
    findReading: async (id, mode) =>
      id === 'im_1' && mode === 'live' ? { imageType: 'chest_xray', verdicts: {} } : undefined,
  });
  return {
    given,
    ran,
    async ask(background?: boolean): Promise<Given> {
      await analyst.analyze(request, {
        mode: 'live',
        signal,
        ...(background !== undefined && { background }),
      });
      return given.at(-1)!;
    },
    replace(now: readonly ModelStatus[]) {
      models = now;
    },
  };
}

describe('what a thread is given with a patient', () => {
  it('is the request, the mode of its data, and whether it is in the background', async () => {
    const { ask } = analystOf();
    const { name, input, options } = await ask();
    expect([name, input.request, input.mode]).toEqual(['analyze', request, 'live']);
    expect(options).toMatchObject({ signal, background: false });
    expect((await ask(true)).options.background).toBe(true);
  });

  it('is another number of the list of models only when other models serve', async () => {
    const { ask, replace } = analystOf();
    const [first, second] = [await ask(), await ask()];
    expect(second.input.models).toBe(first.input.models);
    replace([{ ...ready }]);
    const third = await ask();
    expect(third.input.models).not.toBe(first.input.models);
    replace([]);
    expect((await ask()).input.models).not.toBe(third.input.models);
  });
});

describe('what a thread can ask for', () => {
  it('is earlier images, also those that are not kept', async () => {
    const { caller } = (await analystOf().ask()).options;
    expect(await caller.findReadings(['im_1', 'im_2'])).toEqual(
      new Map([
        ['im_1', { imageType: 'chest_xray', verdicts: {} }],
        ['im_2', undefined],
      ]),
    );
  });

  it('is the models that serve, those of the time of the request', async () => {
    const { ask, replace } = analystOf();
    const { caller } = (await ask()).options;
    replace([]);
    await ask();
    expect(await caller.listModels()).toEqual([ready]);
  });

  it('is inference until the call is aborted, in the background where the request is', async () => {
    const { ask, ran } = analystOf();
    const { caller } = (await ask(true)).options;
    const input = { modelId: ready.id };
    expect(await caller.runModel({ name: 'read-table', input })).toBe('output');
    expect(ran).toEqual([['read-table', input, { signal, background: true }]]);
  });

  it('is no inference of other models than those it has looked at', async () => {
    const { ask, ran, replace } = analystOf();
    const { caller } = (await ask()).options;
    replace([{ ...ready }]);
    const refused = await rejectionOf(caller.runModel({ name: 'read-table', input: {} }));
    expect(refused.code).toBe('model_unavailable');
    expect(ran).toEqual([]);
  });
});

describe('inference as a thread has it', () => {
  const callerOf = (models: readonly ModelStatus[]) => {
    const calls: unknown[] = [];
    const caller = {
      async listModels() {
        calls.push('list');
        return models;
      },
      async runModel(call: unknown) {
        calls.push(call);
        return 'output';
      },
    };
    return { calls, caller };
  };

  it('requests a list of models once, and a changed one again', async () => {
    const remote = new RemoteModels();
    const { calls, caller } = callerOf([ready]);
    for (const version of [1, 1, 2]) {
      expect((await remote.engineFor(version, caller)).models()).toEqual([ready]);
    }
    expect(calls).toEqual(['list', 'list']);
  });

  it('separates two lists that are requested at the same time', async () => {
    const remote = new RemoteModels();
    const [one, two] = await Promise.all([
      remote.engineFor(1, callerOf([ready]).caller),
      remote.engineFor(2, callerOf([broken]).caller),
    ]);
    expect([one.models(), two.models()]).toEqual([[ready], [broken]]);
  });

  it('has the caller run what is to be run', async () => {
    const { calls, caller } = callerOf([ready]);
    const engine = await new RemoteModels().engineFor(1, caller);
    const input = { modelId: ready.id, rows: [] };
    expect(await engine.run('read-table', input)).toBe('output');
    expect(calls.at(-1)).toEqual({ name: 'read-table', input });
  });
});
