import { randomUUID } from 'node:crypto';
import type {
  BodyTerms,
  Exchange,
  ExchangeMethod,
  ExchangePart,
  FilesTerms,
  RequestPlan,
} from '../calls/exchange.js';
import type { Answer } from '../calls/operation.js';
import { isoTime } from '../core/clock.js';
import { sha256Hex } from '../core/digest.js';
import type { ReadDecision } from '../store/unit-of-work.js';
import { boundReads, boundStore } from './access/bound-reads.js';
import { refuseWithoutGrant } from './access/demand.js';
import { type AccessOf, createAccessOf } from './access/rules.js';
import type { BulkRuns, BulkSettings, NewRun } from './bulk/bulk-runs.js';
import { BUNDLE_EXTENT, exchangeBodyOf, type FhirOffload } from './bundle/bundle-offload.js';
import { createMatch } from './conditional/match.js';
import { createExports } from './export/exports.js';
import { createImports } from './import/imports.js';
import { Loader, type LoadTerms } from './import/load.js';
import { checkAcceptable } from './interactions/accept.js';
import { contentBytes } from './interactions/binary.js';
import { createCheckAhead } from './interactions/check-ahead.js';
import {
  type BodyKind,
  type Interaction,
  interactionsAt,
} from './interactions/interaction-table.js';
import type { FhirParts } from './interactions/parts.js';
import type { CheckAhead, Prepare } from './interactions/plan.js';
import { createPrepare } from './interactions/prepare.js';
import { ID, locationOf, type ResourceLocation } from './interactions/resource-location.js';
import { NO_OFFLOAD } from './interactions/resource-offload.js';
import { type FhirIssue, refuseFor } from './outcome.js';
import { createCapabilityStatement, type StatementFacts } from './statement/capability.js';

export interface FhirServiceParts
  extends Pick<
    FhirParts,
    | 'definitions'
    | 'validator'
    | 'index'
    | 'store'
    | 'commit'
    | 'auditView'
    | 'codeSystems'
    | 'clock'
    | 'timeZone'
    | 'bundleEntries'
    | 'faultOf'
  > {
  readonly bodyBytes: {
    readonly resource: number;
    readonly bundle: number;
    /** Of all files of an import. */
    readonly files: number;
  };
  /** Of the appliance. */
  readonly version: string;
  /** Where clients get tokens, for the CapabilityStatement. */
  readonly authorization?: StatementFacts['authorization'];
  readonly readThrough?: ReadThrough;
  /** Own base URLs: references below them are local. */
  readonly bases?: readonly string[];
  /** Without it every resource is checked synchronously. */
  readonly offload?: FhirOffload;
  /** Without it nothing is exported. */
  readonly exports?: BulkSettings;
  /** Without it nothing is imported by clients. */
  readonly imports?: BulkSettings;
}

/**
 * Called before every read; may import resources into the store.
 *
 * @returns issues for the answer to a search
 * @throws AppError when the data are on another server that cannot be reached
 */
export type ReadThrough = (
  exchange: Exchange,
  place: ResourceLocation,
) => Promise<readonly FhirIssue[]>;

export interface FhirService extends ExchangePart {
  /** Prepares a write, for other modules that create resources. */
  readonly prepare: Prepare;
  /** What the caller of an exchange may do with resources. */
  readonly accessOf: AccessOf;
  /** Optional step before `prepare`, for callers that can wait. */
  readonly checkAhead: CheckAhead;
  /** Writes what files hold. */
  load(terms: LoadTerms): Loader;
  /** The bulk exports and imports since the appliance was started. */
  readonly bulk: readonly Pick<BulkRuns<NewRun, unknown>, 'forgetOld' | 'stop'>[];
}

/** Of an import. */
const LINES = 'application/fhir+ndjson';
const MAX_FILES = 200;

const JSON_TYPES = ['application/fhir+json', 'application/json'];

const TYPES: Readonly<Record<Exclude<BodyKind, 'files'>, readonly string[]>> = {
  resource: JSON_TYPES,
  content: JSON_TYPES,
  bundle: JSON_TYPES,
  question: JSON_TYPES,
  patch: ['application/json-patch+json'],
  form: ['application/x-www-form-urlencoded'],
};

/** Maximum number of cached statements, by address. */
const MAX_STATEMENTS = 10;

/** @returns the CapabilityStatement with the URLs of one address */
function createStatement(given: FhirServiceParts): (base: string) => string {
  const { definitions, version, authorization, exports, imports } = given;
  const date = isoTime(given.clock());
  const statementOf = createCapabilityStatement({
    definitions,
    version,
    date,
    exports: exports !== undefined,
    imports: imports !== undefined,
    ...(authorization !== undefined && { authorization }),
  });
  const made = new Map<string, string>();
  return (base) => {
    const text = made.get(base) ?? JSON.stringify(statementOf(base));
    if (made.size < MAX_STATEMENTS) made.set(base, text);
    return text;
  };
}

function interactionFor(place: ResourceLocation, method: string): Interaction | undefined {
  const offers = interactionsAt(place);
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(offers, name) ? offers[name as keyof typeof offers] : undefined;
}

function allowedAt(place: ResourceLocation): ExchangeMethod[] {
  const methods = Object.keys(interactionsAt(place)) as ExchangeMethod[];
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
}

/** A segment that is not an id may be a name, and is not recorded. */
const targetOf = ({ type, id }: ResourceLocation): string | undefined =>
  id !== undefined && ID.test(id) ? `${type}/${id}` : type || undefined;

