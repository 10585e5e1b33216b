import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange, Query } from '../../calls/exchange.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { FhirStore } from '../../store/fhir/store.js';
import type { Definitions } from '../definitions/definition.js';
import { ID, type ResourceLocation } from '../interactions/place.js';
import type { Requester } from '../interactions/plan.js';
import { recordOf } from '../interactions/record.js';
import type { FhirIssue } from '../outcome.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import type { ReadThrough } from '../service.js';
import { UpstreamFault, unavailable } from './fault.js';
import { createMemory } from './memory.js';
import { collect } from './pages.js';
import type { Upstream } from './server.js';
import { foreignOf, sourceOf } from './source.js';
import { ACTION, createTakeOver, type ImportParts } from './take-over.js';
import { type UpstreamSearch, wantedSearch } from './wanted-search.js';

export interface ReadThroughParts extends Omit<ImportParts, 'base'> {
  readonly upstream: Upstream;
  readonly store: FhirStore;
  readonly definitions: Definitions;
  readonly timeZone: string;
  readonly clock: Clock;
}

/** Issues that the answer to a search includes about the upstream request. */
type Notes = readonly FhirIssue[];
type Facts = Pick<AuditEvent, 'target' | 'query'>;

/** The page size requested; the server may return fewer. */
const PAGE_LENGTH = '200';
/** Statuses with which a server rejects a search that it does not understand. */
const NOT_UNDERSTOOD = [400, 422, 501];

const leftOut = (count: number): Notes =>
  count === 0
    ? []
    : [
        {
          severity: 'warning',
          code: 'incomplete',
          diagnostics: `The hospital's FHIR server has ${count} more: they are not valid R4 or of a type that is not stored here, and were left out.`,
        },
      ];

function addressOf(base: string, type: string, query: Query): string {
  const pairs = query.map(([name, value]): [string, string] => [name, value]);
  return `${base}/${type}?${new URLSearchParams([...pairs, ['_count', PAGE_LENGTH]])}`;
}

/**
 * Imports what the hospital's server has of a patient into the live partition before it is read: a
 * resource read by its id, and the matches of a search that is bound to one patient. Imported data
 * are requested again after a minute. Only patients of the hospital's server are requested: a patient
 * created or deleted here is not.
 */
export function createReadThrough(parts: ReadThroughParts): ReadThrough {
  const { upstream, store, commit, definitions, timeZone, clock } = parts;
  const { base } = upstream;
  const reader = store.in('live');
  const takeOver = createTakeOver({ ...parts, base });
  const memory = createMemory<Notes>(clock);

  const record = (event: AuditEvent) =>
    commit({ work: { value: undefined, records: [event] }, wait: 'synced' });

  /** Records every upstream request with its outcome and reports a failure as a FHIR error. */
  async function recorded(
    who: Requester,
    facts: Facts,
    work: (signal: AbortSignal) => Promise<{ count: number; notes: Notes }>,
  ): Promise<Notes> {
    const event = recordOf(who, { action: ACTION, ...facts });
    try {
      const { count, notes } = await work(AbortSignal.timeout(upstream.timeoutMs));
      await record({ ...event, count });
      return notes;
    } catch (thrown) {
      const error = thrown instanceof UpstreamFault ? unavailable(thrown) : thrown;
      const code = error instanceof AppError ? error.code : 'internal_error';
      await record({ ...event, outcome: 'failed', error_code: code });
      throw error;
    }
  }

  async function bringOne(type: string, id: string, who: Requester): Promise<Notes> {
    return recorded(who, { target: `${type}/${id}` }, async (signal) => {
      const found = await upstream.get(`${base}/${type}/${id}`, signal);
      if (found === undefined) return { count: 0, notes: [] };
      const foreign = foreignOf(found.value, found.text, base);
      if (foreign?.type !== type || foreign.id !== id) {
        throw new UpstreamFault('The response is another resource.', { ofAnswer: true });
      }
      const { stored, refused } = await takeOver([foreign], who);
      if (refused === 0) return { count: stored, notes: [] };
      throw new UpstreamFault('The resource is not valid.', { ofAnswer: true });
    });
  }

  async function collectFor(type: string, wanted: UpstreamSearch, signal: AbortSignal) {
    const { criteria, binding } = wanted;
    try {
      return await collect(upstream, addressOf(base, type, criteria), signal);
    } catch (thrown) {
      const status = thrown instanceof UpstreamFault ? thrown.status : undefined;
      const narrower = binding.length > 0 && binding.length < criteria.length;
      if (status === undefined || !NOT_UNDERSTOOD.includes(status) || !narrower) throw thrown;
      // All data of the patient; the local search selects from them.
      return collect(upstream, addressOf(base, type, binding), signal);
    }
  }

  async function bringSearch(type: string, wanted: UpstreamSearch, who: Requester): Promise<Notes> {
    const facts = { target: `Patient/${wanted.patient}`, query: wanted.names };
    return recorded(who, facts, async (signal) => {
      const { found, unusable } = await collectFor(type, wanted, signal);
      const { stored, refused } = await takeOver(found, who);
      for (const one of found) memory.remember(`${one.type}/${one.id}`, []);
      return { count: stored, notes: leftOut(unusable + refused) };
    });
  }

  /** Whether the hospital's server can have this resource. */
  function concerns(type: string, id: string): 'absent' | 'copy' | undefined {
    if (!ID.test(id) || READ_ONLY_TYPES.has(type)) return undefined;
    const row = reader.read(type, id);
    if (row === undefined) return 'absent';
    return !row.deleted && sourceOf(row, base) !== undefined ? 'copy' : undefined;
  }

  async function readOne(type: string, id: string, who: Requester): Promise<void> {
    const state = concerns(type, id);
    const key = `${type}/${id}`;
    if (state === undefined || (state === 'copy' && memory.recent(key) !== undefined)) return;
    try {
      await memory.share(key, () => bringOne(type, id, who));
    } catch (thrown) {
      // The copy's age is in its `meta`; without the server there is no newer one.
      if (state === 'absent' || !(thrown instanceof AppError)) throw thrown;
    }
  }

  async function search(exchange: Exchange, type: string): Promise<Notes> {
    if (READ_ONLY_TYPES.has(type)) return [];
    const wanted = wantedSearch(exchange, type, { definitions, timeZone, now: clock() });
    if (wanted === undefined) return [];
    await readOne('Patient', wanted.patient, exchange);
    if (type === 'Patient' || concerns('Patient', wanted.patient) !== 'copy') return [];
    const key = addressOf(base, type, wanted.criteria);
    return memory.recent(key) ?? memory.share(key, () => bringSearch(type, wanted, exchange));
  }

  return async (exchange, { kind, type, id = '' }: ResourceLocation) => {
    if (exchange.mode !== 'live') return [];
    if (kind === 'type' || kind === 'type-search') return search(exchange, type);
    if (kind === 'instance') await readOne(type, id, exchange);
    return [];
  };
}
