import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { isoTime } from '../../core/clock.js';
import { contentOfSealedFile } from '../../core/sealed-file.js';
import { checkAcceptable } from '../interactions/accept.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ResourceLocation } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import { notOffered } from './begin-export.js';
import { ownerOf, refuseBoundToPatient, refuseLesser } from './caller.js';
import type { ExportFile } from './export-files.js';
import { type Export, type Exports, KEPT_MS } from './exports.js';

type Parts = Pick<FhirParts, 'exports' | 'accessOf'>;

/** Clients that ask more often only cost time. */
const RETRY_SECONDS = '5';
const NDJSON = 'application/fhir+ndjson';

const unknown = (): Error =>
  refuseFor('not_found', 'not-found', 'There is no such export, or it has expired.');

/** @throws AppError `not_found`, where another client has begun it too */
function requested(
  exchange: Exchange,
  { exported }: ResourceLocation,
  { exports }: Parts,
): { readonly exports: Exports; readonly id: string; readonly owner: string; one?: Export } {
  if (exports === undefined || exported === undefined) throw notOffered();
  refuseBoundToPatient(exchange);
  const owner = ownerOf(exchange);
  const one = exports.find(exported.id, owner);
  return { exports, id: exported.id, owner, ...(one !== undefined && { one }) };
}

const lost = () => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'error',
      code: 'incomplete',
      diagnostics:
        'The appliance was restarted: this export and its files are lost. Begin it again.',
    },
  ],
});

function manifestOf({ request, transactionTime, files, id }: Export, base: string) {
  const listed = (holds: ExportFile['holds']) =>
    files.all
      .filter((file) => file.holds === holds)
      .map(({ name, type, count }) => ({
        type: holds === 'deletions' ? 'Bundle' : type,
        url: `${base}/$export-file/${id}/${name}`,
        count,
      }));
  return {
    transactionTime: isoTime(transactionTime),
    request,
    requiresAccessToken: true,
    output: listed('resources'),
    deleted: listed('deletions'),
    error: listed('notes'),
  };
}

const expiry = (endedAt: number) => ({ Expires: new Date(endedAt + KEPT_MS).toUTCString() });

function answerState(one: Export, base: string): Answer {
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
        body: manifestOf(one, base),
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

/** Answers how far an export is, and where its files are. */
export async function answerExportStatus(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  checkAcceptable(exchange.headers.accept, exchange.query);
  const { exports, id, owner, one } = requested(exchange, place, parts);
  if (one !== undefined) return answerState(one, exchange.base);
  if (!(await exports.wasLost(id, owner))) throw unknown();
  const audit = { result_id: id, outcome: 'failed', error_code: 'internal_error' } as const;
  return { status: 500, body: lost(), audit };
}

/** Ends an export, or deletes what it has made. */
export async function deleteExport(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  const { exports, id, owner, one } = requested(exchange, place, parts);
  if (one === undefined && !(await exports.wasLost(id, owner))) throw unknown();
  await exports.remove(id);
  return { status: 202, audit: { result_id: id } };
}

/** Answers one of the files of a complete export. */
export async function answerExportFile(
  exchange: Exchange,
  place: ResourceLocation,
  parts: Parts,
): Promise<Answer> {
  const { id, one } = requested(exchange, place, parts);
  const file = one?.files.all.find(({ name }) => name === place.exported?.file);
  if (one === undefined || file === undefined || one.state.kind !== 'complete') throw unknown();
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
