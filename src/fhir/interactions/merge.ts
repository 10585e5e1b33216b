import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import type { Answer, DecidedAnswer } from '../../calls/operation.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { linksOf, replaceStrings } from '../bundle/links.js';
import { oneMatch } from '../conditional/match.js';
import { parameterName } from '../index/parameter-name.js';
import { LazyResource } from '../lazy-resource.js';
import { refuseFor } from '../outcome.js';
import type { Operation } from '../patch/read.js';
import { outcomeText } from './change.js';
import type { FhirParts } from './parts.js';
import type { ResourceRequest } from './plan.js';
import { etagOf } from './preconditions.js';
import { currentVersion } from './read.js';
import { recordOf } from './record.js';

/** All of them change in one commit, during which nothing else is written. */
const MAX_REFERRING = 2_000;
/** What was done is recorded of the patient as it was. */
const KEPT_AS_THEY_ARE: ReadonlySet<string> = new Set(['Provenance', 'AuditEvent']);

type Part = 'source' | 'target';

interface Identifier {
  readonly system?: string;
  readonly value?: string;
}

interface PatientFields {
  readonly identifier?: readonly Identifier[];
  readonly link?: ReadonlyArray<{ readonly type?: string }>;
}

interface Sent {
  readonly name?: unknown;
  readonly valueReference?: { readonly reference?: unknown };
  readonly valueIdentifier?: Identifier;
  readonly valueBoolean?: unknown;
}

const placeOf = (name: string) => `Parameters.parameter.where(name='${name}')`;

const malformed = (problem: string, name: string) =>
  refuseFor('validation_error', 'invalid', problem, placeOf(name));

const NAMES: readonly string[] = [
  ...(['source', 'target'] as const).flatMap((part) => [
    `${part}-patient`,
    `${part}-patient-identifier`,
  ]),
  'preview',
];

/** @throws AppError for a body that is no Parameters, and for parameters that are not offered or sent twice */
function sentIn({ body }: Exchange): ReadonlyMap<string, Sent> {
  const value = body?.value as { resourceType?: unknown; parameter?: unknown } | undefined;
  if (value?.resourceType !== 'Parameters' || !Array.isArray(value.parameter)) {
    const problem = 'The body must be Parameters with source-patient and target-patient.';
    throw refuseFor('validation_error', 'structure', problem, 'Parameters');
  }
  const sent = new Map<string, Sent>();
  for (const one of value.parameter as readonly Sent[]) {
    const name = one?.name;
    if (typeof name !== 'string' || !NAMES.includes(name)) {
      const problem = `Only these parameters are offered, each once: ${NAMES.join(', ')}.`;
      throw refuseFor('validation_error', 'not-supported', problem, 'Parameters.parameter.name');
    }
    if (sent.has(name)) throw malformed('Is sent twice.', name);
    sent.set(name, one);
  }
  return sent;
}

const REFERENCE = /^Patient\/([A-Za-z0-9.-]{1,64})$/;

/** The id of a patient by reference or by identifier. */
function* idOf(
  part: Part,
  sent: ReadonlyMap<string, Sent>,
  exchange: Exchange,
  { match }: FhirParts,
): Decision<string> {
  const name = `${part}-patient`;
  const reference = sent.get(name)?.valueReference?.reference;
  const identifier = sent.get(`${name}-identifier`)?.valueIdentifier;
  if ((reference === undefined) === (identifier === undefined)) {
    throw malformed('Either it or its -identifier is required, and not both.', name);
  }
  if (identifier === undefined) {
    const [, id] = REFERENCE.exec(typeof reference === 'string' ? reference : '') ?? [];
    if (id !== undefined) return id;
    throw malformed('Must be a reference of the form Patient/id.', name);
  }
  const { system, value } = identifier;
  if (!system || !value) throw malformed('Must have a system and a value.', `${name}-identifier`);
  const escaped = [system, value].map((text) => text.replace(/[\\$,|]/g, '\\$&')).join('|');
  const criteria = [['identifier', escaped] as const];
  const id = yield* oneMatch({ type: 'Patient', criteria }, exchange, match);
  if (id !== undefined) return id;
  throw malformed('No patient has it.', `${name}-identifier`);
}

interface Both {
  readonly source: StoredResource;
  readonly target: StoredResource;
}

const fieldsOf = ({ body }: StoredResource) => JSON.parse(body) as PatientFields;

const isReplaced = (row: StoredResource): boolean =>
  fieldsOf(row).link?.some(({ type }) => type === 'replaced-by') === true;

/** @throws AppError where there is none, or where another one has replaced it */
function* patientOf(part: Part, id: string): Decision<StoredResource> {
  const row = currentVersion(yield* perform({ kind: 'fhir.read', type: 'Patient', id }));
  if (!isReplaced(row)) return row;
  const problem = 'Has been merged into another patient already.';
  throw refuseFor('conflict', 'conflict', problem, placeOf(`${part}-patient`));
}

function* bothOf(
  sent: ReadonlyMap<string, Sent>,
  exchange: Exchange,
  parts: FhirParts,
): Decision<Both> {
  const source = yield* idOf('source', sent, exchange, parts);
  const target = yield* idOf('target', sent, exchange, parts);
  if (source === target) throw malformed('Is the target itself.', 'source-patient');
  return {
    source: yield* patientOf('source', source),
    target: yield* patientOf('target', target),
  };
}

