import type { Exchange, ExchangeMethod, Query, RequestPlan } from '../../calls/exchange.js';
import type { Answer, Work } from '../../calls/operation.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import {
  ANYTHING,
  type Need,
  TO_READ,
  TO_READ_ALL,
  TO_SEARCH,
  TO_SEARCH_ALL,
} from '../access/demand.js';
import { answerAuditRead, answerAuditSearch } from '../audit-events/answer.js';
import { answerRunFile, answerRunStatus, deleteRun } from '../bulk/serve-run.js';
import { handleBundle } from '../bundle/handle.js';
import { answerCodeSystemRead, answerCodeSystemSearch } from '../code-systems/answer.js';
import { beginExport } from '../export/begin-export.js';
import { beginImport } from '../import/begin-import.js';
import { refuseFor } from '../outcome.js';
import { readPatch } from '../patch/read.js';
import { asContent, binaryOf } from './binary.js';
import { makeChange } from './change.js';
import { isResource } from './check-resource.js';
import { answerEverything } from './everything.js';
import { answerHistory } from './history.js';
import { handleMerge } from './merge.js';
import type { FhirParts } from './parts.js';
import type { ResourceRequest } from './plan.js';
import { answerRead, answerVersionRead } from './read.js';
import type { LocationKind, ResourceLocation } from './resource-location.js';
import { answerSearch } from './search.js';
import { answerValidate } from './validate.js';

/** The kind of body a request has. */
export type BodyKind = 'resource' | 'content' | 'bundle' | 'patch' | 'form' | 'question' | 'files';

interface InteractionFacts {
  readonly action: string;
  readonly scopes: RequestPlan['scopes'];
  readonly body?: BodyKind;
}

/** What changes nothing begins only where a token has a grant for the type. */
interface LookFacts extends InteractionFacts {
  /** Absent where it reads no resources. */
  readonly needs: Need | undefined;
}

/** Answered from stored resources. */
interface ReadInteraction extends LookFacts {
  answer(exchange: Exchange, place: ResourceLocation, parts: FhirParts): ReadDecision<Answer>;
  /** Of a request that is no entry of a Bundle: in any format, which it checks itself. */
  answerAlone?(exchange: Exchange, place: ResourceLocation, parts: FhirParts): ReadDecision<Answer>;
}

/** Changes nothing, and reads no stored resources. */
interface DirectInteraction extends LookFacts {
  answerDirectly(exchange: Exchange, place: ResourceLocation, parts: FhirParts): Answer;
}

/** Changes nothing, and may take long: no entry of a Bundle can be one. */
interface LongReadInteraction extends LookFacts {
  look(exchange: Exchange, place: ResourceLocation, parts: FhirParts): Promise<Answer>;
}

/** Begins or serves an export or import, and checks itself what its caller may do. */
interface BulkInteraction extends InteractionFacts {
  serve(exchange: Exchange, place: ResourceLocation, parts: FhirParts): Promise<Work>;
}

/** Each change that it makes needs its own grants. */
interface ChangeInteraction extends InteractionFacts {
  make(exchange: Exchange, place: ResourceLocation, parts: FhirParts): Promise<Work>;
}

export type Interaction =
  | ReadInteraction
  | DirectInteraction
  | LongReadInteraction
  | BulkInteraction
  | ChangeInteraction;
export type InteractionsByMethod = Readonly<
  Partial<Record<Exclude<ExchangeMethod, 'HEAD'>, Interaction>>
>;

const READ = ['fhir.read'] as const;
const WRITE = ['fhir.write'] as const;
const EITHER = ['fhir.read', 'fhir.write'] as const;

const read = (
  action: string,
  needs: Need,
  answer: ReadInteraction['answer'],
  body?: BodyKind,
): ReadInteraction => ({
  action,
  scopes: READ,
  needs,
  ...(body !== undefined && { body }),
  answer,
});

/** The criteria in the query of a URL, without the parameters about the answer. */
const criteriaOf = (query: Query): Query =>
  query.filter(([name]) => name !== '_format' && name !== '_pretty');

/** A name that may be shown: an unknown one may be anything, even a patient's name. */
const PARAMETER_NAME = /^[_a-z][a-z-]{0,39}(:[a-z-]{1,20})?$/;

/**
 * Refuses a create with criteria, whose client means a search or `If-None-Exist`.
 *
 * @throws AppError `validation_error`
 */
