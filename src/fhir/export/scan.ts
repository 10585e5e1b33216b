import type { FhirPermission } from '../../calls/fhir-access.js';
import type { Filter } from '../../store/fhir/filter.js';
import type {
  HistoryKey,
  HistoryPage,
  ResourceName,
  StoredResource,
} from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { lastContent } from '../access/bound-reads.js';
import { type AccessRules, type IndexedVersion, isMet } from '../access/rules.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import { isOf, type Population, populationFilter } from './population.js';

/** Which resources of a type are exported, as they were at a time. */
export interface Selection {
  readonly type: string;
  /** Milliseconds since 1970: what is changed later does not count. */
  readonly asOf: number;
  /** Only what was changed after this time. */
  readonly since?: number;
  /** Resources have to meet one of them; none for all. */
  readonly filters: readonly Filter[];
  readonly population?: Population;
  /** Of Provenances: those of what else is exported count too, `Observation/123`. */
  readonly targets?: Pick<ReadonlySet<string>, 'has'>;
  /** Of a token. */
  readonly rules?: AccessRules | undefined;
  readonly indexed: (row: StoredResource) => IndexedVersion;
  readonly definitions: Definitions;
}

/**
 * How far the resources of a type have been read, in the order of their rows. What was changed after the
 * time of the export is taken from its earlier version, once, when the change is noticed: before a page
 * is read, in the same state of what is stored.
 */
export interface Place {
  /** The number of the last row that was read. */
  readonly row: number;
  /** Changes before this time are known. */
  readonly noticed: number;
  /** Rows further on that were changed, and have been taken already. */
  readonly taken: ReadonlySet<number>;
}

export interface SelectedPage {
  readonly rows: readonly StoredResource[];
  /** Absent at the end. */
  readonly next?: Place;
}

const CHANGES = 100;
const PERMISSIONS: readonly FhirPermission[] = ['read', 'search'];

export const beginning = ({ asOf }: Selection): Place => ({
  row: 0,
  noticed: asOf + 1,
  taken: new Set(),
});

/** What a search has to find besides what is checked for each resource. */
export function filterOf({
  type,
  since,
  filters,
  population,
  targets,
  rules,
  definitions,
}: Selection): Filter {
  const after = since === undefined ? [] : [{ low: { min: { at: since, open: true as const } } }];
  return {
    kind: 'all',
    of: [
      ...after.map((box): Filter => ({ kind: 'updated', any: [box] })),
      ...(filters.length === 0 ? [] : [{ kind: 'any' as const, of: filters }]),
      ...(population === undefined || targets !== undefined
        ? []
        : [populationFilter(type, population, definitions)]),
      ...(rules === undefined
        ? []
        : PERMISSIONS.map((one): Filter => rules.filter(type, one) ?? { kind: 'nothing' })),
    ],
  };
}

const TARGET = parameterName('Provenance', 'target');

const isAbout = ({ rows }: IndexedVersion, targets: NonNullable<Selection['targets']>): boolean =>
  rows.references.some(
    ({ parameter, type, target }) => parameter === TARGET && targets.has(`${type}/${target}`),
  );

function isOfPopulation(
  row: StoredResource,
  { population, targets, indexed, definitions, type }: Selection,
): boolean {
  if (population === undefined && targets === undefined) return true;
  if (type === 'Patient' && population?.members === undefined) return true;
  const version = indexed(row);
  if (targets !== undefined && isAbout(version, targets)) return true;
  return population !== undefined && isOf(population, version, definitions);
}

/** The version of a resource at the time of the export; undefined where there was none. */
function* versionAsOf(
  { type, id }: ResourceName,
  asOf: number,
): ReadDecision<StoredResource | undefined> {
  const query = { type, id, before: asOf, limit: 1 };
  const { rows } = yield* perform({ kind: 'fhir.history', query });
  return rows[0];
}

function* changesAfter(
  type: string,
  since: number,
  after: HistoryKey | undefined,
): ReadDecision<HistoryPage> {
  const query = { type, since, limit: CHANGES, ...(after !== undefined && { after }) };
  return yield* perform({ kind: 'fhir.history', query });
}

