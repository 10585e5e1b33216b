import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';

/** Which resources an export has. */
export interface Snapshot {
  /** Milliseconds since 1970: every resource is exported as it was then. */
  readonly at: number;
  /** Only what was changed at or after this time. */
  readonly since?: number;
}

export interface SnapshotPage {
  readonly rows: readonly StoredResource[];
  /** The last row of the page; absent at the end. */
  readonly after?: number;
}

const PAGE = 500;
const CHANGES = 200;

/** The version of a resource at a point in time. */
function* versionAt(
  type: string,
  id: string,
  at: number,
): ReadDecision<StoredResource | undefined> {
  const query = { type, id, before: at, limit: 1 };
  return (yield* perform({ kind: 'fhir.history', query })).rows[0];
}

/** The ids of those changed after the snapshot whose rows are after `first` and up to `last`. */
function* changedBetween(
  type: string,
  { at }: Snapshot,
  [first, last]: readonly [number, number],
): ReadDecision<ReadonlySet<string>> {
  const ids = new Set<string>();
  const query = { type, since: at + 1, limit: CHANGES };
  let page = yield* perform({ kind: 'fhir.history', query });
  for (;;) {
    for (const { id, at: position } of page.rows) {
      const [, row] = position;
      if (row > first && row <= last) ids.add(id);
    }
    const after = page.rows.at(-1)?.at;
    if (!page.more || after === undefined) return ids;
    page = yield* perform({ kind: 'fhir.history', query: { ...query, after } });
  }
}

/**
 * The next resources of a type as they were at the time of the snapshot. All resources belong to exactly
 * one page by their rows, which never change; a page sees one state of the store, so that a resource that is changed
 * between two pages is neither missed nor listed twice.
 */
export function* snapshotPage(
  type: string,
  snapshot: Snapshot,
  after: number,
): ReadDecision<SnapshotPage> {
  const { at, since = Number.NEGATIVE_INFINITY } = snapshot;
  const changed = since === Number.NEGATIVE_INFINITY ? [] : [{ low: { min: { at: since } } }];
  const where =
    changed.length === 0
      ? ({ kind: 'all', of: [] } as const)
      : ({ kind: 'updated', any: changed } as const);
  const query = { type, where, order: [], after: [after], limit: PAGE, total: 'none' } as const;
  const { rows, more } = yield* perform({ kind: 'fhir.search', query });
  const key = rows.at(-1)?.key.at(-1);
  const last = more && typeof key === 'number' ? key : undefined;
  const kept: StoredResource[] = rows.filter(({ updated }) => updated <= at);
  const range = [after, last ?? Number.POSITIVE_INFINITY] as const;
  for (const id of yield* changedBetween(type, snapshot, range)) {
    const before = yield* versionAt(type, id, at);
    if (before !== undefined && !before.deleted && before.updated >= since) kept.push(before);
  }
  return { rows: kept, ...(last !== undefined && { after: last }) };
}

/** The ids of a page of the history that were deleted at the time of the snapshot, since its beginning. */
export function* deletedPage(
  type: string,
  { at, since }: Required<Snapshot>,
  after: StoredPosition | undefined,
): ReadDecision<{ readonly ids: readonly string[]; readonly after?: StoredPosition }> {
  const query = { type, since, before: at, limit: CHANGES, ...(after !== undefined && { after }) };
  const page = yield* perform({ kind: 'fhir.history', query });
  const ids: string[] = [];
  for (const { id, version, deleted } of page.rows) {
    if (!deleted) continue;
    // One that was created again and deleted again is listed by its last version.
    if ((yield* versionAt(type, id, at))?.version === version) ids.push(id);
  }
  const last = page.rows.at(-1)?.at;
  return { ids, ...(page.more && last !== undefined && { after: last }) };
}

export type StoredPosition = readonly [updated: number, row: number, version: number];