/** Resources, other than the two, with a reference that can be searched to the source. */
function* referringTo(
  { source, target }: Both,
  { definitions }: FhirParts,
): Decision<readonly StoredResource[]> {
  const found = new Map<string, StoredResource>();
  const any = [{ type: 'Patient', target: source.id }];
  for (const type of definitions.served) {
    if (KEPT_AS_THEY_ARE.has(type)) continue;
    for (const { code, type: kind, targets } of definitions.parameters(type)) {
      if (kind !== 'reference') continue;
      if (targets.length > 0 && !targets.includes('Patient')) continue;
      const where = { kind: 'reference', parameter: parameterName(type, code), any } as const;
      const limit = MAX_REFERRING + 1;
      const query = { type, where, order: [], limit, total: 'none' } as const;
      for (const row of (yield* perform({ kind: 'fhir.search', query })).rows) {
        found.set(`${row.type}/${row.id}`, row);
      }
      if (found.size > MAX_REFERRING + 2) {
        const problem = `More than ${MAX_REFERRING} resources refer to the source; they are changed in one commit.`;
        throw refuseFor('validation_error', 'too-costly', problem, placeOf('source-patient'));
      }
    }
  }
  for (const { id } of [source, target]) found.delete(`Patient/${id}`);
  return [...found.values()];
}

/** The resource with its references to the source, none to its versions, leading to the target. */
function redirected(
  row: StoredResource,
  { source, target }: Both,
  { definitions }: FhirParts,
): ResourceRequest {
  const { value } = new LazyResource(row.body);
  const replaced = new Map<number, string>();
  for (const { kind, order, value: link } of linksOf(value, definitions)) {
    if (kind === 'reference' && link === `Patient/${source.id}`) {
      replaced.set(order, `Patient/${target.id}`);
    }
  }
  const resource = new LazyResource(replaceStrings(row.body, replaced));
  const { type, id, version } = row;
  return { method: 'PUT', type, id, resource, ifMatch: etagOf(version) };
}

/** Adds to a list that may not be there yet. */
function additions(name: string, has: boolean, values: readonly unknown[]): Operation[] {
  if (values.length === 0) return [];
  if (!has) return [{ op: 'add', path: [name], value: values }];
  return values.map((value) => ({ op: 'add', path: [name, '-'], value }));
}

function patched({ id, version }: StoredResource, patch: readonly Operation[]): ResourceRequest {
  return { method: 'PATCH', type: 'Patient', id, patch, ifMatch: etagOf(version) };
}

const linkTo = (type: string, { id }: StoredResource) => ({
  other: { reference: `Patient/${id}` },
  type,
});

/** The two patients as R4 links them, and the identifiers of the source as old ones of the target. */
function linked({ source, target }: Both): ResourceRequest[] {
  const [from, to] = [fieldsOf(source), fieldsOf(target)];
  const known = new Set(to.identifier?.map(({ system, value }) => `${system}|${value}`));
  const old = (from.identifier ?? [])
    .filter(({ system, value }) => !known.has(`${system}|${value}`))
    .map((identifier) => ({ ...identifier, use: 'old' }));
  return [
    patched(source, [
      { op: 'add', path: ['active'], value: false },
      ...additions('link', from.link !== undefined, [linkTo('replaced-by', target)]),
    ]),
    patched(target, [
      ...additions('identifier', to.identifier !== undefined, old),
      ...additions('link', to.link !== undefined, [linkTo('replaces', source)]),
    ]),
  ];
}

/** `Observation 12, Condition 3` */
function counted(rows: readonly StoredResource[]): string {
  const counts = new Map<string, number>();
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
  const named = [...counts].map(([type, count]) => `${type} ${count}`);
  return named.length === 0 ? 'none' : named.join(', ');
}

/** The answer of `$merge`; the patient in its exact text. */
function answerText(said: string, patient: string): string {
  const outcome = outcomeText([], said);
  return (
    `{"resourceType":"Parameters","parameter":[{"name":"outcome","resource":${outcome}},` +
    `{"name":"result","resource":${patient}}]}`
  );
}

function* decideMerge(exchange: Exchange, parts: FhirParts): Decision<Answer> {
  const sent = sentIn(exchange);
  const both = yield* bothOf(sent, exchange, parts);
  const referring = yield* referringTo(both, parts);
  const { source, target } = both;
  const audit = { target: `Patient/${source.id}`, count: referring.length };
  if (sent.get('preview')?.valueBoolean === true) {
    const said = `Nothing is changed. Resources that would refer to the target: ${counted(referring)}.`;
    return { text: answerText(said, target.body), audit };
  }
  const requests = [...referring.map((row) => redirected(row, both, parts)), ...linked(both)];
  const records: AuditEvent[] = [];
  let result = target.body;
  for (const request of requests) {
    const done = yield* parts.prepare(request, exchange)();
    records.push(recordOf(exchange, done.audit));
    result = done.body ?? result;
  }
  const said = `Resources that refer to the target now: ${counted(referring)}.`;
  return { text: answerText(said, result), audit, recordsBefore: records };
}

/**
 * Merges a patient into another, in one commit: what refers to the source refers to the target, which
 * gets its identifiers as old ones; the source becomes inactive and names the target that replaces it.
 * Earlier versions stay, and so do Provenances. The form of the operation is that of FHIR R6
 * (https://build.fhir.org/patient-operation-merge.html).
 */
export async function handleMerge(exchange: Exchange, parts: FhirParts): Promise<DecidedAnswer> {
  return { decide: () => decideMerge(exchange, parts) };
}
