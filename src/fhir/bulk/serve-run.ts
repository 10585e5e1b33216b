import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { isoTime } from '../../core/clock.js';
import { contentOfSealedFile } from '../../core/sealed-file.js';
import type { ImportCounts } from '../import/import-run.js';
import { checkAcceptable } from '../interactions/accept.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ResourceLocation } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import type { BulkFile } from './bulk-files.js';
import { type BulkRun, type BulkRuns, KEPT_MS, type NewRun } from './bulk-runs.js';
import { ownerOf, refuseBoundToPatient, refuseLesser } from './caller.js';

type Parts = Pick<FhirParts, 'exports' | 'imports' | 'accessOf'>;
type Result = readonly ImportCounts[] | undefined;
type Name = 'export' | 'import';

/** Clients that ask more often only cost time. */
const RETRY_SECONDS = '5';
const NDJSON = 'application/fhir+ndjson';

const unknown = (name: Name): Error =>
  refuseFor('not_found', 'not-found', `There is no such ${name}, or it has expired.`);

/** The refusal of what is not offered here. */
export const notOffered = (name: Name): Error =>
  refuseFor('not_found', 'not-supported', `No ${name} is offered here.`);

interface Requested {
  readonly name: Name;
  readonly runs: Pick<BulkRuns<NewRun, Result>, 'find' | 'wasLost' | 'remove'>;
  readonly id: string;
  readonly owner: string;
  readonly one?: BulkRun<Result>;
}

/** @throws AppError `not_found`, where another client has begun it too */
function requested(exchange: Exchange, { kind, run }: ResourceLocation, parts: Parts): Requested {
  const name = kind.startsWith('import') ? 'import' : 'export';
  const runs: Requested['runs'] | undefined = name === 'import' ? parts.imports : parts.exports;
  if (runs === undefined || run === undefined) throw notOffered(name);
  refuseBoundToPatient(exchange, name === 'import' ? 'Imports' : 'Exports');
  const owner = ownerOf(exchange);
  const one = runs.find(run.id, owner);
  return { name, runs, id: run.id, owner, ...(one !== undefined && { one }) };
}

const WHAT_REMAINS = {
  export: 'this export and its files are lost. Begin it again.',
  import: 'this import ended there. What it had stored is stored: sent again, it is left as it is.',
};

const lost = (name: Name) => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'error',
      code: 'incomplete',
      diagnostics: `The appliance was restarted: ${WHAT_REMAINS[name]}`,
    },
  ],
});

function manifestOf(one: BulkRun<Result>, result: Result, name: Name, base: string) {
  const { request, transactionTime, files, id } = one;
  const listed = (holds: BulkFile['holds']) =>
    files.all
      .filter((file) => file.holds === holds)
      .map(({ name: file, type, count }) => ({
        type: holds === 'deletions' ? 'Bundle' : type,
        url: `${base}/$${name}-file/${id}/${file}`,
        count,
      }));
  return {
    transactionTime: isoTime(transactionTime),
    request,
    requiresAccessToken: true,
    output: listed('resources'),
    ...(result === undefined ? { deleted: listed('deletions') } : { imported: result }),
    error: listed('notes'),
  };
}

const expiry = (endedAt: number) => ({ Expires: new Date(endedAt + KEPT_MS).toUTCString() });

function answerState(one: BulkRun<Result>, name: Name, base: string): Answer {
  const { state, id } = one;
  const audit = { result_id: id };
  switch (state.kind) {
    case 'running':
      return {
        status: 202,
        headers: { 'X-Progress': state.progress, 'Retry-After': RETRY_SECONDS },
        audit,
      };
    case 'complete':
      return {
        body: manifestOf(one, state.result, name, base),
        headers: { 'Content-Type': 'application/json', ...expiry(state.endedAt) },
        audit,
      };
    case 'failed': {
      const { status, code, outcome } = state.fault;
      const shown = status >= 500 ? status : 500;
      return {
        status: shown,
        body: outcome,
        audit: { ...audit, outcome: 'failed', error_code: code },
      };
    }
  }
}

/** Answers how far a run is, and where its files are. */
export async function answerRunStatus(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  checkAcceptable(exchange.headers.accept, exchange.query);
  const { name, runs, id, owner, one } = requested(exchange, place, parts);
  if (one !== undefined) return answerState(one, name, exchange.base);
  if (!(await runs.wasLost(id, owner))) throw unknown(name);
  const audit = { result_id: id, outcome: 'failed', error_code: 'internal_error' } as const;
  return { status: 500, body: lost(name), audit };
}

/** Ends a run, or deletes the files that it has made. */
export async function deleteRun(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  const { name, runs, id, owner, one } = requested(exchange, place, parts);
  if (one === undefined && !(await runs.wasLost(id, owner))) throw unknown(name);
  await runs.remove(id);
  return { status: 202, audit: { result_id: id } };
}

/** Answers one of the files of a complete run. */
export async function answerRunFile(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  const { name, id, one } = requested(exchange, place, parts);
  const file = one?.files.all.find((found) => found.name === place.run?.file);
  if (one === undefined || file === undefined || one.state.kind !== 'complete') {
    throw unknown(name);
  }
  const { type, holds, count, sealed } = file;
  if (holds !== 'notes') {
    refuseLesser(exchange, parts.accessOf(exchange), { access: one.access, type });
  }
  const audit = {
    query: holds === 'deletions' ? `${type}/deleted` : type,
    count,
    result_id: id,
  };
  const headers = expiry(one.state.endedAt);
  if (exchange.method === 'HEAD') return { headers: { ...headers, 'Content-Type': NDJSON }, audit };
  const open = () => ReadableStream.from(contentOfSealedFile(sealed));
  return { headers, download: { mediaType: NDJSON, open }, audit };
}
