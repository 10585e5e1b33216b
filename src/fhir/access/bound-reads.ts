import type { FhirPermission } from '../../calls/fhir-access.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import type {
  HistoryPage,
  HistoryQuery,
  ResourceName,
  SearchPage,
  StoredResource,
} from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision, ResourceRead, Step } from '../../store/unit-of-work.js';
import { refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';
import { boundQuery } from './bound-search.js';
import { OF_THE_CONTEXT } from './compartment.js';
import { refuseWithoutGrant, TO_SEARCH_ALL } from './demand.js';
import type { AccessRules } from './rules.js';
import { securityContextOf } from './security-context.js';

const READ: readonly FhirPermission[] = ['read'];

/** The last version with content: of a deleted resource the one before. */
export function* lastContent(row: StoredResource): ReadDecision<StoredResource | undefined> {
  if (!row.deleted) return row;
  const { type, id, version } = row;
  return yield* perform({ kind: 'fhir.read-version', type, id, version: version - 1 });
}

/** Whether a version may be seen; that it was deleted, where the version before may be. */
export function* isVisible(
  row: StoredResource,
  permissions: readonly FhirPermission[],
  rules: AccessRules,
): ReadDecision<boolean> {
  if (permissions.some((permission) => rules.allowsAll(row.type, permission))) return true;
  if (!permissions.some((permission) => rules.allows(row.type, permission))) return false;
  const content = yield* lastContent(row);
  if (content === undefined || content.deleted) return false;
  if (!rules.covers(permissions, rules.indexed(content))) return false;
  return !OF_THE_CONTEXT.has(row.type) || (yield* isContextVisible(content, rules));
}

/** Whether what a resource is protected like may be read too. */
function* isContextVisible(content: StoredResource, rules: AccessRules): ReadDecision<boolean> {
  const context = securityContextOf(JSON.parse(content.body) as Resource);
  // Without one, only a grant that asks for none covers it.
  if (context === undefined) return true;
  if (OF_THE_CONTEXT.has(context.type)) return false;
  const row = yield* readVisible(context, READ, rules);
  const last = row && (yield* lastContent(row));
  if (last === undefined) return false;
  return rules.coversWith(rules.indexed(content), rules.indexed(last));
}

/** The current version, as `fhir.read` answers it. */
export function* readVisible(
  { type, id }: ResourceName,
  permissions: readonly FhirPermission[],
  rules: AccessRules,
): ReadDecision<StoredResource | undefined> {
  const row = yield* perform({ kind: 'fhir.read', type, id });
  if (row === undefined) return undefined;
  return (yield* isVisible(row, permissions, rules)) ? row : undefined;
}

/** A version is visible where it and the current one are. */
function* readVisibleVersion(
  step: Extract<ResourceRead, { kind: 'fhir.read-version' }>,
  rules: AccessRules,
): ReadDecision<StoredResource | undefined> {
  if ((yield* readVisible(step, READ, rules)) === undefined) return undefined;
  const row = yield* perform(step);
  return row !== undefined && (yield* isVisible(row, READ, rules)) ? row : undefined;
}

/** Ids in one search. */
const TOGETHER = 100;

function* readVisibleOf(
  type: string,
  ids: readonly string[],
  rules: AccessRules,
): ReadDecision<readonly StoredResource[]> {
  const visible = rules.filter(type, 'read');
  if (visible === undefined) return [];
  if (rules.allowsAll(type, 'read')) {
    return yield* perform({ kind: 'fhir.read-many', names: ids.map((id) => ({ type, id })) });
  }
  const rows: StoredResource[] = [];
  if (OF_THE_CONTEXT.has(type)) {
    for (const id of ids) {
      const row = yield* readVisible({ type, id }, READ, rules);
      if (row !== undefined && !row.deleted) rows.push(row);
    }
    return rows;
  }
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const any = ids.slice(start, start + TOGETHER);
    const where = { kind: 'all', of: [{ kind: 'id', any }, visible] } as const;
    const query = { type, where, order: [], limit: any.length, total: 'none' } as const;
    rows.push(...(yield* perform({ kind: 'fhir.search', query })).rows);
  }
  return rows;
}

