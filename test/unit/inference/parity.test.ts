import { describe, expect, it } from 'vitest';
import type { Backend, Tensor } from '../../../src/inference/backends/backend.js';
import { NoBackendError } from '../../../src/inference/parity.js';
import { createBench, createClock, model } from './fake-backends.js';

async function failure(work: Promise<unknown>): Promise<NoBackendError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NoBackendError);
  expect((error as NoBackendError).code).toBe('model_unavailable');
  return error as NoBackendError;
}

const setFirst = (name: string, value: number) => (outputs: Record<string, Tensor>) => {
  outputs[name]!.data[0] = value;
  return outputs;
};

describe('openBestSession', () => {
  it('chooses the fastest that passes and releases the others', async () => {
    const { fake, choose, released } = createBench();
    const slow = fake('cpu', { latencyMs: 30 });
    const fast = fake('webgpu', {
      latencyMs: 5,
      probe: { available: true, adapter: 'Card', software: false },
      placement: 'whole',
    });
    const slowest = fake('wasm', { latencyMs: 90 });
    const best = await choose([slow, fast, slowest]);
    expect(best.backend).toBe('webgpu');
    expect(released).toEqual(['cpu', 'wasm']);
    expect(best.reports).toEqual([
      expect.objectContaining({ backend: 'cpu', status: 'passed', latencyMs: 30, parityError: 0 }),
      expect.objectContaining({
        backend: 'webgpu',
        status: 'chosen',
        latencyMs: 5,
        adapter: 'Card',
        placement: 'whole',
        parityErrorByOutput: { logits: 0, activation: 0, gate: 0 },
      }),
      expect.objectContaining({ backend: 'wasm', status: 'passed', latencyMs: 90 }),
    ]);
    await expect(best.session.run(model.golden[0]!.inputs)).resolves.toHaveProperty('logits');
  });

  it('keeps the earlier one on a tie', async () => {
    const { fake, choose } = createBench();
    expect((await choose([fake('cpu'), fake('wasm')])).backend).toBe('cpu');
    expect((await choose([fake('wasm'), fake('cpu')])).backend).toBe('wasm');
  });

  it('tries a fallback last, and only when nothing else passes', async () => {
    const { fake, choose, opened } = createBench();
    const wasm = fake('wasm', { latencyMs: 1, fallback: true });
    const best = await choose([wasm, fake('cpu')]);
    expect(best.backend).toBe('cpu');
    expect(opened).toEqual(['cpu']);
    const broken = fake('cpu', { distort: setFirst('gate', 9) });
    const rescued = await choose([wasm, broken]);
    expect(rescued.backend).toBe('wasm');
    expect(rescued.reports.map(({ backend }) => backend)).toEqual(['cpu', 'wasm']);
    expect((await choose([wasm, fake('cpu')], { preferred: 'wasm' })).backend).toBe('wasm');
  });

  it('does not let a slow first run, which compiles, decide', async () => {
    const { fake, choose } = createBench();
    const clocked = createClock();
    const session = await fake('webgpu').open(model.weights, { threads: 1 });
    let runs = 0;
    const warming: Backend = {
      ...fake('webgpu'),
      open: async () => ({
        ...session,
        run: (feeds) => {
          clocked.pass(runs++ === 0 ? 2_000 : 1);
          return session.run(feeds);
        },
      }),
    };
    const best = await choose([warming], { now: clocked.now });
    expect(best.reports[0]!.latencyMs).toBe(1);
  });

  it('refuses a fast backend that lies, and says by how much', async () => {
    const { fake, choose, released } = createBench();
    const liar = fake('webgpu', { latencyMs: 1, distort: setFirst('gate', 1e8) });
    const best = await choose([liar, fake('cpu')]);
    expect(best.backend).toBe('cpu');
    expect(released).toEqual(['webgpu']);
    expect(best.reports[0]).toMatchObject({ status: 'refused' });
    expect(best.reports[0]!.parityError).toBeGreaterThan(9e7);
    expect(best.reports[0]!.reason).toContain('case ramp: gate is off by');
    expect(best.reports[0]!.latencyMs).toBeUndefined();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses outputs that hold %d', async (value) => {
    const { fake, choose } = createBench();
    const best = await choose([
      fake('webgpu', { distort: setFirst('logits', value) }),
      fake('cpu'),
    ]);
    expect(best.backend).toBe('cpu');
    expect(best.reports[0]!.reason).toContain(`logits holds ${value}`);
  });

  it('refuses a backend that leaves an output out', async () => {
    const { fake, choose } = createBench();
    const partial = fake('webgpu', { distort: ({ gate: _, ...rest }) => rest });
    const best = await choose([partial, fake('cpu')]);
    expect(best.reports[0]!.reason).toContain('gate is missing');
  });

  it('refuses one that is right only the first time', async () => {
    const { fake, choose, released } = createBench();
    const fading = fake('webgpu', {
      latencyMs: 1,
      distort: (outputs, run) => (run < 5 ? outputs : setFirst('logits', 7)(outputs)),
    });
    const best = await choose([fading, fake('cpu')]);
    expect(best.backend).toBe('cpu');
    expect(released).toEqual(['webgpu']);
    expect(best.reports[0]!.reason).toContain('when repeated');
  });

  it('refuses a software adapter before it is opened, unless allowed', async () => {
    const { fake, choose, opened } = createBench();
    const probe = { available: true, adapter: 'SwiftShader', software: true } as const;
    const software = fake('webgpu', { latencyMs: 1, probe });
    const best = await choose([software, fake('cpu')]);
    expect(best.backend).toBe('cpu');
    expect(opened).toEqual(['cpu']);
    expect(best.reports[0]).toMatchObject({ status: 'refused', adapter: 'SwiftShader' });
    const allowed = await choose([software, fake('cpu')], { allowSoftwareGpu: true });
    expect(allowed.backend).toBe('webgpu');
  });

  it('continues after one that is missing, throws on probing or cannot open', async () => {
    const { fake, choose } = createBench();
    const best = await choose([
      fake('webgpu', { probe: { available: false, reason: 'no driver' } }),
      fake('wasm', { probe: new Error('broken library') }),
      fake('wasm', { openFails: 'unknown operator' }),
      fake('cpu'),
    ]);
    expect(best.reports.map(({ status, reason }) => [status, reason])).toEqual([
      ['unavailable', 'no driver'],
      ['unavailable', 'broken library'],
      ['refused', 'unknown operator'],
      ['chosen', undefined],
    ]);
  });

  it('tries a forced backend alone, though it is slower', async () => {
    const { fake, choose, opened } = createBench();
    const candidates = [fake('cpu', { latencyMs: 1 }), fake('wasm', { latencyMs: 99 })];
    const best = await choose(candidates, { preferred: 'wasm' });
    expect(best.backend).toBe('wasm');
    expect(opened).toEqual(['wasm']);
    expect(best.reports).toHaveLength(1);
  });

  it('never falls back silently from a forced backend', async () => {
    const { fake, choose, opened, released } = createBench();
    const liar = fake('webgpu', { distort: setFirst('gate', 0) });
    const error = await failure(choose([liar, fake('cpu')], { preferred: 'webgpu' }));
    expect(opened).toEqual(['webgpu']);
    expect(released).toEqual(['webgpu']);
    expect(error.reports).toEqual([
      expect.objectContaining({ backend: 'webgpu', status: 'refused' }),
    ]);
    const absent = await failure(choose([fake('cpu')], { preferred: 'webgpu' }));
    expect(absent.reports).toEqual([]);
  });

  it('fails with every reason when nothing passes, and keeps them out of the message', async () => {
    const { fake, choose, released } = createBench();
    const error = await failure(
      choose([
        fake('webgpu', { probe: { available: false, reason: 'no driver' } }),
        fake('cpu', { distort: setFirst('gate', Number.NaN) }),
      ]),
    );
    expect(error.reports.map(({ status }) => status)).toEqual(['unavailable', 'refused']);
    expect((error.cause as Error).message).toContain('webgpu: no driver');
    expect((error.cause as Error).message).toContain('gate holds NaN');
    expect(error.message).not.toContain('driver');
    expect(released).toEqual(['cpu']);
  });

  it('refuses every backend for a package without golden cases', async () => {
    const { fake, choose } = createBench();
    const bare = { ...model, golden: [] };
    const error = await failure(choose([fake('cpu')], { graph: bare }));
    expect(error.reports[0]!.reason).toContain('no golden case');
  });
});
