import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/inference/backends/backend.js';
import { createCpuBackend } from '../../../../src/inference/backends/cpu.js';
import { loadModelPackage } from '../../../../src/inference/model-package.js';
import { readTable } from '../../../../src/inference/tables/read-table.js';
import { applicability } from '../../../../src/scores/predictions/applicability.js';
import { type Prediction, predictionOf } from '../../../../src/scores/predictions/prediction.js';
import { STEP_SUM, stepSum } from '../../../support/table-model.js';
import { at, chart } from './series.js';

type Values = Parameters<typeof chart>[0];
const manifest = await stepSum();
const logit = (probability: number) => Math.log(probability / (1 - probability));

let session: Session;
beforeAll(async () => {
  const { graph } = await loadModelPackage(STEP_SUM);
  session = await createCpuBackend().open(graph.weights, { threads: 1 });
  return () => session.release();
});

/** What the package on disk says, through the real graph. */
async function predict(values: Values): Promise<Prediction> {
  const shown = applicability(manifest, chart(values));
  if ('because' in shown) throw new Error(shown.reason);
  const asked = { modelId: manifest.id, rows: [shown.row] };
  const { readings } = await readTable(asked, { manifest, session, backend: 'cpu' });
  return predictionOf(manifest, shown, readings[0]!);
}

const SERIES: Values = {
  age: 71,
  sex: 'M',
  heart_rate: [at(0, 80), at(1, 150), at(2, 110)],
  lactate: [at(1, 1.5), at(3, 4.5)],
  mechanical_ventilation: true,
};

