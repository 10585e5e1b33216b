import type { Exchange } from '../../calls/exchange.js';
import type { Answer, Work } from '../../calls/operation.js';
import type { ResourceName, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Decision, ReadDecision } from '../../store/unit-of-work.js';
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
import { type KickOffParameters, kickOffParameters } from './kick-off-parameters.js';
import { membersOf, type Population, typesOfPatients } from './population.js';
import type { Selection } from './scan.js';

function checkHeaders({ method, headers, query }: Exchange): void {
  checkAcceptable(headers.accept, query);
  if (method === 'HEAD') {
    throw refuseFor('method_not_allowed', 'not-supported', 'An export is begun by GET or POST.');
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

/** @throws AppError `not_found` where one is not there or not visible */
function* readPatients(ids: readonly string[], rules: AccessRules | undefined) {
  for (const id of ids) {
    const row = yield* readOne({ type: 'Patient', id }, rules);
    if (row === undefined || row.deleted) {
      const problem = 'A patient that is named was not found.';
      throw refuseFor('not_found', 'not-found', problem, PATIENTS);
    }
  }
}

/** @throws AppError `not_found` for a Group or a patient that is not there or not visible */
async function populationOf(
  { kind, id = '' }: ResourceLocation,
  { mode }: Exchange,
  { patients }: KickOffParameters,
  rules: AccessRules | undefined,
  { store, index }: Pick<FhirParts, 'store' | 'index'>,
): Promise<Population | undefined> {
  if (kind === 'export') {
    if (patients === undefined) return undefined;
    const problem = 'Patients are named in an export of patients or of a Group.';
    throw refuseFor('validation_error', 'not-supported', problem, PATIENTS);
  }
  if (kind === 'patients-export') {
    if (patients === undefined) return {};
    await store.decide(mode, readPatients(patients, rules));
    return { members: new Set(patients) };
  }
  const group = await store.decide(mode, readOne({ type: 'Group', id }, rules));
  if (group === undefined || group.deleted) {
    throw refuseFor('not_found', 'not-found', 'The Group was not found.');
  }
  const members = membersOf(group.body, index);
  if (patients === undefined) return { members };
  if (patients.every((one) => members.has(one))) return { members: new Set(patients) };
  const problem = 'A patient that is named is no active member of the Group.';
  throw refuseFor('validation_error', 'value', problem, PATIENTS);
}

function* readOne(
  name: ResourceName,
  rules: AccessRules | undefined,
): ReadDecision<StoredResource | undefined> {
  if (rules !== undefined) return yield* readVisible(name, ['read'], rules);
  return yield* perform({ kind: 'fhir.read', ...name });
}

const PATIENTS = "Parameters.parameter.where(name='patient')";

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

/** The names of all parameters, for the audit records. */
function namesOf({ names }: ExportRequest, { patients }: KickOffParameters): string {
  if (patients === undefined) return names;
  return `${names}${names.includes('?') ? ',' : '?'}patient`;
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
  const sent = kickOffParameters(exchange);
  const request = readExportRequest(
    { query: sent.query, base: exchange.base },
    { definitions, timeZone, now: clock(), offered },
  );
  const rules = accessOf(exchange);
  const types = allowedTypes(request, rules);
  if (request.withProvenances && !mayExport('Provenance', rules)) {
    throw forbidden('Provenance', rules?.allows('Provenance', 'read') ? 'search' : 'read');
  }
  const population = await populationOf(place, exchange, sent, rules, parts);
  const { since, filters, elements } = request;
  const names = namesOf(request, sent);
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
  const selectionOf = (type: string, asOf: number): Selection => {
    return { type, asOf, filters: [], rules, indexed, definitions };
  };
  const planAt = (asOf: number): NewExport['plan'] => ({
    mode: exchange.mode,
    elements,
    notes: request.types.filter((type) => !types.includes(type)).map(leftOut),
    ...(since !== undefined && { since }),
    selections: types.map((type) => ({
      ...selectionOf(type, asOf),
      filters: filters.get(type) ?? [],
      ...(since !== undefined && { since }),
      ...(population !== undefined && { population }),
    })),
    ...(request.withProvenances && { associated: selectionOf('Provenance', asOf) }),
  });
  const asked: Asked = { exports, exchange, id, names, whole, planAt };
  return { decide: () => decideExport(asked) };
}