/** Takes the earlier versions of resources that were changed and were not read yet. */
function* takeChanged(
  changes: HistoryPage['rows'],
  place: Place,
  taken: Set<number>,
  selection: Selection,
): ReadDecision<StoredResource[]> {
  const where = filterOf(selection);
  const found: StoredResource[] = [];
  for (const change of changes) {
    const [, row] = change.at;
    if (row <= place.row || taken.has(row)) continue;
    taken.add(row);
    const before = yield* versionAsOf(change, selection.asOf);
    if (before === undefined || before.deleted) continue;
    const isSelected = isMet(where, selection.indexed(before));
    if (isSelected && isOfPopulation(before, selection)) found.push(before);
  }
  return found;
}

/** How far the changes of a type have been noticed, before its first page. */
export interface Notice {
  readonly rows: readonly StoredResource[];
  readonly place: Place;
  /** Absent where nothing is left. */
  readonly after?: HistoryKey;
}

/** Notices a part of the changes since the time of the export: there may be many by now. */
export function* noticeChanges(
  selection: Selection,
  { place, after }: Pick<Notice, 'place' | 'after'>,
): ReadDecision<Notice> {
  const taken = new Set(place.taken);
  const page = yield* changesAfter(selection.type, selection.asOf + 1, after);
  const rows = yield* takeChanged(page.rows, place, taken, selection);
  // Newest first: the first change of the first part is the newest one.
  const newest = after === undefined ? page.rows[0]?.at[0] : undefined;
  const last = page.rows.at(-1);
  return {
    rows,
    place: { ...place, taken, noticed: newest ?? place.noticed },
    ...(page.more && last !== undefined && { after: last.at }),
  };
}

/** All changes that were not noticed yet. */
function* noticeAll(
  selection: Selection,
  place: Place,
): ReadDecision<{ readonly rows: StoredResource[]; readonly place: Place }> {
  const taken = new Set([...place.taken].filter((row) => row > place.row));
  const rows: StoredResource[] = [];
  let noticed = place.noticed;
  let after: HistoryKey | undefined;
  do {
    const page: HistoryPage = yield* changesAfter(selection.type, place.noticed, after);
    rows.push(...(yield* takeChanged(page.rows, place, taken, selection)));
    noticed = Math.max(noticed, page.rows[0]?.at[0] ?? noticed);
    after = page.more ? page.rows.at(-1)?.at : undefined;
  } while (after !== undefined);
  return { rows, place: { ...place, noticed, taken } };
}

/** The next resources of a selection. */
export function* readSelected(
  selection: Selection,
  from: Place,
  limit: number,
): ReadDecision<SelectedPage> {
  const { type, asOf } = selection;
  const { rows: changed, place } = yield* noticeAll(selection, from);
  const query = {
    type,
    where: filterOf(selection),
    order: [],
    after: [place.row],
    limit,
    total: 'none',
  } as const;
  const page = yield* perform({ kind: 'fhir.search', query });
  const unchanged = page.rows.filter(
    (row) => row.updated <= asOf && isOfPopulation(row, selection),
  );
  const row = page.rows.at(-1)?.key.at(-1);
  return {
    rows: [...changed, ...unchanged],
    ...(page.more && typeof row === 'number' && { next: { ...place, row } }),
  };
}

export interface DeletedPage {
  readonly names: readonly ResourceName[];
  /** Absent at the end. */
  readonly after?: HistoryKey;
}

function* wasVisible(row: StoredResource, selection: Selection): ReadDecision<boolean> {
  const { rules, population } = selection;
  if (rules === undefined && population === undefined) return true;
  const content = yield* lastContent(row);
  if (content === undefined || content.deleted) return false;
  const version = selection.indexed(content);
  const isAllowed = PERMISSIONS.every((one) => rules?.covers([one], version) ?? true);
  return isAllowed && isOfPopulation(content, selection);
}

/**
 * Resources that were deleted after `since`, and still were at the time of the export. Filters of the client
 * do not narrow them: it may have a resource from a time when that met them.
 */
export function* readDeleted(
  selection: Selection,
  since: number,
  after: HistoryKey | undefined,
): ReadDecision<DeletedPage> {
  const { type, asOf } = selection;
  const query = {
    type,
    since: since + 1,
    before: asOf,
    limit: CHANGES,
    ...(after !== undefined && { after }),
  };
  const page = yield* perform({ kind: 'fhir.history', query });
  const names: ResourceName[] = [];
  for (const row of page.rows) {
    if (!row.deleted) continue;
    const last = yield* versionAsOf(row, asOf);
    if (last?.version !== row.version || !(yield* wasVisible(row, selection))) continue;
    names.push({ type, id: row.id });
  }
  const last = page.rows.at(-1);
  return { names, ...(page.more && last !== undefined && { after: last.at }) };
}