function* answerAnyRead(request: Exchange, parts: FhirParts): ReadDecision<Answer> {
  const place = locationOf(request.path, parts.definitions);
  const offer = interactionFor(place, 'GET');
  const rules = parts.accessOf(request);
  if (offer !== undefined && 'needs' in offer) refuseWithoutGrant(rules, place.type, offer.needs);
  if (offer !== undefined && 'answer' in offer) {
    return yield* boundReads(offer.answer(request, place, parts), rules);
  }
  if (offer !== undefined && 'answerDirectly' in offer) {
    return offer.answerDirectly(request, place, parts);
  }
  throw refuseFor('method_not_allowed', 'not-supported', 'This cannot be read.');
}

function createParts(
  { exports: exportSettings, imports: importSettings, ...given }: FhirServiceParts,
  statement: (base: string) => string,
): FhirParts {
  const newId = () => randomUUID();
  const accessOf = createAccessOf(given);
  const match = createMatch({ ...given, accessOf });
  const { timeZone, bases = [], offload = NO_OFFLOAD } = given;
  const exports = exportSettings && createExports({ ...given, ...exportSettings });
  const load: FhirService['load'] = (asked) =>
    new Loader({ ...asked, server: parts, resourceBytes: given.bodyBytes.resource });
  const maxBytes = given.bodyBytes.resource;
  const imports = importSettings && createImports({ ...given, ...importSettings, load, maxBytes });
  const terms = { timeZone, bases };
  const { isLarge } = offload;
  const parts: FhirParts = {
    ...given,
    newId,
    match,
    accessOf,
    offload,
    prepare: createPrepare({ ...given, newId, match, accessOf, isLarge }),
    checkAhead: createCheckAhead({ ...given, match, accessOf, offload, terms }),
    statement: (exchange) => ({
      text: statement(exchange.base),
      audit: { action: 'fhir.capabilities' },
    }),
    sha256: sha256Hex,
    ...(exports !== undefined && { exports }),
    ...(imports !== undefined && { imports }),
    answer: (request) => answerAnyRead(request, parts),
  };
  return parts;
}

/** Creates the FHIR server, which parses requests and answers them. */
export function createFhirService(given: FhirServiceParts): FhirService {
  const statement = createStatement(given);
  const parts = createParts(given, statement);
  const { bodyBytes, store, readThrough } = given;

  function handle(offer: Interaction, place: ResourceLocation): RequestPlan['handle'] {
    if ('serve' in offer) return (exchange) => offer.serve(exchange, place, parts);
    if ('make' in offer) {
      return async (exchange) => {
        checkAcceptable(exchange.headers.accept, exchange.query);
        return offer.make(exchange, place, parts);
      };
    }
    const alone = 'answerAlone' in offer ? offer.answerAlone : undefined;
    return async (exchange) => {
      if (alone === undefined) checkAcceptable(exchange.headers.accept, exchange.query);
      const rules = parts.accessOf(exchange);
      refuseWithoutGrant(rules, place.type, offer.needs);
      const notes = (await readThrough?.(exchange, place)) ?? [];
      const partsWithNotes = notes.length === 0 ? parts : { ...parts, notes };
      const visible = boundStore(store, rules);
      if ('look' in offer) {
        return offer.look(exchange, place, { ...partsWithNotes, store: visible });
      }
      if ('answerDirectly' in offer) return offer.answerDirectly(exchange, place, partsWithNotes);
      const answer = alone ?? offer.answer;
      return visible.decide(exchange.mode, answer(exchange, place, partsWithNotes));
    };
  }

  const readInWorker: BodyTerms['readInWorker'] = (bytes, base) =>
    given.offload
      ?.readBundle({ bytes, maxEntries: given.bundleEntries, base })
      ?.then(exchangeBodyOf);

  function bodyTermsOf(body: BodyKind): BodyTerms | FilesTerms {
    if (body === 'files') {
      const { files } = bodyBytes;
      return { fileType: LINES, limitBytes: files, maxFileBytes: files, maxFiles: MAX_FILES };
    }
    return {
      types: TYPES[body],
      limitBytes: body === 'bundle' ? bodyBytes.bundle : bodyBytes.resource,
      ...(body === 'bundle' && { extent: BUNDLE_EXTENT, ...(readInWorker && { readInWorker }) }),
      ...(body === 'content' && { orBytes: contentBytes(bodyBytes.resource) }),
      ...((body === 'question' || body === 'form') && { optional: true }),
    };
  }

  return {
    prepare: parts.prepare,
    accessOf: parts.accessOf,
    checkAhead: parts.checkAhead,
    load: (terms) => new Loader({ ...terms, server: parts, resourceBytes: bodyBytes.resource }),
    bulk: [parts.exports, parts.imports].filter((runs) => runs !== undefined),
    answerKeyless({ path, query, headers, base }) {
      if (locationOf(path, given.definitions).kind !== 'metadata') return undefined;
      checkAcceptable(headers.accept, query);
      return { status: 200, headers: {}, text: statement(base) };
    },
    plan(method, path) {
      const place = locationOf(path, given.definitions);
      const offer = interactionFor(place, method);
      if (offer === undefined) return { allow: allowedAt(place) };
      const { action, scopes, body } = offer;
      const target = targetOf(place);
      return {
        action,
        scopes,
        ...(target !== undefined && { target }),
        ...(body !== undefined && { body: bodyTermsOf(body) }),
        handle: handle(offer, place),
      };
    },
  };
}
