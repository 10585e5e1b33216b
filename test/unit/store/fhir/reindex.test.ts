import { describe, expect, it } from 'vitest';
import { createFhirStore, type FhirTransaction } from '../../../../src/store/fhir/create-store.js';
import { Reindexer } from '../../../../src/store/fhir/reindex.js';
import type { NewVersion } from '../../../../src/store/fhir/store.js';
import { NO_ROWS, openStore, versionOf, write } from '../../../support/fhir/store.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const nameIn = (body: string) => body.split(' ')[0] ?? '';

/** What a resource is found by, as two sets of definitions have it. */
const oldRows = () => ({ tokens: [{ parameter: 'A?old', system: '', code: 'x' }] });
const index = (body: string) => ({
  ...NO_ROWS,
  tokens: [{ parameter: 'A?new', system: 's', code: nameIn(body) }],
});

type Fill = (transaction: FhirTransaction) => unknown;

/** A store that was filled by an earlier process, and the reindexing of a later one. */
async function opened(
  fill: { live?: Fill; test?: Fill } = {},
  folder = scratchFolder(),
  hash = 'h1',
) {
  const { database, queue, store: earlier } = openStore(folder);
  if (fill.live) await write(earlier.in('live'), fill.live);
  if (fill.test) await write(earlier.in('test'), fill.test);
  const reindexing = new Reindexer({ database, queue, index, hash });
  const store = createFhirStore(
    database,
    queue,
    () => 5,
    () => reindexing.complete(),
  );
  const codes = () =>
    database.prepare<[], string>('SELECT code FROM fhir_token ORDER BY pk').pluck().all();
  const partitions = { live: store.in('live'), test: store.in('test') };
  const writeLive = (resource: NewVersion) =>
    write(earlier.in('live'), (transaction) => transaction.put(resource));
  return { folder, database, queue, reindexing, ...partitions, writeLive, codes };
}

const numbered =
  (count: number): Fill =>
  (transaction) => {
    for (let n = 1; n <= count; n += 1) transaction.put(versionOf('A', `${n}`, oldRows()));
  };

const found = (parameter: string, code: string) =>
  ({
    type: 'A',
    where: { kind: 'token', parameter, any: [{ code }] },
    order: [],
    limit: 10,
    total: 'none',
  }) as const;

describe('reindexing', () => {
  it('has nothing to do in an empty store', async () => {
    const { reindexing } = await opened();
    expect(reindexing.complete()).toBe(true);
    expect(await reindexing.run()).toEqual({ resources: 0, failed: 0 });
    expect(reindexing.complete()).toBe(true);
    expect(await reindexing.run()).toEqual({ resources: 0, failed: 0 });
  });

  it('gives every resource of both partitions its new rows, in batches, and drops the old', async () => {
    const withoutFirst = (count: number) => (transaction: FhirTransaction) => {
      numbered(count)(transaction);
      transaction.remove('A', '1');
    };
    const fill = { live: withoutFirst(450), test: withoutFirst(30) };
    const { reindexing, live, test, codes } = await opened(fill);
    expect(codes()).toEqual(Array.from({ length: 478 }, () => 'x'));
    expect(() => live.search(found('A?new', 'A/7'))).toThrow(
      expect.objectContaining({ code: 'overloaded' }),
    );
    expect(await reindexing.run()).toEqual({ resources: 478, failed: 0 });
    expect(codes()).toContain('A/450');
    expect(codes()).not.toContain('x');
    expect(live.search(found('A?new', 'A/7')).rows.map(({ id }) => id)).toEqual(['7']);
    expect(test.search(found('A?new', 'A/30')).rows.map(({ id }) => id)).toEqual(['30']);
    expect(test.search(found('A?new', 'A/31')).rows).toEqual([]);
    expect(live.search(found('A?new', 'A/1')).rows).toEqual([]);
    expect(live.search(found('A?old', 'x')).rows).toEqual([]);
  });

  it('lets others write meanwhile', async () => {
    const { reindexing, writeLive, codes } = await opened({ live: numbered(450) });
    const running = reindexing.run();
    await writeLive(versionOf('A', '440', index('A/440 newer')));
    await writeLive(versionOf('A', '451', index('A/451 newer')));
    expect(reindexing.complete()).toBe(false);
    await running;
    expect(codes()).toEqual(Array.from({ length: 451 }, (_, n) => `A/${n + 1}`));
  });

  it('continues where an earlier process stopped, unless the definitions have changed', async () => {
    const { folder, database, queue } = await opened({ live: numbered(450) });
    let batches = 0;
    const ending: Pick<typeof queue, 'run' | 'onUndone'> = {
      onUndone: (listener) => queue.onUndone(listener),
      run(work, options) {
        batches += 1;
        return batches === 1 ? queue.run(work, options) : Promise.reject(new Error('the end'));
      },
    };
    const stopped = new Reindexer({ database, queue: ending, index, hash: 'h1' });
    await expect(stopped.run()).rejects.toThrow('the end');
    database.close();
    const second = await opened({}, folder);
    expect(second.reindexing.complete()).toBe(false);
    expect(await second.reindexing.run()).toEqual({ resources: 250, failed: 0 });
    expect(second.codes()).toEqual(Array.from({ length: 450 }, (_, n) => `A/${n + 1}`));
    second.database.close();
    const third = await opened({}, folder, 'h2');
    expect(third.reindexing.complete()).toBe(false);
    expect(await third.reindexing.run()).toEqual({ resources: 450, failed: 0 });
    third.database.close();
    expect((await opened({}, folder, 'h2')).reindexing.complete()).toBe(true);
  });

  it('counts what it cannot index, and finds the others', async () => {
    const picky = (body: string) => {
      if (nameIn(body) === 'A/2') throw new RangeError('too many');
      return index(body);
    };
    const { database, queue, live, codes } = await opened({ live: numbered(3) });
    const reindexing = new Reindexer({ database, queue, index: picky, hash: 'h1' });
    expect(await reindexing.run()).toEqual({ resources: 3, failed: 1 });
    expect(codes()).toEqual(['A/1', 'A/3']);
    expect(live.read('A', '2')).toMatchObject({ version: 1 });
  });
});
