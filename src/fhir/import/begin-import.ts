import type { Exchange } from '../../calls/exchange.js';
import type { Answer, Work } from '../../calls/operation.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { accessText, ownerOf, refuseBoundToPatient, requestUrl } from '../bulk/caller.js';
import { notOffered } from '../bulk/serve-run.js';
import { checkAcceptable } from '../interactions/accept.js';
import type { FhirParts } from '../interactions/parts.js';
import { prefersAsync } from '../interactions/prefer.js';
import type { ResourceLocation } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import type { Imports, NewImport } from './import-run.js';

const NAMES = '$import';
const SILENT = ['_format', '_pretty'];

function checkRequest({ headers, query }: Exchange): void {
  checkAcceptable(headers.accept, query);
  if (query.some(([name]) => !SILENT.includes(name))) {
    throw refuseFor('validation_error', 'not-supported', '$import takes no parameters.', 'http');
  }
  if (prefersAsync(headers.prefer)) return;
  const problem = 'An import is answered later: the header Prefer: respond-async is needed.';
  throw refuseFor('validation_error', 'required', problem, 'http.prefer');
}

/** @throws AppError `payload_too_large` */
function filesOf({ files = [] }: Exchange) {
  if (files.some(({ isCut }) => isCut)) {
    throw refuseFor('payload_too_large', 'too-long', 'A file is larger than one may be.');
  }
  return files.map(({ file }) => file);
}

function* decideImport(
  whole: Omit<NewImport, 'transactionTime'>,
  base: string,
  imports: Imports,
): Decision<Answer> {
  const asked = { ...whole, transactionTime: yield* perform({ kind: 'time' }) };
  const { id } = asked;
  imports.reserve(asked);
  return {
    status: 202,
    headers: { 'Content-Location': `${base}/$import-status/${id}` },
    audit: { query: NAMES, result_id: id },
    settled: (committed) => (committed ? imports.begin(asked) : imports.abandon(id)),
  };
}

/**
 * Begins the import of NDJSON: each line is a resource that is stored as by an update, or refused by itself.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `payload_too_large`, `rate_limited`
 */
export async function beginImport(
  exchange: Exchange,
  _: ResourceLocation,
  { imports, newId }: FhirParts,
): Promise<Work> {
  if (imports === undefined) throw notOffered('import');
  checkRequest(exchange);
  refuseBoundToPatient(exchange, 'Imports');
  const files = filesOf(exchange);
  const { files: _sent, ...who } = exchange;
  const whole = {
    id: newId(),
    owner: ownerOf(exchange),
    request: requestUrl(exchange),
    access: accessText(exchange),
    names: NAMES,
    who,
    files,
  };
  return { decide: () => decideImport(whole, exchange.base, imports) };
}
