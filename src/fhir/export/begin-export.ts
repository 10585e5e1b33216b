import type { Exchange } from '../../calls/exchange.js';
import type { Answer, Work } from '../../calls/operation.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { readVisible } from '../access/bound-reads.js';
import { forbidden } from '../access/demand.js';
import type { AccessRules } from '../access/rules.js';
import { accessText, ownerOf, refuseBoundToPatient, requestUrl } from '../bulk/caller.js';
import { notOffered } from '../bulk/serve-run.js';
import { checkAcceptable } from '../interactions/accept.js';
import type { FhirParts } from '../interactions/parts.js';
import { prefersAsync } from '../interactions/prefer.js';
import type { ResourceLocation } from '../interactions/resource-location.js';
import { refuseFor } from '../outcome.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { type ExportRequest, readExportRequest } from './export-request.js';
import type { Exports, NewExport } from './exports.js';
import { membersOf, type Population, typesOfPatients } from './population.js';
import type { Selection } from './scan.js';

function checkHeaders({ method, headers, query }: Exchange): void {
  checkAcceptable(headers.accept, query);
  if (method !== 'GET') {
    throw refuseFor('method_not_allowed', 'not-supported', 'An export is begun by GET.');
  }
  if (prefersAsync(headers.prefer)) return;
  const problem = 'An export is answered later: the header Prefer: respond-async is needed.';
  throw refuseFor('validation_error', 'required', problem, 'http.prefer');
}

/** A type is exported where its resources may be both found and read. */
const mayExport = (type: string, rules: AccessRules | undefined): boolean =>
  rules === undefined || (rules.allows(type, 'read') && rules.allows(type, 'search'));

const leftOut = (type: string): string =>
  JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'warning',
        code: 'forbidden',
        diagnostics: `${type} was left out: the token has no scope to read and search it.`,
      },
    ],
  });

/** @throws AppError `insufficient_scope` for a named type that is not allowed, or where none is */
function allowedTypes(
  { types, isNamed, filters }: ExportRequest,
  rules: AccessRules | undefined,
): readonly string[] {
  const refused = types.filter((type) => !mayExport(type, rules));
  const named = refused.find((type) => isNamed || filters.has(type));
  if (named !== undefined) {
    throw forbidden(named, rules?.allows(named, 'read') ? 'search' : 'read');
  }
  if (refused.length < types.length) return types.filter((type) => !refused.includes(type));
  const problem = 'This token allows the export of no type: it needs scopes such as system/*.rs.';
  throw refuseFor('insufficient_scope', 'forbidden', problem);
}

/** @throws AppError `not_found` for a Group that is not there or not visible */
async function populationOf(
  { kind, id = '' }: ResourceLocation,
  { mode }: Exchange,
  rules: AccessRules | undefined,
  { store, index }: Pick<FhirParts, 'store' | 'index'>,
): Promise<Population | undefined> {
  if (kind === 'export') return undefined;
  if (kind === 'patients-export') return {};
  const group = await store.decide(mode, readGroup(id, rules));
  if (group === undefined || group.deleted) {
    throw refuseFor('not_found', 'not-found', 'The Group was not found.');
  }
  return { members: membersOf(group.body, index) };
}

function* readGroup(id: string, rules: AccessRules | undefined) {
  if (rules !== undefined) return yield* readVisible({ type: 'Group', id }, ['read'], rules);
  return yield* perform({ kind: 'fhir.read', type: 'Group', id });
}

/** Everything of a kick-off but the time, which is that of the transaction that records it. */
interface Asked {
  readonly exports: Exports;
  readonly exchange: Exchange;
  readonly id: string;
  readonly names: string;
  readonly whole: Omit<NewExport, 'transactionTime' | 'plan'>;
  planAt(time: number): NewExport['plan'];
}

function* decideExport({ exports, exchange, id, names, whole, planAt }: Asked): Decision<Answer> {
  const transactionTime = yield* perform({ kind: 'time' });
  const asked: NewExport = { ...whole, transactionTime, plan: planAt(transactionTime) };
  exports.reserve(asked);
  return {
    status: 202,
    headers: { 'Content-Location': `${exchange.base}/$export-status/${id}` },
    audit: { query: names, result_id: id },
    settled: (committed) => (committed ? exports.begin(asked) : exports.abandon(id)),
  };
}

/**
 * Begins an export of FHIR Bulk Data Access 2.0.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `rate_limited`
 */
export async function beginExport(
  exchange: Exchange,
  place: ResourceLocation,
  parts: FhirParts,
): Promise<Work> {
  const { exports, definitions, timeZone, clock, accessOf, newId, index } = parts;
  if (exports === undefined) throw notOffered('export');
  checkHeaders(exchange);
  refuseBoundToPatient(exchange, 'Exports');
  const stored = definitions.served.filter((type) => !READ_ONLY_TYPES.has(type));
  const offered = place.kind === 'export' ? stored : typesOfPatients(stored, definitions);
  const request = readExportRequest(exchange, { definitions, timeZone, now: clock(), offered });
  const rules = accessOf(exchange);
  const types = allowedTypes(request, rules);
  const population = await populationOf(place, exchange, rules, parts);
  const { since, filters, elements, names } = request;
  const id = newId();
  const indexed: Selection['indexed'] = ({ type, id: name, body, updated }) => ({
    type,
    id: name,
    body,
    updated,
    rows: index(JSON.parse(body)),
  });
  const who = { ...exchange, query: [] };
  const whole = {
    id,
    owner: ownerOf(exchange),
    request: requestUrl(exchange),
    access: accessText(exchange),
    names,
    who,
  };
  const planAt = (asOf: number): NewExport['plan'] => ({
    mode: exchange.mode,
    elements,
    notes: request.types.filter((type) => !types.includes(type)).map(leftOut),
    ...(since !== undefined && { since }),
    selections: types.map((type) => ({
      type,
      asOf,
      filters: filters.get(type) ?? [],
      rules,
      indexed,
      definitions,
      ...(since !== undefined && { since }),
      ...(population !== undefined && { population }),
    })),
  });
  const asked: Asked = { exports, exchange, id, names, whole, planAt };
  return { decide: () => decideExport(asked) };
}