function refuseCriteria(query: Query): void {
  const [first] = criteriaOf(query);
  if (first === undefined) return;
  const name = PARAMETER_NAME.test(first[0]) ? first[0] : 'a parameter';
  const problem =
    `A create takes no search parameters, but ${name} was given. ` +
    'Searches are posted to _search; conditions of a create are sent in If-None-Exist.';
  throw refuseFor('validation_error', 'not-supported', problem, 'http');
}

function resourceOf(
  { body, headers }: Exchange,
  { type, id }: ResourceLocation,
): ResourceRequest['resource'] {
  if (body === undefined) return undefined;
  const { value, text, bytes } = body;
  if (bytes !== undefined) return binaryOf(bytes, headers, id);
  if (isResource(value)) return { value, text };
  throw refuseFor('validation_error', 'structure', 'The body must be a resource.', type);
}

/** Returns a single request as a change of one resource. */
function requestOf(
  exchange: Exchange,
  place: ResourceLocation,
  method: ResourceRequest['method'],
): ResourceRequest {
  const { type, id } = place;
  const { headers, query, body } = exchange;
  if (method === 'POST') refuseCriteria(query);
  const sent = method === 'POST' || method === 'PUT' ? resourceOf(exchange, place) : undefined;
  const named = id !== undefined ? { id } : method !== 'POST' && { criteria: criteriaOf(query) };
  return {
    method,
    type,
    ...named,
    ...(sent !== undefined && { resource: sent }),
    ...(method === 'PATCH' && body !== undefined && { patch: readPatch(body.text) }),
    ...(headers.ifMatch !== undefined && { ifMatch: headers.ifMatch }),
    ...(headers.ifNoneMatch !== undefined && { ifNoneMatch: headers.ifNoneMatch }),
    ...(method === 'POST' &&
      headers.ifNoneExist !== undefined && { ifNoneExist: headers.ifNoneExist }),
  };
}

const change = (
  method: ResourceRequest['method'],
  action: string,
  body?: BodyKind,
): ChangeInteraction => ({
  action,
  scopes: WRITE,
  ...(body !== undefined && { body }),
  make: async (exchange, place, parts) =>
    makeChange(exchange, requestOf(exchange, place, method), parts),
});

const search: ReadInteraction['answer'] = (exchange, { type }, parts) =>
  answerSearch(exchange, type, parts);
const history: ReadInteraction['answer'] = (exchange, { type, id }) =>
  answerHistory(exchange, id === undefined ? { type } : { type, id });
const validate = (needs: Need): LongReadInteraction => ({
  action: 'fhir.validate',
  scopes: READ,
  needs,
  body: 'question',
  look: answerValidate,
});
const everything: ReadInteraction['answer'] = (exchange, { id = '' }, parts) =>
  answerEverything(exchange, id, parts);

const bulk = (
  action: string,
  scopes: RequestPlan['scopes'],
  serve: BulkInteraction['serve'],
): BulkInteraction => ({ action, scopes, serve });
const EXPORT = bulk('fhir.export', READ, beginExport);
const BEGIN_EXPORT = { GET: EXPORT, POST: { ...EXPORT, body: 'question' } } as const;

const READ_CURRENT = read('fhir.read', TO_READ, (exchange, { type, id = '' }, parts) =>
  answerRead(exchange, { type, id }, parts),
);
const READ_VERSION = read(
  'fhir.vread',
  TO_READ,
  (exchange, { type, id = '', version = 0 }, parts) =>
    answerVersionRead(exchange, { type, id, version }, parts),
);
const PUT = change('PUT', 'fhir.update', 'resource');
const PATCH = change('PATCH', 'fhir.patch', 'patch');
const DELETE = change('DELETE', 'fhir.delete');

