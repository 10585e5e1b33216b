import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExportRequest } from '../../../../src/fhir/export/export-request.js';
import {
  beginning,
  type Notice,
  noticeChanges,
  readDeleted,
  readSelected,
  type SelectedPage,
  type Selection,
} from '../../../../src/fhir/export/scan.js';
import { createIndexer } from '../../../../src/fhir/index/extract.js';
import type { StoredResource } from '../../../../src/store/fhir/store.js';
import { BASE, openFhir } from '../../../support/fhir/ask.js';
import { rounds } from '../../../support/rounds.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

interface Change {
  readonly id: string;
  /** Absent where it is deleted. */
  readonly gender?: string;
  /** Whether time passes before it. */
  readonly later: boolean;
}

const change: fc.Arbitrary<Change> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    gender: fc.constantFrom('male', 'female'),
    later: fc.boolean(),
  },
  { requiredKeys: ['id', 'later'] },
);

const scenario = fc.record({
  first: fc.array(change, { maxLength: 12 }),
  second: fc.array(change, { maxLength: 12 }),
  /** What is changed before each step of the export. */
  meanwhile: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }),
  limit: fc.integer({ min: 1, max: 3 }),
  isSince: fc.boolean(),
  isFiltered: fc.boolean(),
});

function open() {
  const clock = stoppedClock();
  const { ask, store, definitions } = openFhir(clock);
  const index = createIndexer(definitions, 'UTC', [BASE]);
  const bodies = new Map<string, string | undefined>();
  return {
    clock,
    store,
    definitions,
    bodies,
    indexed: (row: StoredResource) => ({ ...row, rows: index(JSON.parse(row.body)) }),
    async apply(changes: readonly Change[]) {
      for (const { id, gender, later } of changes) {
        if (later) clock.pass(1);
        if (gender === undefined) {
          if (!bodies.has(id)) continue;
          await ask('DELETE', `Patient/${id}`);
          bodies.set(id, undefined);
        } else {
          const body = { resourceType: 'Patient', id, gender };
          bodies.set(id, (await ask('PUT', `Patient/${id}`, { body })).text);
        }
      }
    },
  };
}

describe('the resources of an export', () => {
  it('are those of its time, once each, whatever is changed meanwhile', async () => {
    const check = async (asked: typeof scenario extends fc.Arbitrary<infer S> ? S : never) => {
      const { clock, store, definitions, bodies, indexed, apply } = open();
      await apply(asked.first);
      const since = clock();
      clock.pass(1);
      const before = new Map(bodies);
      await apply(asked.second);
      const asOf = clock();
      const query: [string, string][] = asked.isFiltered
        ? [['_typeFilter', 'Patient?gender=male']]
        : [];
      const terms = { definitions, timeZone: 'UTC', now: asOf, offered: ['Patient'] };
      const { filters } = readExportRequest({ query, base: BASE }, terms);
      const selection: Selection = {
        type: 'Patient',
        asOf,
        filters: filters.get('Patient') ?? [],
        indexed,
        definitions,
        ...(asked.isSince && { since }),
      };
      const stateThen = new Map(bodies);
      clock.pass(1);

      const steps = [...asked.meanwhile];
      const found: StoredResource[] = [];
      let place = beginning(selection);
      let after: Notice['after'];
      do {
        await apply(steps.shift() ?? []);
        const from = { place, ...(after !== undefined && { after }) };
        const notice: Notice = await store.decide('test', noticeChanges(selection, from));
        found.push(...notice.rows);
        ({ place, after } = notice);
      } while (after !== undefined);
      for (let next: SelectedPage['next'] = place; next !== undefined; ) {
        await apply(steps.shift() ?? []);
        const page: SelectedPage = await store.decide(
          'test',
          readSelected(selection, next, asked.limit),
        );
        found.push(...page.rows);
        next = page.next;
      }

      const expected = [...stateThen].filter(([id, body]) => {
        if (body === undefined) return false;
        if (asked.isFiltered && JSON.parse(body).gender !== 'male') return false;
        return !asked.isSince || before.get(id) !== body;
      });
      expect(found.map(({ body }) => body).toSorted()).toEqual(
        expected.map(([, body]) => body).toSorted(),
      );

      const deleted = await store.decide('test', readDeleted(selection, since, undefined));
      const gone = [...stateThen].filter(
        ([id, body]) => body === undefined && before.get(id) !== undefined,
      );
      const names = deleted.names.map(({ id }) => id);
      // What came and went since then may be among them.
      expect(names).toEqual(expect.arrayContaining(gone.map(([id]) => id)));
      for (const id of names) expect(stateThen.get(id)).toBeUndefined();
      expect(names.length).toBe(new Set(names).size);
    };
    await fc.assert(fc.asyncProperty(scenario, check), {
      numRuns: rounds({ short: 40, long: 1_000 }),
    });
  });
});
