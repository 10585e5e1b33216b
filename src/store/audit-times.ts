import type { SequenceRange } from './audit-repository.js';
import type { Database } from './open.js';

/** Records by their times, found without reading all of them. */
export interface AuditTimes {
  /** Numbers between which all records of an interval lie, and others at its ends. */
  around(since: number | undefined, until: number | undefined): SequenceRange;
}

/** A clock that was set back by less than this hides no record from a search by time. */
const MARGIN_MS = 3_600_000;

export function createAuditTimes(database: Database): AuditTimes {
  const ends = database.prepare<[], { first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM audit',
  );
  const timeOf = database
    .prepare<[number], string>('SELECT at FROM audit WHERE seq >= ? ORDER BY seq LIMIT 1')
    .pluck();

  /** The first record that is not older, by halving: times only grow, but for the margin. */
  function firstFrom(time: number, { from, to }: SequenceRange): number {
    let [low, high] = [from, to + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (Date.parse(timeOf.get(middle) ?? '') < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    around(since, until) {
      const { first, last } = ends.get() ?? { first: null, last: null };
      const all = { from: first ?? 1, to: last ?? 0 };
      return {
        from: since === undefined ? all.from : firstFrom(since - MARGIN_MS, all),
        to: until === undefined ? all.to : firstFrom(until + MARGIN_MS, all) - 1,
      };
    },
  };
}
