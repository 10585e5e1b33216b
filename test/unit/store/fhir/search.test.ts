import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter, Order, StoreQuery } from '../../../../src/store/fhir/filter.js';
import { createSearch, type SearchWeights } from '../../../../src/store/fhir/search.js';
import type { FhirReader } from '../../../../src/store/fhir/store.js';
import { createTerms } from '../../../../src/store/fhir/terms.js';
import { type Held, meets } from '../../../support/fhir/filter-in-memory.js';
import { filterOf, orderOf, rowsOf, TYPES } from '../../../support/fhir/random-filters.js';
import { openStore, versionOf, write } from '../../../support/fhir/store.js';
import { thrownBy } from '../../../support/refusals.js';

const resources = fc.array(
  fc.constantFrom(...TYPES).chain((type) =>
    fc.record({
      type: fc.constant(type),
      id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
      rows: rowsOf(type),
      end: fc.constantFrom('stays', 'stays', 'goes'),
    }),
  ),
  { minLength: 4, maxLength: 16 },
);
const question = fc
  .constantFrom(...TYPES)
  .chain((type) =>
    fc.tuple(fc.constant(type), filterOf(type), fc.array(orderOf(type), { maxLength: 3 })),
  );

type Made = typeof resources extends fc.Arbitrary<infer T> ? T : never;

/** Puts all into a store, some into the other partition too; gives what is there at last. */
async function filled(made: Made) {
  let time = 0;
  const { database, store } = openStore(undefined, () => Math.floor(time / 2));
  const live = store.in('live');
  const rowOrder = new Set<string>();
  const held = new Map<string, Held>();
  for (const [index, { type, id, rows, end }] of made.entries()) {
    time += 1;
    if (index % 2 === 0) await write(store.in('test'), (tx) => tx.put(versionOf(type, id, rows)));
    const { updated, body } = await write(live, (tx) => tx.put(versionOf(type, id, rows)));
    rowOrder.add(`${type}/${id}`);
    held.set(`${type}/${id}`, { type, id, updated, body, rows });
    if (end === 'goes') {
      await write(live, (tx) => tx.remove(type, id));
      held.delete(`${type}/${id}`);
    }
  }
  const weighing = (weighed: Omit<SearchWeights, 'maxMs'>) =>
    createSearch(database, createTerms(database), { ...weighed, maxMs: 60_000 })('live');
  return { weighing, held: [...rowOrder].flatMap((name) => held.get(name) ?? []) };
}

type Value = string | number | null;

