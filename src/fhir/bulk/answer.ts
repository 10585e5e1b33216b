import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { isoTime } from '../../core/clock.js';
import { contentOfSealedFile } from '../../core/sealed-file.js';
import { forbidden } from '../access/demand.js';
import type { AccessRules } from '../access/rules.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ResourceLocation } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import { pointInTime } from '../search/paging.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import type { BulkExport, ExportedFile } from './exports.js';

const NDJSON = 'application/fhir+ndjson';
const FORMATS = new Set([NDJSON, 'application/ndjson', 'ndjson', 'application/fhir ndjson']);
const RETRY_SECONDS = '5';
const ASYNC = /(^|[,;])\s*respond-async\s*($|[,;])/i;

type ExportParts = Pick<FhirParts, 'definitions' | 'accessOf' | 'clock' | 'exports'>;

const refused = (name: string, problem: string) =>
  refuseFor('validation_error', 'not-supported', problem, `http.${name}`);

interface ExportQuery {
  readonly types: readonly string[] | undefined;
  readonly since?: number;
}

/** @throws AppError `validation_error` for a parameter that is unknown or cannot be met */
function readQuery({ query }: Pick<Exchange, 'query'>): ExportQuery {
  let types: string[] | undefined;
  let since: number | undefined;
  for (const [name, value] of query) {
    if (name === '_outputFormat') {
      if (!FORMATS.has(value)) throw refused(name, `Only ${NDJSON} is written.`);
    } else if (name === '_since') since = pointInTime(name, value);
    else if (name === '_type') types = [...(types ?? []), ...value.split(',')];
    else {
      const problem = 'Only _outputFormat, _since and _type are supported by this export.';
      throw refuseFor('validation_error', 'not-supported', problem, 'http');
    }
  }
  return { types, ...(since !== undefined && { since }) };
}

const seesAll = (rules: AccessRules | undefined, type: string): boolean =>
  rules === undefined || (rules.allowsAll(type, 'read') && rules.allowsAll(type, 'search'));

/** A token of one patient exports nothing, whatever else it may do. */
function refuseOfPatient({ access = [] }: Exchange): void {
  if (access.every(({ patient }) => patient === undefined)) return;
  const problem = 'A token of one patient cannot export; use Patient/{id}/$everything.';
  throw refuseFor('insufficient_scope', 'forbidden', problem);
}

const leftOut = (type: string): string =>
  JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'warning',
        code: 'forbidden',
        diagnostics: `${type} was left out: the token has no scope for all of its resources.`,
      },
    ],
  });

/** @throws AppError `insufficient_scope` for a named type, and where no type is left */
function typesFor(
  exchange: Exchange,
  named: readonly string[] | undefined,
  { definitions, accessOf }: ExportParts,
): { readonly types: readonly string[]; readonly notes: readonly string[] } {
  refuseOfPatient(exchange);
  const rules = accessOf(exchange);
  const known = definitions.served.filter((type) => !READ_ONLY_TYPES.has(type));
  if (named?.some((type) => !known.includes(type))) {
    throw refused('_type', 'Must be resource types that are stored here.');
  }
  const wanted = known.filter((type) => named?.includes(type) ?? true);
  const types = wanted.filter((type) => seesAll(rules, type));
  const without = wanted.filter((type) => !seesAll(rules, type));
  const [first] = without;
  if (first !== undefined && (named !== undefined || types.length === 0)) {
    throw forbidden(named === undefined ? '*' : first, 'search');
  }
  return { types, notes: without.map(leftOut) };
}

const queryText = (query: Exchange['query']): string =>
  query.length === 0
    ? ''
    : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;

