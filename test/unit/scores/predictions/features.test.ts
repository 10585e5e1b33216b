import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TabularManifest } from '../../../../src/inference/schema.js';
import { featureRow } from '../../../../src/scores/predictions/features.js';
import { stepSum } from '../../../support/table-model.js';
import { at, chart } from './series.js';

const manifest = await stepSum();
const rowOf = (values: Parameters<typeof chart>[0], of: TabularManifest = manifest) => {
  const { row } = featureRow(of, chart(values));
  return Object.fromEntries(of.features.map(({ name }, index) => [name, row[index]]));
};

describe('featureRow', () => {
  it('takes the statistics of a series, in the order of the manifest', () => {
    const row = rowOf({
      age: 71,
      sex: 'M',
      heart_rate: [at(0, 80), at(1, 150), at(2, 110)],
      lactate: [at(1, 1.5), at(3, 4.5)],
      mechanical_ventilation: true,
    });
    expect(row).toEqual({
      age: 71,
      sex: 1,
      heart_rate_last: 110,
      heart_rate_max: 150,
      heart_rate_slope: 15,
      lactate_last: 4.5,
      mechanical_ventilation: 1,
    });
  });

  it('has every statistic of one value without a time, but no slope', () => {
    const statistics = ['last', 'first', 'min', 'max', 'mean', 'count', 'slope'] as const;
    const features = statistics.map((statistic) => ({
      name: statistic,
      variable: 'lactate',
      statistic,
    }));
    const of = { ...manifest, features };
    const alike = { last: 2.5, first: 2.5, min: 2.5, max: 2.5, mean: 2.5 };
    expect(rowOf({ lactate: 2.5 }, of)).toEqual({ ...alike, count: 1, slope: Number.NaN });
    // Nothing is not zero, not even when it is counted.
    const nothing = Object.values(rowOf({}, of));
    expect(nothing).toEqual(statistics.map(() => Number.NaN));
  });

  it('has no slope of noise', () => {
    // The same forwards as backwards; reckoned in binary it would rise by 3e-17 an hour.
    const values = [7.2, 8.1, 7.2, 7.2, 8.1, 7.2];
    const lactate = values.map((value, index) => at((index * 33) / 60, value));
    const slope = { name: 's', variable: 'lactate', statistic: 'slope' } as const;
    const of = { ...manifest, features: [slope] };
    expect(rowOf({ lactate }, of)).toEqual({ s: 0 });
    const tiny = [at(0, 7.4), at(24 - 1e-6, 7.399)];
    expect(rowOf({ lactate: tiny }, of).s).toBeCloseTo(-0.001 / 24, 9);
  });

  it('leaves out what is older than the window of the newest value', () => {
    const heart_rate = [at(0, 200), at(6, 100), at(20, 90)];
    // The newest value of all variables counts, and the hour itself is out.
    const { row, outside, used } = featureRow(
      manifest,
      chart({ heart_rate, lactate: [at(24, 2)] }),
    );
    expect(row.slice(2, 4)).toEqual([90, 100]);
    expect(outside).toEqual(['heart_rate']);
    expect(used.get('heart_rate')).toHaveLength(2);
    expect(rowOf({ heart_rate, lactate: [at(23.9, 2)] }).heart_rate_max).toBe(200);
  });

  it('looks at the first hours where the manifest says so', async () => {
    const of = await stepSum({ window: 'first' });
    const heart_rate = [at(0, 90), at(23.9, 100), at(24, 200)];
    expect(rowOf({ heart_rate }, of).heart_rate_max).toBe(100);
    expect(rowOf({ heart_rate }, await stepSum({ window: 'last' })).heart_rate_last).toBe(200);
    const { window_hours: _, ...endless } = of;
    expect(rowOf({ heart_rate }, endless).heart_rate_max).toBe(200);
  });

  it('keeps values without time, and facts of whatever age', () => {
    const row = rowOf({ age: [at(-9_999, 66)], heart_rate: [{ value: 70 }, at(30, 120)] });
    expect(row).toMatchObject({ age: 66, heart_rate_last: 120, heart_rate_max: 120 });
    const { outside } = featureRow(manifest, chart({ age: [at(-9_999, 66)], lactate: [at(0, 1)] }));
    expect(outside).toEqual([]);
  });

  it('leaves out a word that the manifest has no number for, and says so', () => {
    for (const sex of ['X', 'constructor', 1, true]) {
      const { row, unknown, used } = featureRow(manifest, chart({ sex }));
      expect(row[1]).toBeNaN();
      expect(unknown).toEqual(['sex']);
      expect(used.has('sex')).toBe(false);
    }
    expect(featureRow(manifest, chart({ lactate: 'high' })).unknown).toEqual(['lactate']);
    expect(featureRow(manifest, chart({ sex: 'F' }))).toMatchObject({ unknown: [] });
  });

  it('does not take what is no number for one', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      expect(() => featureRow(manifest, chart({ lactate: value }))).toThrow(TypeError);
    }
  });

  it('passes by variables that the model does not take', () => {
    expect(featureRow(manifest, chart({ shoe_size: 43 })).used.size).toBe(0);
  });
});

interface Case {
  series: Record<string, { hour: number; value: number }[]>;
  expected: Record<string, Record<string, number | null>>;
}

describe('the statistics of the training code', () => {
  const path = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'series', 'statistics.json');
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] };
  const names = Object.keys(cases[0]!.expected);
  const statistics = ['last', 'first', 'min', 'max', 'mean', 'slope'] as const;
  const of: TabularManifest = {
    ...manifest,
    inputs: names.map((variable) => ({ variable })),
    features: names.flatMap((variable) =>
      statistics.map((statistic) => ({ name: `${variable} ${statistic}`, variable, statistic })),
    ),
  };

  it('are those of the appliance, as float32', () => {
    let [numbers, slopes] = [0, 0];
    for (const { series, expected } of cases) {
      const values = Object.entries(series).map(([name, samples]) => [
        name,
        samples.map(({ hour, value }) => at(Math.round(hour * 3_600_000) / 3_600_000, value)),
      ]);
      const { row } = featureRow(of, chart(Object.fromEntries(values)));
      of.features.forEach(({ variable, statistic }, index) => {
        const told = expected[variable]![statistic];
        if (told === null || told === undefined) {
          expect(row[index]).toBeNaN();
          return;
        }
        numbers += 1;
        if (statistic === 'slope') slopes += 1;
        const step = Math.max(Math.abs(told), 1e-3) * 2 ** -23;
        expect(Math.abs(row[index]! - told)).toBeLessThanOrEqual(step);
      });
    }
    expect(cases).toHaveLength(40);
    expect(numbers).toBeGreaterThan(400);
    expect(slopes).toBeGreaterThan(30);
  });
});
