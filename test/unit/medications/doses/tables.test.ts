import { expect, test } from 'vitest';
import { VARIABLES } from '../../../../src/chart/variables/catalogue.js';
import { unitOf } from '../../../../src/medications/doses/amounts.js';
import type { Gate } from '../../../../src/medications/gate.js';
import { classes, readJson, TABLES } from './bench.js';

const ingredients = new Set(
  (readJson('ingredients.json') as { name: string }[]).map(({ name }) => name),
);
const conditions = new Set((readJson('conditions.json') as { id: string }[]).map(({ id }) => id));
const { doses, renal, hepatic, numbers } = TABLES;

function gatesIn(gate: Gate): Gate[] {
  if ('all' in gate) return gate.all.flatMap(gatesIn);
  if ('any' in gate) return gate.any.flatMap(gatesIn);
  return 'not' in gate ? gatesIn(gate.not) : [gate];
}
const gates = [
  ...renal.flatMap(({ bands }) => bands.flatMap(({ when }) => (when ? [when] : []))),
  ...numbers.flatMap(({ when, unless }) => (unless ? [when, unless] : [when])),
].flatMap(gatesIn);

test('every ingredient is one of the knowledge', () => {
  const named = [...doses, ...renal, ...hepatic].map(({ ingredient }) => ingredient);
  expect([...new Set(named)].filter((name) => !ingredients.has(name))).toEqual([]);
});

test('every selector of a number rule means something', () => {
  const selectors = numbers.flatMap(({ drugs, not = [] }) => [...drugs, ...not]);
  const empty = selectors.filter((one) =>
    one.startsWith('@') ? classes.membersOf(one).size === 0 : !ingredients.has(one),
  );
  expect([...new Set(empty)]).toEqual([]);
});

test('every fact is a variable of the chart, in its unit, and every condition is known', () => {
  const units = new Map(VARIABLES.map((one) => [one.name, 'unit' in one ? one.unit : undefined]));
  units.set('crcl', 'mL/min');
  const wrong = gates.filter((gate) => {
    if ('fact' in gate) return units.get(gate.fact) !== gate.unit;
    return 'condition' in gate && gate.condition.some((id) => !conditions.has(id));
  });
  expect(wrong).toEqual([]);
  const leadIns = doses.flatMap(({ loading_for = [] }) => loading_for);
  expect(leadIns.filter((id) => !conditions.has(id))).toEqual([]);
});

test('sources are given or are labels', () => {
  const own = Object.keys(readJson('sources/doses.json') as object);
  const used = new Set([...doses, ...renal, ...hepatic, ...numbers].flatMap((one) => one.sources));
  const unknown = [...used].filter((id) => !own.includes(id) && !/^(fda|smpc|ema):./.test(id));
  expect(unknown).toEqual([]);
  expect(own.filter((id) => !used.has(id))).toEqual([]);
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