/** `GET [base]/$export` */
export async function beginExport(
  exchange: Exchange,
  _: ResourceLocation,
  parts: ExportParts,
): Promise<Answer> {
  const { method, headers, base, query } = exchange;
  if (method === 'HEAD') {
    throw refuseFor('method_not_allowed', 'not-supported', 'An export is begun by GET.');
  }
  if (!ASYNC.test(headers.prefer ?? '')) {
    const problem = 'An export is always asynchronous: send Prefer: respond-async.';
    throw refuseFor('validation_error', 'required', problem, 'http.prefer');
  }
  const { types: named, since } = readQuery(exchange);
  const { types, notes } = typesFor(exchange, named, parts);
  const one = await parts.exports.begin(exchange, {
    types,
    notes,
    // What is written in this millisecond may come before or after the first page.
    at: parts.clock() - 1,
    ...(since !== undefined && { since }),
    request: `${base}/$export${queryText(query)}`,
  });
  const names = [...(named?.length ? [types.join(',')] : ['*']), ...(since ? ['_since'] : [])];
  return {
    status: 202,
    headers: { 'Content-Location': `${base}/$export/${one.id}` },
    audit: { action: 'fhir.export', query: names.join('&') },
  };
}

/** @throws AppError `not_found` also for exports of others, and those that an earlier process began */
function exportOf(exchange: Exchange, { id = '' }: ResourceLocation, parts: ExportParts) {
  const one = parts.exports.find(exchange, id);
  if (one !== undefined) return one;
  throw refuseFor('not_found', 'not-found', 'There is no such export, or it has ended.');
}

const expiry = ({ expires }: BulkExport) => ({ Expires: new Date(expires).toUTCString() });

function manifestOf(one: BulkExport, base: string): string {
  const files = (kind: ExportedFile['kind']) =>
    one.files.flatMap(({ kind: own, type, count }, index) =>
      own === kind ? [{ type, url: `${base}/$export/${one.id}/${index + 1}`, count }] : [],
    );
  const { at, request } = one.terms;
  return JSON.stringify({
    transactionTime: isoTime(at),
    request,
    requiresAccessToken: true,
    output: files('output'),
    deleted: files('deleted'),
    error: files('error'),
  });
}

const streamOf = (content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  ReadableStream.from(content) as ReadableStream<Uint8Array>;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** `GET [base]/$export/{id}` */
export async function answerExportStatus(
  exchange: Exchange,
  place: ResourceLocation,
  parts: ExportParts,
): Promise<Answer> {
  const one = exportOf(exchange, place, parts);
  if (one.state === 'running') {
    const headers = { 'X-Progress': `${one.written} resources`, 'Retry-After': RETRY_SECONDS };
    return { status: 202, headers };
  }
  if (one.state === 'failed') {
    throw refuseFor('internal_error', 'processing', 'The export failed; begin another one.');
  }
  const text = manifestOf(one, exchange.base);
  const open = () => streamOf(bytesOf(text));
  return { headers: expiry(one), download: { mediaType: 'application/json', open } };
}

/** `DELETE [base]/$export/{id}` */
export async function endExport(
  exchange: Exchange,
  place: ResourceLocation,
  parts: ExportParts,
): Promise<Answer> {
  await parts.exports.remove(exportOf(exchange, place, parts));
  return { status: 202 };
}

/** `GET [base]/$export/{id}/{file}`, with what the caller may see now. */
export async function answerExportFile(
  exchange: Exchange,
  place: ResourceLocation,
  parts: ExportParts,
): Promise<Answer> {
  const one = exportOf(exchange, place, parts);
  const found = one.state === 'complete' ? one.files[(place.version ?? 0) - 1] : undefined;
  if (found === undefined) throw refuseFor('not_found', 'not-found', 'There is no such file.');
  refuseOfPatient(exchange);
  const rules = parts.accessOf(exchange);
  const needed = found.kind === 'output' ? [found.type] : one.terms.types;
  const without = needed.find((type) => !seesAll(rules, type));
  if (without !== undefined) throw forbidden(without, 'search');
  return {
    headers: expiry(one),
    download: { mediaType: NDJSON, open: () => streamOf(contentOfSealedFile(found.file)) },
    audit: { action: 'fhir.export-file', query: found.type, count: found.count },
  };
}