const nameOf = ({ type, id }: ResourceName): string => `${type}/${id}`;

/** In the order of their names. */
function* readManyVisible(
  names: readonly ResourceName[],
  rules: AccessRules,
): ReadDecision<readonly StoredResource[]> {
  const found = new Map<string, StoredResource>();
  for (const type of new Set(names.map((one) => one.type))) {
    const ids = names.filter((one) => one.type === type).map(({ id }) => id);
    for (const row of yield* readVisibleOf(type, [...new Set(ids)], rules)) {
      found.set(nameOf(row), row);
    }
  }
  return names.flatMap((name) => found.get(nameOf(name)) ?? []);
}

/** Versions per step, and of one resource. */
const STRIDE = 50;
const MAX_EXAMINED = 2_000;

/** The visible versions of one resource. Their number is not known without examining all of them. */
function* visibleVersions(query: HistoryQuery, rules: AccessRules): ReadDecision<HistoryPage> {
  const { limit, type = '' } = query;
  if (rules.allowsAll(type, 'read')) return yield* perform({ kind: 'fhir.history', query });
  const rows: HistoryPage['rows'][number][] = [];
  let after = query.after === undefined ? {} : { after: query.after };
  for (let examined = 0; rows.length <= limit; examined += STRIDE) {
    if (examined >= MAX_EXAMINED) {
      const problem = 'This resource has too many versions; narrow them by _since.';
      throw refuseFor('validation_error', 'too-costly', problem);
    }
    const step = { kind: 'fhir.history', query: { ...query, ...after, limit: STRIDE } } as const;
    const page = yield* perform(step);
    for (const row of page.rows) if (yield* isVisible(row, READ, rules)) rows.push(row);
    const last = page.rows.at(-1);
    if (!page.more || last === undefined) break;
    after = { after: last.at };
  }
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

function* visibleHistory(query: HistoryQuery, rules: AccessRules): ReadDecision<HistoryPage> {
  if (query.type !== undefined && query.id !== undefined) {
    return yield* visibleVersions(query, rules);
  }
  refuseWithoutGrant(rules, query.type ?? '*', TO_SEARCH_ALL);
  return yield* perform({ kind: 'fhir.history', query });
}

const NOTHING: SearchPage = { rows: [], more: false, total: 0 };

/** Answers a step with what may be seen of its outcome. */
function* boundRead(step: ResourceRead, rules: AccessRules): ReadDecision<unknown> {
  switch (step.kind) {
    case 'fhir.read':
      return yield* readVisible(step, READ, rules);
    case 'fhir.read-version':
      return yield* readVisibleVersion(step, rules);
    case 'fhir.read-many':
      return yield* readManyVisible(step.names, rules);
    case 'fhir.references':
      // Of resources that were found before; only names, which lead to `fhir.read-many`.
      return yield* perform(step);
    case 'fhir.history':
      return yield* visibleHistory(step.query, rules);
    case 'fhir.search': {
      const query = boundQuery(step.query, rules);
      return query === undefined ? NOTHING : yield* perform({ kind: 'fhir.search', query });
    }
  }
}

/** Carries out a decision whose steps are answered by another one each. */
export function* mediated<S extends Step, T>(
  decision: Generator<S, T, unknown>,
  answer: (step: S) => Generator<S, unknown, unknown>,
): Generator<S, T, unknown> {
  let next = decision.next();
  while (!next.done) {
    let outcome: unknown;
    try {
      outcome = yield* answer(next.value);
    } catch (error) {
      next = decision.throw(error);
      continue;
    }
    next = decision.next(outcome);
  }
  return next.value;
}

/** The same decision, which sees only what may be read and searched. */
export function boundReads<T>(
  decision: ReadDecision<T>,
  rules: AccessRules | undefined,
): ReadDecision<T> {
  if (rules === undefined) return decision;
  return mediated(decision, (step) => boundRead(step, rules));
}

/** The same store, whose decisions see only what may be read and searched. */
export function boundStore(store: FhirStore, rules: AccessRules | undefined): FhirStore {
  if (rules === undefined) return store;
  return { decide: (mode, decision) => store.decide(mode, boundReads(decision, rules)) };
}
