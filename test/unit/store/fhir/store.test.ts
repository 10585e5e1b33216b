import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import type { IndexRows } from '../../../../src/store/fhir/rows.js';
import { perform } from '../../../../src/store/steps.js';
import type { ReadDecision } from '../../../../src/store/unit-of-work.js';
import { NO_ROWS, openStore, versionOf, write } from '../../../support/fhir/store.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { NOON, stoppedClock } from '../../../support/stopped-clock.js';

const TABLES = ['token', 'string', 'reference', 'date', 'number'].map((name) => `fhir_${name}`);

const ROWS: IndexRows = {
  tokens: [{ parameter: 'Patient?gender', system: '', code: 'female' }],
  strings: [{ parameter: 'Patient?name', folded: 'muller', value: 'Müller' }],
  references: [{ parameter: 'Patient?organization', type: 'Organization', target: 'o1' }],
  dates: [{ parameter: 'Patient?birthdate', low: -5e11, high: -4.9e11 }],
  numbers: [{ parameter: 'Patient?weight', unit: 'kg', low: 70, high: 70 }],
};

function opened() {
  const clock = stoppedClock();
  const { database, store, commit } = openStore(undefined, clock);
  const rowsIn = (table: string) =>
    Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return { database, store, commit, clock, live: store.in('live'), test: store.in('test'), rowsIn };
}

