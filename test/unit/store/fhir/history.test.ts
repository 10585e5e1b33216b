import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryKey, HistoryQuery } from '../../../../src/store/fhir/store.js';
import { openStore, versionOf, write } from '../../../support/fhir/store.js';

const step = fc.record({
  type: fc.constantFrom('A', 'B'),
  id: fc.constantFrom('1', '2', '3'),
  act: fc.constantFrom('put', 'put', 'remove'),
  pass: fc.constantFrom(0, 0, 1, 2),
});
const query = fc.record(
  {
    type: fc.constantFrom('A', 'B', 'C'),
    id: fc.constantFrom('1', '2', '4'),
    since: fc.integer({ min: 0, max: 8 }),
    before: fc.integer({ min: 2, max: 30 }),
  },
  { requiredKeys: [] },
);

/** Takes the steps in one partition and gives what they made, newest first. */
async function taken(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  let time = 0;
  const { store } = openStore(undefined, () => time);
  const live = store.in('live');
  const rowOrder: string[] = [];
  const made: { name: string; type: string; id: string; version: number; updated: number }[] = [];
  for (const { type, id, act, pass } of steps) {
    time += pass;
    await write(store.in('test'), (tx) => tx.put(versionOf(type, id)));
    const name = `${type}/${id}`;
    const before = live.read(type, id);
    const after = await write(live, (tx) =>
      act === 'put' ? tx.put(versionOf(type, id)) : tx.remove(type, id),
    );
    if (before === undefined && after !== undefined) rowOrder.push(name);
    if (after === undefined || after.version === before?.version) continue;
    made.push({ name, type, id, version: after.version, updated: after.updated });
  }
  made.sort(
    (a, b) =>
      b.updated - a.updated ||
      rowOrder.indexOf(b.name) - rowOrder.indexOf(a.name) ||
      b.version - a.version,
  );
  return { live, made };
}

describe('the history', () => {
  it('returns every requested version once, newest first, in pages', async () => {
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 12, maxLength: 30 }),
        fc.array(query, { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, queries, limit) => {
          const { live, made } = await taken(steps);
          for (const { type, id, ...times } of queries) {
            const asked: Omit<HistoryQuery, 'limit'> = {
              ...times,
              ...(type !== undefined && { type }),
              ...(type !== undefined && id !== undefined && { id }),
            };
            const expected = made.filter(
              (one) =>
                (asked.type === undefined || one.type === asked.type) &&
                (asked.id === undefined || one.id === asked.id) &&
                one.updated >= (asked.since ?? 0) &&
                one.updated <= (asked.before ?? 1e9),
            );
            const found: string[] = [];
            let after: HistoryKey | undefined;
            for (let more = true; more; ) {
              const page = live.history({ ...asked, limit, ...(after && { after }) });
              expect(page.total).toBe(expected.length);
              found.push(...page.rows.map((row) => `${row.type}/${row.id} ${row.version}`));
              after = page.rows.at(-1)?.at;
              more = page.more;
            }
            expect(found).toEqual(expected.map(({ name, version }) => `${name} ${version}`));
            listed += found.length;
          }
        },
      ),
      { numRuns: 20 },
    );
    expect(listed).toBeGreaterThan(60);
  });

  it('holds the texts of all versions, none of a deleted one', async () => {
    const { live } = await taken([
      { type: 'A', id: '1', act: 'put', pass: 1 },
      { type: 'A', id: '1', act: 'put', pass: 1 },
      { type: 'A', id: '1', act: 'remove', pass: 1 },
    ]);
    const { rows } = live.history({ limit: 5 });
    expect(rows.map(({ version, method, body }) => [version, method, body])).toEqual([
      [3, 'DELETE', ''],
      [2, 'PUT', 'A/1 v2 @1970-01-01T00:00:00.002Z'],
      [1, 'PUT', 'A/1 v1 @1970-01-01T00:00:00.001Z'],
    ]);
    expect(rows.map(({ at: [updated] }) => updated)).toEqual([3, 2, 1]);
  });

  it('shows nothing twice and misses nothing when something is written between two pages', async () => {
    const { live } = await taken([
      { type: 'A', id: '1', act: 'put', pass: 1 },
      { type: 'A', id: '2', act: 'put', pass: 1 },
      { type: 'A', id: '3', act: 'put', pass: 1 },
    ]);
    const first = live.history({ type: 'A', limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual(['3', '2']);
    // The newest version of the next page becomes an older one of its resource.
    await write(live, (tx) => tx.put(versionOf('A', '1')));
    const after = first.rows[1]?.at;
    const second = live.history({ type: 'A', limit: 2, ...(after && { after }) });
    expect(second.rows.map(({ id, version }) => [id, version])).toEqual([['1', 1]]);
    expect(second.more).toBe(false);
  });
});
