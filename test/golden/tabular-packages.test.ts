import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../src/inference/backends/cpu.js';
import { createWasmBackend } from '../../src/inference/backends/wasm.js';
import { listModelPackages } from '../../src/inference/model-package.js';
import { openBestSession } from '../../src/inference/parity.js';
import type { TabularManifest } from '../../src/inference/schema.js';
import { readTable } from '../../src/inference/tables/read-table.js';
import { findVariable } from '../../src/patient-record/chart/variables/catalogue.js';
import { applicability } from '../../src/scores/predictions/applicability.js';
import { predictionOf } from '../../src/scores/predictions/prediction.js';
import type { Observation } from '../../src/scores/predictions/series.js';

// The packages over tables that are shipped, in the terms of the chart and on every backend.

const SHIPPED = join(import.meta.dirname, '..', '..', 'models');
const packages = (await listModelPackages(SHIPPED))
  .flatMap((entry) => (entry.status === 'verified' ? entry.package : []))
  .filter(({ manifest }) => manifest.kind === 'tabular-classifier');

/** Somebody whose every value lies in the middle of its range: not a patient, but one of them could be. */
function middling({ inputs, features }: TabularManifest): Map<string, Observation[]> {
  const middleOf = ({ variable, low, high }: TabularManifest['inputs'][number]) => {
    const codes = features.find((one) => one.variable === variable)?.codes;
    if (codes !== undefined) return Object.keys(codes)[0]!;
    const isFlag = findVariable(variable)?.kind === 'flag';
    return isFlag ? false : ((low ?? 0) + (high ?? 1)) / 2;
  };
  return new Map(inputs.map((input) => [input.variable, [{ value: middleOf(input) }]]));
}

it('are there', () => {
  expect(packages.map(({ manifest }) => manifest.id)).toEqual(
    expect.arrayContaining(['deterioration', 'heart-disease']),
  );
});

describe.each(packages.map((one) => [one.manifest.id, one] as const))('%s', (_, loaded) => {
  const manifest = loaded.manifest as TabularManifest;
  let session: Session;
  beforeAll(async () => {
    session = await createCpuBackend().open(loaded.graph.weights, { threads: 1 });
  });
  afterAll(() => session.release());

  const asked = (rows: readonly (readonly number[])[]) =>
    readTable({ modelId: manifest.id, rows }, { manifest, session, backend: 'cpu' });

  it.each([createCpuBackend, createWasmBackend])(
    'answers its golden cases on %o',
    async (create) => {
      const backend = create();
      const best = await openBestSession({
        graph: loaded.graph,
        candidates: [backend],
        preferred: backend.id,
        allowSoftwareGpu: false,
        threads: 1,
      });
      await best.session.release();
      expect(best.reports[0]).toMatchObject({ status: 'chosen' });
      const rows = loaded.graph.golden.map(({ inputs }) => inputs.features!.shape[0]!);
      expect(rows.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(8);
    },
  );

  it('names variables of the chart, with its units and codes', () => {
    for (const { variable, unit } of manifest.inputs) {
      const known = findVariable(variable);
      expect(known?.name, variable).toBe(variable);
      if (known?.kind === 'quantity') expect(unit, variable).toBe(known.unit);
      else expect(unit, variable).toBeUndefined();
      const { codes } = manifest.features.find((one) => one.variable === variable)!;
      expect(codes !== undefined, variable).toBe(known?.kind === 'choice');
      if (known?.kind !== 'choice' || codes === undefined) continue;
      expect(Object.keys(codes).sort()).toEqual(Object.keys(known.options).sort());
    }
  });

  it('adds up on its golden rows, and on a row of nothing', async () => {
    const width = manifest.features.length;
    const rows = loaded.graph.golden.flatMap(({ inputs }) => {
      const { data, shape } = inputs.features!;
      return Array.from({ length: shape[0]! }, (__, row) =>
        Array.from(data.slice(row * width, (row + 1) * width), Number),
      );
    });
    // It throws where contributions are not the logit.
    const { readings } = await asked([...rows, new Array<number>(width).fill(Number.NaN)]);
    for (const { probability } of readings) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
    }
  });

  it('predicts a probability for a patient with mid-range values', async () => {
    const shown = applicability(manifest, middling(manifest));
    if ('because' in shown) throw new Error(shown.reason);
    const { readings } = await asked([shown.row]);
    const told = predictionOf(manifest, shown, readings[0]!);
    const { low, high } = told.interval;
    expect(low).toBeLessThanOrEqual(told.probability);
    expect(high).toBeGreaterThanOrEqual(told.probability);
    expect(high - low).toBeLessThan(1);
    expect(told.missing).toEqual([]);
    const effects = told.contributions.reduce((sum, { effect }) => sum + effect, 0);
    const way = (p: number) => Math.log(p / (1 - p));
    expect(effects).toBeCloseTo(way(told.probability) - way(told.reference_probability), 4);
  });

  it('abstains for an empty patient and for a child', () => {
    expect(applicability(manifest, new Map())).toMatchObject({ because: 'incomplete' });
    const child = middling(manifest).set('age', [{ value: 3 }]);
    expect(applicability(manifest, child)).toMatchObject({ because: 'population' });
  });
});

it('pulls the probability of heart disease towards the base rate', async () => {
  const loaded = packages.find(({ manifest }) => manifest.id === 'heart-disease')!;
  const manifest = loaded.manifest as TabularManifest;
  const session = await createCpuBackend().open(loaded.graph.weights, { threads: 1 });
  const plain = { ...manifest, calibration: { scale: 1, bias: 0 } };
  const rows = loaded.graph.golden.map(({ inputs }) => Array.from(inputs.features!.data, Number));
  const probabilities = async (shown: TabularManifest) => {
    const opened = { manifest: shown, session, backend: 'cpu' } as const;
    const { readings } = await readTable({ modelId: shown.id, rows }, opened);
    return readings.map(({ probability }) => probability);
  };
  const served = await probabilities(manifest);
  const learned = await probabilities(plain);
  await session.release();
  const logit = (p: number) => Math.log(p / (1 - p));
  const base = logit(manifest.outcome.base_rate!);
  // The geometric mean of the slopes at three other hospitals: 0.63, 0.69 and, assumed, 1.
  const pull = Math.cbrt(0.63 * 0.69);
  served.forEach((probability, at) => {
    const from = logit(learned[at]!) - base;
    expect(logit(probability) - base).toBeCloseTo(pull * from, 1);
    expect(Math.abs(logit(probability) - base)).toBeLessThan(Math.abs(from));
  });
});