/** What a resource is sorted by: its least value, or its greatest. */
function sortValue({ by, descending }: Order, { id, updated, rows }: Held): Value {
  if (by === 'id') return id;
  if (by === 'updated') return updated;
  const values = rows[by.in].flatMap((row): Value[] => {
    if (row.parameter !== by.parameter) return [];
    if ('unit' in row && row.unit !== '') return [];
    if ('low' in row) return [descending ? row.high : row.low];
    if ('folded' in row) return row.value === '' ? [] : [row.folded];
    return ['code' in row ? row.code : row.target];
  });
  return values.sort(compare).at(descending ? -1 : 0) ?? null;
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function sorted(found: readonly Held[], order: readonly Order[]): Held[] {
  const rows = order[0]?.descending ? [...found].reverse() : [...found];
  return rows.sort((a, b) => {
    for (const one of order) {
      const [first, second] = [sortValue(one, a), sortValue(one, b)];
      const missing = Number(first === null) - Number(second === null);
      if (missing !== 0) return missing;
      const difference = first === null ? 0 : compare(first, second);
      if (difference !== 0) return one.descending ? -difference : difference;
    }
    return 0;
  });
}

/** All pages of a search, one after the other. */
function pagesOf(search: FhirReader['search'], query: StoreQuery): string[] {
  const ids: string[] = [];
  for (let after = query.after; ; ) {
    const { rows, more } = search({ ...query, ...(after && { after }) });
    ids.push(...rows.map(({ id }) => id));
    expect(rows.length).toBeLessThanOrEqual(query.limit);
    after = rows.at(-1)?.key;
    if (!more) return ids;
    expect(rows).toHaveLength(query.limit);
  }
}

describe('a search', () => {
  it.each([
    ['as it finds things in a large store', { few: 0, many: 1 }],
    ['as it finds things in a small store', { few: 2_000, many: 10_000 }],
    ['as it finds things in between', { few: 1, many: 4 }],
  ])('finds, counts, sorts and pages what looking at every row gives, %s', async (_, weighed) => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(
        resources,
        fc.array(question, { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        async (made, questions, limit) => {
          const { weighing, held } = await filled(made);
          const search = weighing(weighed);
          for (const [type, where, order] of questions) {
            const found = held.filter((one) => one.type === type && meets(where, one, held));
            const expected = sorted(found, order).map(({ id }) => id);
            const query = { type, where, order, limit, total: 'accurate' } as const;
            expect(search(query).total).toBe(expected.length);
            expect(search({ ...query, limit: 0 })).toMatchObject({
              rows: [],
              total: expected.length,
            });
            expect(pagesOf(search, query)).toEqual(expected);
            hits += expected.length;
          }
        },
      ),
      { numRuns: 10 },
    );
    expect(hits).toBeGreaterThan(40);
  });

  it.each([0, 1_000])('follows no reference to what was deleted, weighed with %d', async (few) => {
    const { database, store } = openStore();
    const live = store.in('live');
    const to = (target: string) => ({
      references: [{ parameter: 'A?r', type: 'B', target }],
      tokens: [{ parameter: 'A?t', system: '', code: 'x' }],
    });
    await write(live, (tx) => {
      for (const id of ['kept', 'gone']) {
        tx.put(versionOf('B', id));
        tx.put(versionOf('A', `to-${id}`, to(id)));
      }
      tx.put(versionOf('A', 'also-to-kept', to('kept')));
      tx.remove('B', 'gone');
    });
    const weights = { few, many: few + 1, maxMs: 60_000 };
    const search = createSearch(database, createTerms(database), weights)('live');
    const idsOf = (type: string, where: Filter) =>
      search({ type, where, order: [], limit: 9, total: 'none' }).rows.map(({ id }) => id);
    const any: Filter = { kind: 'not', of: { kind: 'nothing' } };
    const coded: Filter = { kind: 'token', parameter: 'A?t', any: [{ code: 'x' }] };
    const chain: Filter = { kind: 'chain', parameter: 'A?r', type: 'B', of: any };
    const has: Filter = { kind: 'has', parameter: 'A?r', type: 'A', of: coded };
    expect(idsOf('A', chain)).toEqual(['to-kept', 'also-to-kept']);
    expect(idsOf('A', { kind: 'all', of: [coded, chain] })).toEqual(['to-kept', 'also-to-kept']);
    expect(idsOf('B', has)).toEqual(['kept']);
    expect(idsOf('B', { kind: 'any', of: [has, { kind: 'id', any: ['gone'] }] })).toEqual(['kept']);
    expect(idsOf('A', { kind: 'not', of: chain })).toEqual(['to-gone']);
  });

  it.each([0, 1_000])(
    'finds a resource once that meets several values, weighed with %d',
    async (few) => {
      const { database, store } = openStore();
      const token = (code: string) => ({ parameter: 'A?p', system: 's', code });
      const rows = {
        tokens: ['x', 'y', 'z'].map(token),
        strings: ['xa', 'xb'].map((folded) => ({ parameter: 'A?p', folded, value: folded })),
      };
      await write(store.in('live'), (tx) => tx.put(versionOf('A', '1', rows)));
      const weights = { few, many: few + 1, maxMs: 60_000 };
      const search = createSearch(database, createTerms(database), weights)('live');
      const codes = ['y', 'x'].map((code) => ({ system: 's', code }));
      const filters: Filter[] = [
        { kind: 'token', parameter: 'A?p', any: codes },
        { kind: 'token', parameter: 'A?p', any: [{ system: 's' }] },
        { kind: 'string', parameter: 'A?p', match: 'starts', any: ['x', 'xb'] },
        { kind: 'present', parameter: 'A?p', in: ['tokens', 'strings'] },
        {
          kind: 'any',
          of: [
            { kind: 'id', any: ['1'] },
            { kind: 'token', parameter: 'A?p', any: codes },
          ],
        },
      ];
      for (const where of filters) {
        const found = search({ type: 'A', where, order: [], limit: 9, total: 'accurate' });
        expect(found.rows.map(({ id }) => id)).toEqual(['1']);
        expect(found.total).toBe(1);
      }
    },
  );

  it('is cut off when it takes too long, and the next one is not', async () => {
    const { database, store } = openStore();
    const row = { parameter: 'A?p', system: '', code: 'x' };
    await write(store.in('live'), (tx) => {
      for (let n = 0; n < 200; n += 1) tx.put(versionOf('A', `${n}`, { tokens: [row] }));
    });
    const slow = createSearch(database, createTerms(database), { few: 1, many: 1, maxMs: -1 });
    const where = { kind: 'string', parameter: 'A?p', match: 'starts', any: ['y'] } as const;
    const not = { kind: 'not', of: where } as const;
    const query = { type: 'A', where: not, order: [], limit: 150, total: 'none' } as const;
    const error = thrownBy(() => slow('live')(query));
    expect(error).toMatchObject({ code: 'validation_error', issues: [{ type: 'too-costly' }] });
    const quick = createSearch(database, createTerms(database));
    expect(quick('live')(query).rows).toHaveLength(150);
    expect(database.inTransaction).toBe(false);
  });

  it('does not mind which mode or type has heard of a parameter', async () => {
    const { store } = openStore();
    const rows = { tokens: [{ parameter: 'A?p', system: '', code: 'x' }] };
    await write(store.in('test'), (tx) => tx.put(versionOf('A', '1', rows)));
    const where = { kind: 'token', parameter: 'A?p', any: [{ code: 'x' }] } as const;
    const query = { type: 'A', where, order: [], limit: 5, total: 'accurate' } as const;
    expect(store.in('test').search(query)).toMatchObject({ total: 1, more: false });
    expect(store.in('live').search(query)).toEqual({ rows: [], more: false, total: 0 });
    expect(store.in('test').search({ ...query, type: 'B' })).toMatchObject({ total: 0 });
    const other = { kind: 'not', of: where } as const;
    await write(store.in('live'), (tx) => tx.put(versionOf('A', '2')));
    expect(
      store
        .in('live')
        .search({ ...query, where: other })
        .rows.map(({ id }) => id),
    ).toEqual(['2']);
  });

  it('takes every text as a value, never as SQL', async () => {
    const { store } = openStore();
    const evil = `x' OR '1'='1`;
    const rows = {
      tokens: [{ parameter: 'A?p', system: evil, code: evil }],
      strings: [{ parameter: 'A?p', folded: evil, value: '%_' }],
      references: [{ parameter: 'A?p', type: 'A', target: evil }],
    };
    const live = store.in('live');
    await write(live, (tx) => tx.put(versionOf('A', evil, rows)));
    await write(live, (tx) => tx.put(versionOf('A', 'other')));
    const filters: Filter[] = [
      { kind: 'id', any: [evil] },
      { kind: 'token', parameter: 'A?p', any: [{ system: evil, code: evil }] },
      { kind: 'token', parameter: 'A?p', any: [{ code: `x'`, below: true }] },
      { kind: 'string', parameter: 'A?p', match: 'contains', any: [`' or`, `' OR`] },
      { kind: 'string', parameter: 'A?p', match: 'exact', any: ['%_'] },
      { kind: 'reference', parameter: 'A?p', any: [{ type: 'A', target: evil }] },
    ];
    for (const where of filters) {
      const { rows: found } = live.search({ type: 'A', where, order: [], limit: 5, total: 'none' });
      expect(found.map(({ id }) => id)).toEqual([evil]);
    }
    const nobody = { kind: 'id', any: [`' OR 1=1 --`] } as const;
    expect(
      live.search({ type: 'A', where: nobody, order: [], limit: 5, total: 'none' }).rows,
    ).toEqual([]);
  });
});