/** The interactions of each kind of path. */
const INTERACTIONS: Readonly<Record<LocationKind, InteractionsByMethod>> = {
  base: {
    POST: {
      action: 'fhir.bundle',
      scopes: EITHER,
      body: 'bundle',
      make: (exchange, _, parts) => handleBundle(exchange, parts),
    },
  },
  metadata: {
    GET: {
      action: 'fhir.capabilities',
      // It is also answered without a key.
      scopes: [],
      needs: undefined,
      answerDirectly: (exchange, _place, parts) => parts.statement(exchange),
    },
  },
  type: {
    GET: read('fhir.search', TO_SEARCH, search),
    POST: change('POST', 'fhir.create', 'resource'),
    PUT,
    PATCH,
    DELETE,
  },
  'type-search': { POST: read('fhir.search', TO_SEARCH, search, 'form') },
  'type-history': { GET: read('fhir.history', TO_SEARCH_ALL, history) },
  'type-validate': { POST: validate(ANYTHING) },
  instance: {
    GET: READ_CURRENT,
    PUT,
    PATCH,
    DELETE,
  },
  'instance-history': { GET: read('fhir.history', TO_READ, history) },
  'instance-validate': { POST: validate(TO_READ) },
  merge: {
    POST: {
      action: 'fhir.merge',
      scopes: WRITE,
      body: 'question',
      make: (exchange, _, parts) => handleMerge(exchange, parts),
    },
  },
  version: { GET: READ_VERSION },
  everything: {
    GET: read('fhir.everything', TO_READ, everything),
    POST: read('fhir.everything', TO_READ, everything, 'question'),
  },
  export: BEGIN_EXPORT,
  'patients-export': BEGIN_EXPORT,
  'group-export': BEGIN_EXPORT,
  'export-status': {
    GET: bulk('fhir.export_status', READ, answerRunStatus),
    DELETE: bulk('fhir.export_delete', READ, deleteRun),
  },
  'export-file': { GET: bulk('fhir.export_file', READ, answerRunFile) },
  import: { POST: { ...bulk('fhir.import', WRITE, beginImport), body: 'files' } },
  'import-status': {
    GET: bulk('fhir.import_status', WRITE, answerRunStatus),
    DELETE: bulk('fhir.import_delete', WRITE, deleteRun),
  },
  'import-file': { GET: bulk('fhir.import_file', WRITE, answerRunFile) },
};

/** Of what the appliance has written itself, which can be read and searched only. */
function readOnly(
  [toRead, toSearch]: readonly [Need, Need],
  search: (exchange: Exchange, parts: FhirParts) => Answer,
  readOne: (exchange: Exchange, id: string, parts: FhirParts) => Answer,
): Readonly<Partial<Record<LocationKind, InteractionsByMethod>>> {
  const searched: DirectInteraction = {
    action: 'fhir.search',
    scopes: READ,
    needs: toSearch,
    answerDirectly: (exchange, _place, parts) => search(exchange, parts),
  };
  const instance: DirectInteraction = {
    action: 'fhir.read',
    scopes: READ,
    needs: toRead,
    answerDirectly: (exchange, { id = '' }, parts) => readOne(exchange, id, parts),
  };
  return {
    type: { GET: searched },
    'type-search': { POST: { ...searched, body: 'form' } },
    instance: { GET: instance },
  };
}

/** A Binary is sent and answered as its content too. */
const BINARY: Readonly<Record<LocationKind, InteractionsByMethod>> = {
  ...INTERACTIONS,
  type: {
    ...INTERACTIONS.type,
    POST: change('POST', 'fhir.create', 'content'),
    PUT: change('PUT', 'fhir.update', 'content'),
  },
  instance: {
    ...INTERACTIONS.instance,
    GET: { ...READ_CURRENT, answerAlone: asContent(READ_CURRENT.answer) },
    PUT: change('PUT', 'fhir.update', 'content'),
  },
  version: { GET: { ...READ_VERSION, answerAlone: asContent(READ_VERSION.answer) } },
};

type InteractionsByKind = Readonly<Partial<Record<LocationKind, InteractionsByMethod>>>;

const OF_TYPES: ReadonlyMap<string, InteractionsByKind> = new Map<string, InteractionsByKind>([
  ['Binary', BINARY],
  ['AuditEvent', readOnly([TO_READ_ALL, TO_SEARCH_ALL], answerAuditSearch, answerAuditRead)],
  ['CodeSystem', readOnly([TO_READ, TO_SEARCH], answerCodeSystemSearch, answerCodeSystemRead)],
]);

/**
 * @throws AppError `not_found` where the path has no interactions
 */
export function interactionsAt({ kind, type }: ResourceLocation): InteractionsByMethod {
  const offers = (OF_TYPES.get(type ?? '') ?? INTERACTIONS)[kind];
  if (offers !== undefined) return offers;
  throw refuseFor('not_found', 'not-supported', 'This is not offered for this resource type.');
}
