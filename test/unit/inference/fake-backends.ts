import { join } from 'node:path';
import type {
  Backend,
  BackendId,
  ProbeResult,
  Session,
  Tensor,
  Tensors,
} from '../../../src/inference/backends/backend.js';
import { type Graph, loadModelPackage } from '../../../src/inference/model-package.js';
import { type OpenBestSessionOptions, openBestSession } from '../../../src/inference/parity.js';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';

export const { graph: model }: { graph: Graph } = await loadModelPackage(
  join(FIXTURE_MODELS, 'pattern-fp32'),
);

interface Behaviour {
  latencyMs?: number;
  probe?: ProbeResult | Error;
  placement?: 'whole' | 'mixed';
  fallback?: boolean;
  openFails?: string;
  /** Changes the true answer of the n-th run, counted from 0. */
  distort?: (outputs: Record<string, Tensor>, run: number) => Record<string, Tensor>;
}

/** A clock that only the fake backends move. */
export function createClock() {
  let time = 0;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

/** Backends that answer from the golden file, each as well as told, and a gate to put them to. */
export function createBench() {
  const clock = createClock();
  const opened: BackendId[] = [];
  const released: BackendId[] = [];
  const answer = (feeds: Tensors): Record<string, Tensor> => {
    const entry = model.golden.find((one) => one.inputs.image!.data === feeds.image!.data);
    return Object.fromEntries(
      Object.entries(entry!.outputs).map(([name, tensor]) => [
        name,
        { ...tensor, data: tensor.data.slice() } as Tensor,
      ]),
    );
  };
  const fake = (id: BackendId, behaviour: Behaviour = {}): Backend => ({
    id,
    ...(behaviour.fallback ? { fallback: true } : {}),
    async probe() {
      if (behaviour.probe instanceof Error) throw behaviour.probe;
      return behaviour.probe ?? { available: true };
    },
    async open(): Promise<Session> {
      if (behaviour.openFails) throw new Error(behaviour.openFails);
      opened.push(id);
      let runs = 0;
      return {
        inputNames: ['image'],
        outputNames: ['logits', 'activation', 'gate'],
        ...(behaviour.placement ? { placement: behaviour.placement } : {}),
        async run(feeds) {
          clock.pass(behaviour.latencyMs ?? 10);
          const outputs = answer(feeds);
          runs += 1;
          return behaviour.distort?.(outputs, runs - 1) ?? outputs;
        },
        async release() {
          released.push(id);
        },
      };
    },
  });
  const choose = (candidates: Backend[], options: Partial<OpenBestSessionOptions> = {}) =>
    openBestSession({
      graph: model,
      candidates,
      preferred: 'auto',
      allowSoftwareGpu: false,
      threads: 1,
      now: clock.now,
      ...options,
    });
  return { fake, choose, opened, released };
}
