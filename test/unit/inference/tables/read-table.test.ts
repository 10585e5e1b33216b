import { describe, expect, it, onTestFinished } from 'vitest';
import type { Session, Tensor } from '../../../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../../../src/inference/backends/cpu.js';
import { createWasmBackend } from '../../../../src/inference/backends/wasm.js';
import { calibrate } from '../../../../src/inference/calibrate.js';
import { loadModelPackage } from '../../../../src/inference/model-package.js';
import type { OpenModel } from '../../../../src/inference/open-model.js';
import type { TabularManifest } from '../../../../src/inference/schema.js';
import { readTable, tableTensor } from '../../../../src/inference/tables/read-table.js';
import { STEP_SUM, stepSum } from '../../../support/table-model.js';

const manifest = await stepSum();

async function openStepSum(backend = createCpuBackend()): Promise<OpenModel<TabularManifest>> {
  const { graph } = await loadModelPackage(STEP_SUM);
  const session = await backend.open(graph.weights, { threads: 1 });
  onTestFinished(() => session.release());
  return { manifest, session, backend: backend.id };
}

/** age, sex, heart rate last, max, slope, lactate, ventilation. */
const SICK = [71, 1, 110, 150, 15, 4.5, 1];
const ASK = { modelId: 'step-sum' };
const read = async (rows: number[][], model: OpenModel<TabularManifest>) =>
  (await readTable({ ...ASK, rows }, model)).readings;

describe('readTable', () => {
  it.each([createCpuBackend, createWasmBackend])(
    'adds up the steps that the tables hold: %o',
    async (create) => {
      const [reading] = await read([SICK], await openStepSum(create()));
      const steps = [2, 1, 2, 3, 1, 8, 4, 2, 3];
      expect(reading!.contributions).toEqual(steps.map((step) => step * 0.25));
      expect(reading!.logit).toBe(-1 + 26 * 0.25);
      expect(reading!.probability).toBeCloseTo(calibrate(5.5, { scale: 0.8, bias: 0.1 }), 12);
      expect(reading!.members).toHaveLength(21);
      expect(reading!.members![0]).toBeCloseTo(calibrate(4.5, { scale: 0.8, bias: 0.1 }), 6);
      expect(reading!.members![20]).toBeCloseTo(calibrate(6.5, { scale: 0.8, bias: 0.1 }), 6);
    },
  );

  it('reads several rows at once as it reads them one by one', async () => {
    const model = await openStepSum();
    const rows = [SICK, SICK.map(() => Number.NaN), [30, 0, 80, 90, -1, 1, 0]];
    const together = await read(rows, model);
    expect(together).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      expect(await read([row], model)).toEqual([together[index]]);
    }
  });

  it('has a bin for what is missing', async () => {
    const [reading] = await read([SICK.map(() => Number.NaN)], await openStepSum());
    // Only a lactate that nobody measured has a step of its own.
    expect(reading!.contributions).toEqual([0, 0, 0, 0, 0, 0.25, 0, 0, 0]);
    expect(reading!.logit).toBe(-0.75);
  });

  it('names the model and where it ran', async () => {
    const { model } = await readTable({ ...ASK, rows: [SICK] }, await openStepSum());
    expect(model).toEqual({ id: 'step-sum', backend: 'cpu' });
  });
});

describe('readTable gives no answer', () => {
  const answering = (change: (outputs: Record<string, Tensor>) => void) => {
    const float = (columns: number, values: number[]): Tensor => ({
      ...({ dtype: 'float32', shape: [1, columns] } as const),
      data: Float32Array.from(values),
    });
    const outputs: Record<string, Tensor> = {
      logits: float(1, [0.5]),
      contributions: float(9, [1.5, 0, 0, 0, 0, 0, 0, 0, 0]),
      members: float(2, [0, 1]),
    };
    change(outputs);
    const session = { run: async () => outputs } as unknown as Session;
    return read([SICK], { manifest, session, backend: 'cpu' });
  };

  it('unless the outputs are what the manifest says', async () => {
    const [reading] = await answering(() => undefined);
    expect(reading!.logit).toBe(0.5);
  });

  it.each<[string, (outputs: Record<string, Tensor>) => void]>([
    ['contributions that are not the logit', (o) => (o.logits!.data[0] = 0.6)],
    ['a logit that is no number', (o) => (o.logits!.data[0] = Number.NaN)],
    ['a contribution that is no number', (o) => (o.contributions!.data[3] = Number.NaN)],
    ['a member that is no number', (o) => (o.members!.data[1] = Number.NaN)],
    ['an output that is not there', (o) => delete o.members],
    ['too few terms', (o) => (o.contributions = { ...o.logits! })],
    [
      'another dtype',
      (o) => (o.logits = { dtype: 'int64', shape: [1, 1], data: new BigInt64Array(1) }),
    ],
    [
      'a row too many',
      (o) =>
        (o.logits = { ...o.logits!, shape: [2, 1], data: new Float32Array([0.5, 0]) } as Tensor),
    ],
  ])('for %s', async (_, change) => {
    await expect(answering(change)).rejects.toThrow(TypeError);
  });

  it('to rows that are not the table of the manifest', () => {
    expect(() => tableTensor([], 2)).toThrow('no row');
    expect(() => tableTensor([[1, 2], [1]], 2)).toThrow('1 features, not 2');
    expect(() => tableTensor([[1, Infinity]], 2)).toThrow('infinite');
    expect(tableTensor([[1, Number.NaN]], 2)).toMatchObject({ shape: [1, 2] });
  });
});