describe('the FHIR store', () => {
  it('counts versions, gives each its time and keeps all of them', async () => {
    const { live, clock } = opened();
    const first = await write(live, (tx) => tx.put(versionOf('Patient', 'p', {}, 'POST')));
    expect(first).toEqual({
      type: 'Patient',
      id: 'p',
      version: 1,
      updated: NOON,
      method: 'POST',
      deleted: false,
      body: `Patient/p v1 @${new Date(NOON).toISOString()}`,
    });
    clock.pass(1_000);
    const second = await write(live, (tx) => tx.put(versionOf('Patient', 'p', {}, 'PATCH')));
    expect(second).toMatchObject({ version: 2, updated: NOON + 1_000, method: 'PATCH' });
    expect(live.read('Patient', 'p')).toEqual(second);
    expect(live.readVersion('Patient', 'p', 1)).toEqual(first);
    expect(live.readVersion('Patient', 'p', 2)).toEqual(second);
    expect(live.readVersion('Patient', 'p', 3)).toBeUndefined();
    expect(live.readVersion('Patient', 'p', 0)).toBeUndefined();
  });

  it('undoes a part that fails, with what it interned, and keeps the rest', async () => {
    const { live, database } = opened();
    const with_ = (code: string): Partial<IndexRows> => ({
      tokens: [{ parameter: 'Patient?identifier', system: 'https://hospital.test/one', code }],
    });
    await write(live, (tx) => {
      tx.attempt(() => tx.put(versionOf('Patient', 'a')));
      const fails = () =>
        tx.attempt(() => {
          tx.put(versionOf('Patient', 'b', with_('b')));
          throw new AppError('conflict', 'no');
        });
      expect(fails).toThrow(AppError);
      expect(tx.read('Patient', 'b')).toBeUndefined();
      return tx.attempt(() => tx.put(versionOf('Patient', 'c', with_('c'))));
    });
    expect(live.read('Patient', 'a')).toBeDefined();
    expect(live.read('Patient', 'b')).toBeUndefined();
    const systems = database.prepare(
      'SELECT term.text FROM fhir_token JOIN fhir_term AS term ON term.id = fhir_token.system',
    );
    expect(systems.pluck().all()).toEqual(['https://hospital.test/one']);
  });

  it('knows nothing of what was never there', async () => {
    const { live } = opened();
    expect(live.read('Patient', 'p')).toBeUndefined();
    expect(live.readVersion('Patient', 'p', 1)).toBeUndefined();
    expect(await write(live, (tx) => tx.remove('Patient', 'p'))).toBeUndefined();
    expect(live.history({ type: 'Patient', id: 'p', limit: 10 })).toEqual({
      rows: [],
      more: false,
      total: 0,
    });
    await write(live, (tx) => tx.put(versionOf('Patient', 'p')));
    expect(live.read('Observation', 'p')).toBeUndefined();
    expect(await write(live, (tx) => tx.remove('Observation', 'p'))).toBeUndefined();
  });

  it('keeps a deletion as a version, once, and continues to count when it is created again', async () => {
    const { live, clock } = opened();
    await write(live, (tx) => tx.put(versionOf('Patient', 'p')));
    clock.pass(5);
    const gone = await write(live, (tx) => tx.remove('Patient', 'p'));
    expect(gone).toMatchObject({ version: 2, deleted: true, method: 'DELETE', body: '' });
    clock.pass(5);
    expect(await write(live, (tx) => tx.remove('Patient', 'p'))).toEqual(gone);
    expect(live.read('Patient', 'p')).toEqual(gone);
    expect(live.readMany([{ type: 'Patient', id: 'p' }])).toEqual([]);
    const back = await write(live, (tx) => tx.put(versionOf('Patient', 'p')));
    expect(back).toMatchObject({ version: 3, deleted: false });
    const versions = live.history({ type: 'Patient', id: 'p', limit: 10 }).rows;
    expect(versions.map(({ version, deleted }) => [version, deleted])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
  });

  it('replaces what a resource is found by, and drops it with the resource', async () => {
    const { live, rowsIn } = opened();
    const counts = () => TABLES.map(rowsIn);
    await write(live, (tx) => tx.put(versionOf('Patient', 'p', ROWS)));
    await write(live, (tx) => tx.put(versionOf('Patient', 'q', ROWS)));
    expect(counts()).toEqual([2, 2, 2, 2, 2]);
    const twice = { ...NO_ROWS, tokens: [...ROWS.tokens, ...ROWS.tokens] };
    await write(live, (tx) => tx.put(versionOf('Patient', 'p', twice)));
    expect(counts()).toEqual([2, 1, 1, 1, 1]);
    await write(live, (tx) => tx.remove('Patient', 'p'));
    await write(live, (tx) => tx.remove('Patient', 'q'));
    expect(counts()).toEqual([0, 0, 0, 0, 0]);
  });

  it('undoes a work that throws, with its terms, and commits the record of the refusal', async () => {
    const { database, live, rowsIn, commit } = opened();
    const events = () =>
      database.prepare<[], string>('SELECT event FROM audit ORDER BY seq').pluck().all();
    const refused = commit({
      mode: 'live',
      wait: 'synced',
      *work() {
        yield* perform({ kind: 'fhir.put', resource: versionOf('Patient', 'p', ROWS) });
        throw new AppError('precondition_failed', 'no');
      },
      refused: () => ({
        records: [
          { action: 'fhir.update', outcome: 'refused', actor: { type: 'unknown', id: 'x' } },
        ],
      }),
    });
    const beside = write(live, (tx) => tx.put(versionOf('Patient', 'q', ROWS)));
    await expect(refused).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await beside).toMatchObject({ id: 'q', version: 1 });
    expect(live.read('Patient', 'p')).toBeUndefined();
    expect(TABLES.map(rowsIn)).toEqual([1, 1, 1, 1, 1]);
    expect(events().map((event) => JSON.parse(event).outcome)).toEqual(['refused', 'success']);
    const unknown = database
      .prepare('SELECT count(*) FROM fhir_token WHERE key NOT IN (SELECT id FROM fhir_term)')
      .pluck();
    expect(unknown.get()).toBe(0);
    const found = {
      kind: 'token',
      parameter: 'Patient?gender',
      any: [{ code: 'female' }],
    } as const;
    const search = { type: 'Patient', where: found, order: [], limit: 10, total: 'none' } as const;
    expect(live.search(search).rows.map(({ id }) => id)).toEqual(['q']);
  });

  it('sees inside a write what that has written so far', async () => {
    const { live } = opened();
    const seen = await write(live, (tx) => {
      tx.put(
        versionOf('Observation', 'o', {
          references: [{ parameter: 'Observation?subject', type: 'Patient', target: 'p' }],
        }),
      );
      return {
        now: tx.now,
        body: tx.read('Observation', 'o')?.body,
        total: tx.history({ type: 'Observation', limit: 5 }).total,
        named: tx.referencesOf('Observation', ['o'], 'Observation?subject'),
      };
    });
    expect(seen).toEqual({
      now: NOON,
      body: `Observation/o v1 @${new Date(NOON).toISOString()}`,
      total: 1,
      named: [{ type: 'Patient', id: 'p' }],
    });
  });

  it('lets racing writes each see the one before', async () => {
    const { live } = opened();
    const createOnce = () =>
      write(live, (tx) => tx.read('Patient', 'p') ?? tx.put(versionOf('Patient', 'p')));
    const made = await Promise.all(Array.from({ length: 32 }, createOnce));
    expect(new Set(made.map(({ version }) => version))).toEqual(new Set([1]));
    const bump = () => write(live, (tx) => tx.put(versionOf('Patient', 'p')).version);
    const versions = await Promise.all(Array.from({ length: 32 }, bump));
    expect(versions).toEqual(Array.from({ length: 32 }, (_, n) => n + 2));
  });

  it('never lets the time run backwards, not even over a restart', async () => {
    const folder = scratchFolder();
    const clock = stoppedClock();
    const before = openStore(folder, clock).store.in('live');
    await write(before, (tx) => tx.put(versionOf('Patient', 'p')));
    clock.pass(-60_000);
    const late = { updated: NOON };
    expect(await write(before, (tx) => tx.put(versionOf('Patient', 'p')))).toMatchObject(late);
    const after = openStore(folder, clock).store.in('live');
    expect(await write(after, (tx) => tx.put(versionOf('Patient', 'q')))).toMatchObject(late);
    clock.pass(90_000);
    expect(await write(after, (tx) => tx.now)).toBe(NOON + 30_000);
  });

  it('carries out reads on one state, whatever another process commits between them', async () => {
    const folder = scratchFolder();
    const { store, database } = openStore(folder);
    await write(store.in('live'), (tx) => tx.put(versionOf('Patient', 'p')));
    const other = openStore(folder);
    function* readAround(): ReadDecision<unknown[]> {
      const read = { kind: 'fhir.read', type: 'Patient', id: 'p' } as const;
      const first = yield* perform(read);
      void write(other.store.in('live'), (tx) => tx.put(versionOf('Patient', 'p')));
      other.queue.flush();
      return [first?.version, (yield* perform(read))?.version];
    }
    expect(await store.decide('live', readAround())).toEqual([1, 1]);
    expect(database.inTransaction).toBe(false);
    expect(store.in('live').read('Patient', 'p')?.version).toBe(2);
  });

  it('reads on after a decision that threw', async () => {
    const { store, live, database } = opened();
    await write(live, (tx) => tx.put(versionOf('Patient', 'p')));
    function* refuse(): ReadDecision<never> {
      yield* perform({ kind: 'fhir.read', type: 'Patient', id: 'p' });
      throw new AppError('conflict', 'no');
    }
    await expect(store.decide('live', refuse())).rejects.toMatchObject({ code: 'conflict' });
    expect(database.inTransaction).toBe(false);
    expect(await write(live, (tx) => tx.put(versionOf('Patient', 'p')))).toMatchObject({
      version: 2,
    });
  });

  it('gives references once each, none that leads elsewhere', async () => {
    const { live } = opened();
    const to = (type: string, target: string) => ({
      parameter: 'Observation?subject',
      type,
      target,
    });
    await write(live, (tx) => {
      tx.put(versionOf('Observation', 'a', { references: [to('Patient', '1'), to('', 'urn:x')] }));
      tx.put(versionOf('Observation', 'b', { references: [to('Patient', '1'), to('Group', '2')] }));
      tx.put(versionOf('Observation', 'c', { references: [to('Patient', '3')] }));
    });
    const named = live.referencesOf('Observation', ['a', 'b', 'none'], 'Observation?subject');
    expect(named).toEqual([
      { type: 'Patient', id: '1' },
      { type: 'Group', id: '2' },
    ]);
    expect(live.referencesOf('Observation', ['a'], 'Observation?performer')).toEqual([]);
    const many = live.readMany([
      { type: 'Observation', id: 'c' },
      { type: 'Patient', id: '1' },
      { type: 'Observation', id: 'a' },
    ]);
    expect(many.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('keeps test and live apart in everything', async () => {
    const { live, test } = opened();
    await write(live, (tx) => tx.put(versionOf('Patient', 'p', ROWS)));
    await write(live, (tx) => tx.put(versionOf('Patient', 'p', ROWS)));
    await write(test, (tx) => tx.put(versionOf('Patient', 'q', ROWS)));
    expect(test.read('Patient', 'p')).toBeUndefined();
    expect(live.read('Patient', 'q')).toBeUndefined();
    expect(test.history({ limit: 10 }).total).toBe(1);
    expect(live.history({ limit: 10 }).total).toBe(2);
    expect(test.referencesOf('Patient', ['p', 'q'], 'Patient?organization')).toHaveLength(1);
    expect(await write(test, (tx) => tx.remove('Patient', 'p'))).toBeUndefined();
    expect(await write(test, (tx) => tx.put(versionOf('Patient', 'p')))).toMatchObject({
      version: 1,
    });
    expect(live.read('Patient', 'p')).toMatchObject({ version: 2 });
  });
});
