import type { AuditEvent } from '../../audit/audit-log.js';
import type { Query } from '../../calls/exchange.js';
import { AppError } from '../../core/errors.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { Requester } from '../interactions/plan.js';
import { recordOf } from '../interactions/record.js';
import type { FhirIssue } from '../outcome.js';
import { UpstreamFault, unavailable } from './fault.js';
import { ACTION, type ImportResources } from './import-resources.js';
import { collect, type UpstreamMatches } from './pages.js';
import type { Upstream } from './server.js';
import { foreignOf, type UpstreamResource } from './source.js';
import type { UpstreamSearch } from './upstream-search.js';

export interface UpstreamImportsParts {
  readonly upstream: Upstream;
  readonly commit: Commit<AuditEvent>;
  readonly importResources: ImportResources;
  /** Called for each match of a search once all of them are stored: `Observation/7`. */
  onMatch(name: string): void;
}

/** Issues that the answer to a search includes about the upstream request. */
export type Notes = readonly FhirIssue[];

type Facts = Pick<AuditEvent, 'target' | 'query'>;

/** The page size requested; the server may return fewer. */
const PAGE_LENGTH = '200';
/** Statuses with which a server rejects a search that it does not understand. */
const NOT_UNDERSTOOD = [400, 422, 501];

/** Says in the answer that something was left out. */
export const leftOut = (count: number): Notes =>
  count === 0
    ? []
    : [
        {
          severity: 'warning',
          code: 'incomplete',
          diagnostics: `The hospital's FHIR server has ${count} more: they are not valid R4 or of a type that is not stored here, and were left out.`,
        },
      ];

/** The address of a search on the hospital's server. */
export function searchAddress(base: string, type: string, query: Query): string {
  const pairs = query.map(([name, value]): [string, string] => [name, value]);
  return `${base}/${type}?${new URLSearchParams([...pairs, ['_count', PAGE_LENGTH]])}`;
}

/** Whether the same search with only the patient in it may succeed after this error. */
export function mayRetryNarrower(
  thrown: unknown,
  { criteria, binding }: Pick<UpstreamSearch, 'criteria' | 'binding'>,
): boolean {
  const status = thrown instanceof UpstreamFault ? thrown.status : undefined;
  const isNarrower = binding.length > 0 && binding.length < criteria.length;
  return status !== undefined && NOT_UNDERSTOOD.includes(status) && isNarrower;
}

/** Requests to the hospital's server, each with an audit record, whose results are stored. */
export class UpstreamImports {
  readonly #upstream: Upstream;
  readonly #commit: Commit<AuditEvent>;
  readonly #importResources: ImportResources;
  readonly #onMatch: (name: string) => void;

  constructor({ upstream, commit, importResources, onMatch }: UpstreamImportsParts) {
    this.#upstream = upstream;
    this.#commit = commit;
    this.#importResources = importResources;
    this.#onMatch = onMatch;
  }

  /**
   * Imports one resource, if the server has it.
   *
   * @param mayImport whether one that is not stored here may be
   */
  importOne(
    type: string,
    id: string,
    requester: Requester,
    mayImport: (resource: UpstreamResource) => boolean = () => true,
  ): Promise<Notes> {
    const { base } = this.#upstream;
    return this.#recorded(requester, { target: `${type}/${id}` }, async (signal) => {
      const response = await this.#upstream.get(`${base}/${type}/${id}`, signal);
      if (response === undefined) return { count: 0, notes: [] };
      const foreign = foreignOf(response.value, response.text, base);
      if (foreign?.type !== type || foreign.id !== id) {
        throw new UpstreamFault('The response is another resource.', { ofAnswer: true });
      }
      if (!mayImport(foreign)) return { count: 0, notes: [] };
      const { stored, refused } = await this.#importResources([foreign], requester);
      if (refused === 0) return { count: stored, notes: [] };
      throw new UpstreamFault('The resource is not valid.', { ofAnswer: true });
    });
  }

  /** Imports the matches of a search. */
  importMatches(type: string, search: UpstreamSearch, requester: Requester): Promise<Notes> {
    const facts = { target: `Patient/${search.patient}`, query: search.names };
    return this.#recorded(requester, facts, async (signal) => {
      const { resources: matches, unusable } = await this.#collect(type, search, signal);
      const { stored, refused } = await this.#importResources(matches, requester);
      for (const match of matches) this.#onMatch(`${match.type}/${match.id}`);
      return { count: stored, notes: leftOut(unusable + refused) };
    });
  }

  async #collect(
    type: string,
    search: UpstreamSearch,
    signal: AbortSignal,
  ): Promise<UpstreamMatches> {
    const { base } = this.#upstream;
    try {
      return await collect(this.#upstream, searchAddress(base, type, search.criteria), signal);
    } catch (thrown) {
      if (!mayRetryNarrower(thrown, search)) throw thrown;
      // All data of the patient; the local search selects from them.
      return collect(this.#upstream, searchAddress(base, type, search.binding), signal);
    }
  }

  /** Records every upstream request with its outcome and reports a failure as a FHIR error. */
  async #recorded(
    requester: Requester,
    facts: Facts,
    request: (signal: AbortSignal) => Promise<{ readonly count: number; readonly notes: Notes }>,
  ): Promise<Notes> {
    const event = recordOf(requester, { action: ACTION, ...facts });
    try {
      const { count, notes } = await request(AbortSignal.timeout(this.#upstream.timeoutMs));
      await this.#record({ ...event, count });
      return notes;
    } catch (thrown) {
      const error = thrown instanceof UpstreamFault ? unavailable(thrown) : thrown;
      const code = error instanceof AppError ? error.code : 'internal_error';
      await this.#record({ ...event, outcome: 'failed', error_code: code });
      throw error;
    }
  }

  #record(event: AuditEvent): Promise<undefined> {
    return this.#commit({ work: { value: undefined, records: [event] }, wait: 'synced' });
  }
}
