import { createHash } from 'node:crypto';
import { commitCall, type Outcome } from '../../../src/calls/commit-call.js';
import type { Exchange } from '../../../src/calls/exchange.js';
import type { Clock } from '../../../src/core/clock.js';
import { outcomeOfError } from '../../../src/core/operation-outcome.js';
import type { FhirOffload } from '../../../src/fhir/bundle/bundle-offload.js';
import { openDefinitions } from '../../../src/fhir/definitions/open.js';
import { createIndexer } from '../../../src/fhir/index/extract.js';
import {
  createFhirService,
  type FhirService,
  type ReadThrough,
} from '../../../src/fhir/service.js';
import type { ReadThroughParts } from '../../../src/fhir/upstream/read-through.js';
import { createValidator } from '../../../src/fhir/validation/create-validator.js';
import { faultFacts } from '../../../src/http/codec.js';
import { fhirCodec } from '../../../src/http/outcome.js';
import { publicError, statusOf } from '../../../src/http/problem.js';
import { createAuditView } from '../../../src/store/audit-view.js';
import { scratchFolder } from '../scratch-folder.js';
import { stoppedClock } from '../stopped-clock.js';
import { openStore } from './store.js';

export const BASE = 'https://box.test/v1/fhir';

const definitions = openDefinitions();
const validator = createValidator(definitions);
const index = createIndexer(definitions, 'UTC', [BASE]);

export interface AskOptions {
  readonly body?: unknown;
  /** Instead of `body`, as it is to be sent. */
  readonly text?: string;
  readonly headers?: Exchange['headers'];
  readonly mode?: Exchange['mode'];
  readonly scopes?: readonly string[];
  /** Of a token. */
  readonly access?: Exchange['access'];
}

/** What is looked at of the resources and bundles that are answered. */
export interface Answered {
  readonly resourceType: string;
  readonly type?: string;
  readonly total?: number;
  readonly link?: readonly { readonly relation: string; readonly url: string }[];
  readonly entry?: readonly AnsweredEntry[];
  readonly issue?: readonly {
    readonly severity: string;
    readonly code: string;
    readonly diagnostics: string;
    readonly expression?: readonly string[];
  }[];
  readonly [member: string]: unknown;
}

export interface AnsweredEntry {
  readonly fullUrl?: string;
  readonly resource?: Answered;
  readonly search?: { readonly mode: string };
  readonly request?: { readonly method: string; readonly url: string };
  readonly response?: {
    readonly status: string;
    readonly location?: string;
    readonly etag?: string;
    readonly lastModified?: string;
    readonly outcome?: Answered;
  };
}

const NOTHING: Answered = { resourceType: '' };

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Answered;
  readonly text: string;
}

/** A request below the base, by default with a key of both scopes. */
export function exchangeOf(
  method: Exchange['method'],
  url: string,
  options: AskOptions = {},
): Exchange {
  const [path = '', query = ''] = url.replace(`${BASE}/`, '').split('?');
  const { mode = 'test', scopes = ['fhir.read', 'fhir.write'], headers = {}, access } = options;
  const text = options.text ?? (options.body === undefined ? '' : JSON.stringify(options.body));
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {
    method,
    path: path.split('/').filter((part) => part !== ''),
    query: [...new URLSearchParams(query)],
    headers,
    ...(text !== '' && { body: { value: JSON.parse(text) as unknown, text, sha256 } }),
    mode,
    scopes,
    ...(access !== undefined && { access }),
    base: BASE,
    actor: { type: 'api_key', id: `key_${mode}`, mode },
    requestId: 'req_1',
    remoteAddress: '10.0.0.7',
  };
}

type MakeReadThrough = (parts: Omit<ReadThroughParts, 'upstream'>) => ReadThrough;

/** The FHIR server on a store of its own, without HTTP in front of it. */
export function openFhir(
  clock: Clock = stoppedClock(),
  bundleEntries = 100,
  makeReadThrough?: MakeReadThrough,
  offload?: FhirOffload,
) {
  const { database, queue, store, commit } = openStore(scratchFolder(), clock);
  let ids = 0;
  const readThrough = makeReadThrough?.({
    definitions,
    store,
    commit,
    clock,
    timeZone: 'UTC',
    newId: () => `made-${++ids}`,
    prepare: (asked, who) => service.prepare(asked, who),
    checkAhead: (asked, who) => service.checkAhead(asked, who),
    accessOf: (who) => service.accessOf(who),
  });
  const service: FhirService = createFhirService({
    definitions,
    validator,
    index,
    store,
    commit,
    auditView: createAuditView(database),
    codeSystems: [],
    clock,
    timeZone: 'UTC',
    bundleEntries,
    ...(offload !== undefined && { offload }),
    faultOf: (thrown) => {
      const error = publicError(thrown);
      return { status: statusOf(error), code: error.code, outcome: outcomeOfError(error) };
    },
    bodyBytes: { resource: 1e6, bundle: 1e7, files: 1e7 },
    version: '0.0.0',
    ...(readThrough !== undefined && { readThrough }),
  });

  async function ask(
    method: Exchange['method'],
    url: string,
    options: AskOptions = {},
  ): Promise<Told> {
    const exchange = exchangeOf(method, url, options);
    let outcome: Outcome;
    try {
      const planned = service.plan(method, exchange.path);
      if (!('handle' in planned)) return { status: 405, headers: {}, body: NOTHING, text: '' };
      const { action, target } = planned;
      const { mode, actor, requestId, remoteAddress: remote_address, body } = exchange;
      const facts = () => ({
        action,
        actor,
        request_id: requestId,
        ...(remote_address !== undefined && { remote_address }),
        ...(target !== undefined && { target }),
        ...(body !== undefined && { request_sha256: body.sha256 }),
      });
      const call = { mode, wait: 'written', facts } as const;
      const faults = { faultFacts: (thrown: unknown) => faultFacts(fhirCodec, thrown) };
      outcome = await commitCall(call, await planned.handle(exchange), { commit, ...faults });
    } catch (error) {
      outcome = { refusal: error };
    }
    if ('refusal' in outcome) {
      const fault = publicError(outcome.refusal);
      if (fault.code === 'internal_error') throw outcome.refusal;
      const text = JSON.stringify(outcomeOfError(fault));
      outcome = { reply: { status: statusOf(fault), headers: {}, text } };
    }
    const { status, headers, text = '' } = outcome.reply;
    return { status, headers, text, body: text === '' ? NOTHING : (JSON.parse(text) as Answered) };
  }

  return { ask, database, queue, store, definitions, validator };
}