describe('predictionOf', () => {
  it('returns the probability and all that is needed to interpret it', async () => {
    const { contributions, interval, probability, reference_probability, ...told } =
      await predict(SERIES);
    expect(told).toEqual({
      model: 'step-sum',
      version: '1.0.0',
      outcome: { id: 'test_outcome', name: 'test outcome', horizon: 'one day' },
      missing: [],
      valid_for: 'rows of tests',
      effects_reference: 'No step at all.',
      base_rate: 0.25,
      warnings: ['A test pattern; no clinical meaning.'],
    });
    expect(logit(probability)).toBeCloseTo(0.8 * 5.5 + 0.1, 9);
    expect(logit(reference_probability)).toBeCloseTo(0.8 * -1 + 0.1, 9);
    // Members lie at ±1 of the logit in steps of 0.1; nine in ten of 21 are within ±0.9.
    expect(logit(interval.low)).toBeCloseTo(0.8 * 4.6 + 0.1, 5);
    expect(logit(interval.high)).toBeCloseTo(0.8 * 6.4 + 0.1, 5);
    expect(interval).toMatchObject({ level: 0.9, description: 'A ladder around the logit.' });
    expect(contributions).toHaveLength(6);
  });

  it('groups the terms by variable, strongest first, and shows what spoke loudest', async () => {
    const { contributions } = await predict(SERIES);
    const steps = contributions.map(({ effect, ...rest }) => ({
      ...rest,
      steps: Number((effect / 0.8 / 0.25).toFixed(9)),
    }));
    expect(steps).toEqual([
      { feature: 'heart_rate', value: 150, unit: '/min', statistic: 'max', steps: 8 },
      { feature: 'lactate', value: 4.5, unit: 'mmol/L', steps: 8 },
      { feature: 'mechanical_ventilation', value: true, steps: 4 },
      { feature: 'age × lactate', value: '71 × 4.5', steps: 3 },
      { feature: 'age', value: 71, unit: 'a', steps: 2 },
      { feature: 'sex', value: 'M', steps: 1 },
    ]);
  });

  const heartOf = ({ contributions }: Prediction) =>
    contributions.find(({ feature }) => feature === 'heart_rate');

  it('reports a single value without a statistic', async () => {
    const told = await predict({ age: 40, sex: 'F', heart_rate: 150 });
    // Last 2, highest 3, both together 2; what does not rise or fall has no slope.
    const effect = expect.closeTo(7 * 0.8 * 0.25, 9);
    expect(heartOf(told)).toEqual({ feature: 'heart_rate', value: 150, unit: '/min', effect });
  });

  it('rounds calculated values, but no measured ones', async () => {
    const mean = { name: 'm', variable: 'heart_rate', statistic: 'mean' } as const;
    const of = await stepSum({ features: manifest.features.with(2, mean) });
    const told = (statistic: 'm' | 'heart_rate_max') => {
      const heart_rate = [at(0, 80), at(2, 110.12345), at(3, 80)];
      const shown = applicability(of, chart({ age: 40, sex: 'F', heart_rate }));
      if ('because' in shown) throw new Error(shown.reason);
      const loudest = of.features.findIndex(({ name }) => name === statistic);
      const contributions = of.terms.map(({ features }) =>
        features.length === 1 && features[0] === loudest ? 1 : 0,
      );
      const reading = { logit: 0, probability: 0.5, contributions, members: [0.5] };
      return heartOf(predictionOf(of, shown, reading))!.value;
    };
    expect(told('m')).toBe(90.04);
    expect(told('heart_rate_max')).toBe(110.12345);
  });

  it('reports a slope per hour, where that is the feature', async () => {
    const rising = { age: 40, sex: 'F', heart_rate: [at(0, 80), at(2, 90)] };
    const shown = applicability(manifest, chart(rising));
    if ('because' in shown) throw new Error(shown.reason);
    const contributions = manifest.terms.map(({ name }) => (name === 'heart_rate_slope' ? 1 : 0));
    const reading = { logit: 0, probability: 0.5, contributions, members: [0.5] };
    expect(heartOf(predictionOf(manifest, shown, reading))).toEqual({
      feature: 'heart_rate',
      value: 5,
      unit: '/min/h',
      statistic: 'slope',
      effect: 0.8,
    });
  });

  it('puts what was not given into one entry, and names it', async () => {
    const { contributions, missing } = await predict({ age: 71, sex: 'M', heart_rate: 80 });
    expect(missing).toEqual(['lactate', 'mechanical_ventilation']);
    const [unmeasured] = contributions.filter(({ feature }) => feature === 'not_given');
    expect(unmeasured).toEqual({ feature: 'not_given', value: null, effect: 0.8 * 0.25 });
    const pair = contributions.find(({ feature }) => feature === 'age × lactate');
    expect(pair).toMatchObject({ value: '71 × not given' });
    const full = await predict({ ...SERIES });
    expect(full.contributions.map(({ feature }) => feature)).not.toContain('not_given');
  });

  it('adds up, whatever is given and whatever is missing', async () => {
    const series = (low: number, high: number) =>
      fc.option(
        fc
          .array(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: 5 })
          .map((all) => all.map((value, hour) => at(hour, value))),
        { nil: undefined },
      );
    const patient = fc.record({
      age: fc.integer({ min: 16, max: 100 }),
      heart_rate: fc.integer({ min: 30, max: 220 }),
      sex: fc.constantFrom('M', 'F'),
      lactate: series(1, 20),
      mechanical_ventilation: fc.option(fc.boolean(), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(patient, async (values) => {
        const given = Object.entries(values).filter(([, value]) => value !== undefined);
        const told = await predict(Object.fromEntries(given) as Values);
        const effects = told.contributions.reduce((sum, { effect }) => sum + effect, 0);
        const way = logit(told.probability) - logit(told.reference_probability);
        expect(effects).toBeCloseTo(way, 6);
        const sizes = told.contributions.map(({ effect }) => Math.abs(effect));
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a reading of another package', async () => {
    const shown = applicability(manifest, chart(SERIES));
    if ('because' in shown) throw new Error(shown.reason);
    const reading = { logit: 0, probability: 0.5, contributions: [1], members: [0.5] };
    expect(() => predictionOf(manifest, shown, reading)).toThrow(TypeError);
  });
});
