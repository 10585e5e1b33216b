import { expect, test } from 'vitest';
import { unitOf } from '../../../../src/medications/doses/amounts.js';
import { tableOf } from '../../../support/medication-tables.js';
import { TABLES } from './bench.js';

const { doses, renal, hepatic } = TABLES;

test('a loading dose is for conditions that are known', () => {
  const conditions = new Set(tableOf('conditions').map(({ id }) => id));
  const leadIns = doses.flatMap(({ loading_for = [] }) => loading_for);
  expect(leadIns.length).toBeGreaterThan(0);
  expect(leadIns.filter((id) => !conditions.has(id))).toEqual([]);
});

test('limits are in order', () => {
  const odd = doses.filter(({ usual, single, daily, loading, every_days }) => {
    if (usual && usual[0] > usual[1]) return true;
    if (usual && single !== undefined && usual[1] > single * 1.001) return true;
    if (daily !== undefined && every_days !== undefined) return true;
    if (daily !== undefined && single !== undefined && daily < single * 0.49) return true;
    return loading !== undefined && single !== undefined && loading < single;
  });
  expect(odd.map(({ ingredient, routes }) => `${ingredient} ${routes}`)).toEqual([]);
});

test('units are written as the engine writes them', () => {
  const units = [...doses, ...renal, ...hepatic].flatMap(({ unit }) => (unit ? [unit] : []));
  expect([...new Set(units)].filter((unit) => unitOf(unit) !== unit)).toEqual([]);
});

test('bands of the kidney do not overlap and get no milder as it gets worse', () => {
  const rank = ['contraindicated', 'avoid', 'weigh', 'limit', 'check', 'monitor'];
  const odd = renal.filter(({ ingredient, bands }) => {
    // Enoxaparin apart: nothing here is milder below.
    const plain = bands
      .filter(({ dialysis, from }) => !dialysis && !(from !== undefined && from > 90))
      .sort((a, b) => (b.from ?? 0) - (a.from ?? 0));
    return plain.some((band, i) => {
      const next = plain[i + 1];
      if (next === undefined) return false;
      const overlaps = (next.below ?? Number.POSITIVE_INFINITY) > (band.from ?? 0) + 1e-9;
      return overlaps || rank.indexOf(next.action) > rank.indexOf(band.action)
        ? ingredient !== ''
        : false;
    });
  });
  expect(odd.map(({ ingredient, bands }) => `${ingredient} ${JSON.stringify(bands)}`)).toEqual([]);
});

test('limits of renal and hepatic entries do not exceed the ordinary maximum', () => {
  const most = new Map<string, number>();
  for (const { ingredient, daily, unit } of doses) {
    const key = `${ingredient} ${unit}`;
    if (daily !== undefined) most.set(key, Math.max(daily, most.get(key) ?? 0));
  }
  const odd = [
    ...renal.flatMap(({ ingredient, unit, bands }) =>
      bands.map((band) => ({ ingredient, unit, ...band })),
    ),
    ...hepatic.flatMap(({ ingredient, unit, classes: byClass }) =>
      Object.values(byClass).map((advice) => ({ ingredient, unit, ...advice })),
    ),
  ].filter(({ ingredient, unit, max_daily }) => {
    const limit = most.get(`${ingredient} ${unit}`);
    return max_daily !== undefined && limit !== undefined && max_daily > limit;
  });
  expect(odd.map(({ ingredient, max_daily }) => `${ingredient} ${max_daily}`)).toEqual([]);
});
