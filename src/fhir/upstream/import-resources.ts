import type { AuditEvent } from '../../audit/audit-log.js';
import { AppError } from '../../core/errors.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Commit, Conclusion, Decision, ReadDecision } from '../../store/unit-of-work.js';
import { parameterName } from '../index/parameter-name.js';
import type { CheckAhead, Prepare, Requester } from '../interactions/plan.js';
import { recordOf } from '../interactions/record.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { type Origin, provenanceOf } from './provenance.js';
import { sourceOf, type UpstreamResource } from './source.js';

export interface ImportParts {
  /** Base URL of the hospital's server. */
  readonly base: string;
  readonly commit: Commit<AuditEvent>;
  readonly prepare: Prepare;
  readonly checkAhead: CheckAhead;
  readonly newId: () => string;
}

export interface ImportCounts {
  /** Number of resources written. */
  readonly stored: number;
  /** Number of resources that are invalid or of a type that is not stored here. */
  readonly refused: number;
}

interface PreparedImport {
  readonly foreign: UpstreamResource;
  readonly apply: ReturnType<Prepare>;
}

/** A commit blocks every other writer. */
const AT_A_TIME = 50;
const MAX_PROVENANCES = 50;

export const ACTION = 'fhir.upstream';

/** Whether this version was imported and has not been changed here since. */
function* isUntouched(row: StoredResource, base: string): ReadDecision<boolean> {
  const any = [{ type: row.type, target: row.id }];
  const target = `"${row.type}/${row.id}/_history/${row.version}"`;
  const query = {
    type: 'Provenance',
    where: { kind: 'reference', parameter: parameterName('Provenance', 'target'), any },
    order: [{ by: 'updated', descending: true }],
    limit: MAX_PROVENANCES,
    total: 'none',
  } as const;
  const { rows } = yield* perform({ kind: 'fhir.search', query });
  const agent = `"value":${JSON.stringify(base)}`;
  return rows.some(({ body }) => body.includes(target) && body.includes(agent));
}

/**
 * Whether an upstream resource may replace the local one. A local resource that was created here,
 * deleted here, or changed here after its last change upstream is kept.
 */
function* mayReplace(foreign: UpstreamResource, base: string): ReadDecision<boolean> {
  const { type, id, source, lastUpdated } = foreign;
  const row = yield* perform({ kind: 'fhir.read', type, id });
  if (row === undefined) return true;
  // A deleted resource has no text and therefore no source.
  const before = sourceOf(row, base);
  if (before === undefined) return false;
  // The same version of the same resource.
  if (before === source && source.includes('/_history/')) return false;
  if (lastUpdated !== undefined && lastUpdated > row.updated) return true;
  return source.includes('/_history/') && (yield* isUntouched(row, base));
}

/** @returns undefined for a resource that cannot be stored */
async function prepareImport(
  foreign: UpstreamResource,
  who: Requester,
  { prepare, checkAhead }: Pick<ImportParts, 'prepare' | 'checkAhead'>,
): Promise<PreparedImport | undefined> {
  const { type, id, value, text } = foreign;
  if (READ_ONLY_TYPES.has(type)) return undefined;
  try {
    const request = { method: 'PUT', type, id, resource: { value, text } } as const;
    return { foreign, apply: prepare(await checkAhead(request, who), who) };
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

function* writeProvenance(
  origins: readonly Origin[],
  who: Requester,
  { base, prepare, newId }: ImportParts,
): Decision<AuditEvent> {
  const value = provenanceOf(origins, base, yield* perform({ kind: 'time' }));
  const resource = { value, text: JSON.stringify(value) };
  const request = { method: 'POST', type: 'Provenance', id: newId(), resource } as const;
  const { audit } = yield* prepare(request, who)();
  return recordOf(who, { ...audit, action: ACTION });
}

/** Writes the resources that are still to be replaced; its value is their number. */
function* decideImport(
  some: readonly PreparedImport[],
  who: Requester,
  parts: ImportParts,
): Decision<Conclusion<number, AuditEvent>> {
  const { base } = parts;
  const origins: Origin[] = [];
  const records: AuditEvent[] = [];
  for (const { foreign, apply } of some) {
    if (!(yield* mayReplace(foreign, base))) continue;
    const { audit, type, id, version } = yield* apply();
    records.push(recordOf(who, { ...audit, action: ACTION }));
    origins.push({ target: `${type}/${id}/_history/${version}`, source: foreign.source });
  }
  if (origins.length > 0) records.push(yield* writeProvenance(origins, who, parts));
  return { value: origins.length, records };
}

/** Writes resources of the hospital's server into the live partition, each with an audit record. */
export function createImport(parts: ImportParts) {
  const { commit } = parts;

  function write(some: readonly PreparedImport[], who: Requester): Promise<number> {
    const work = () => decideImport(some, who, parts);
    return commit({ mode: 'live', wait: 'synced', work });
  }

  return async (resources: readonly UpstreamResource[], who: Requester): Promise<ImportCounts> => {
    const ready: PreparedImport[] = [];
    for (const foreign of resources) {
      const one = await prepareImport(foreign, who, parts);
      if (one !== undefined) ready.push(one);
    }
    let stored = 0;
    for (let start = 0; start < ready.length; start += AT_A_TIME) {
      stored += await write(ready.slice(start, start + AT_A_TIME), who);
    }
    return { stored, refused: resources.length - ready.length };
  };
}

export type ImportResources = ReturnType<typeof createImport>;
