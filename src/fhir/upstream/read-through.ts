import type { Exchange } from '../../calls/exchange.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import { perform } from '../../store/steps.js';
import { boundStore } from '../access/bound-reads.js';
import { boundChains } from '../access/bound-search.js';
import { OF_THE_CONTEXT } from '../access/compartment.js';
import type { AccessOf, AccessRules } from '../access/rules.js';
import type { Definitions } from '../definitions/definition.js';
import type { Requester } from '../interactions/plan.js';
import { ID, type ResourceLocation } from '../interactions/resource-location.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import type { ReadThrough } from '../service.js';
import { createImport, type ImportParts } from './import-resources.js';
import { type Notes, searchAddress, UpstreamImports } from './imports.js';
import { createMemory, type Memory } from './memory.js';
import type { Upstream } from './server.js';
import { sourceOf, type UpstreamResource } from './source.js';
import { upstreamSearchOf } from './upstream-search.js';

export interface ReadThroughParts extends Omit<ImportParts, 'base'> {
  readonly upstream: Upstream;
  readonly store: FhirStore;
  readonly definitions: Definitions;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly accessOf: AccessOf;
}

/** The appliance imports for itself: what is read of it then is decided by the exchange. */
function ownRequest({ access: _, ...exchange }: Exchange): Requester {
  return exchange;
}

/** What this store has of a resource that the hospital's server can have. */
type LocalState = 'absent' | 'copy';

/**
 * Imports what the hospital's server has of a patient into the live partition before it is read: a
 * resource read by its id, and the matches of a search that is bound to one patient. Imported data
 * are requested again after a minute. Only patients of the hospital's server are requested: a patient
 * created or deleted here is not. A token imports only what it may read.
 */
class UpstreamReader {
  readonly #parts: ReadThroughParts;
  readonly #base: string;
  readonly #imports: UpstreamImports;
  /** What was requested lately: resources by name, searches by address. */
  readonly #memory: Memory<Notes>;

  constructor(parts: ReadThroughParts) {
    const { upstream, commit, clock } = parts;
    const { base } = upstream;
    this.#parts = parts;
    this.#base = base;
    this.#memory = createMemory<Notes>(clock);
    this.#imports = new UpstreamImports({
      upstream,
      commit,
      importResources: createImport({ ...parts, base }),
      onMatch: (name) => this.#memory.remember(name, []),
    });
  }

  /** Imports what an exchange is about to read. */
  async beforeRead(exchange: Exchange, { kind, type, id = '' }: ResourceLocation): Promise<Notes> {
    if (exchange.mode !== 'live') return [];
    if (kind === 'type' || kind === 'type-search') return this.#search(exchange, type);
    if (kind !== 'instance') return [];
    const rules = this.#parts.accessOf(exchange);
    if (rules === undefined || rules.allowsAll(type, 'read')) {
      await this.#readOne(type, id, ownRequest(exchange));
    } else await this.#readVisible(type, id, exchange, rules);
    return [];
  }

  async #search(exchange: Exchange, type: string): Promise<Notes> {
    if (READ_ONLY_TYPES.has(type)) return [];
    const { definitions, timeZone, clock, accessOf } = this.#parts;
    const search = upstreamSearchOf(exchange, type, { definitions, timeZone, now: clock() });
    if (search === undefined) return [];
    const { patient, criteria } = search;
    const rules = accessOf(exchange);
    if (rules !== undefined) {
      boundChains(search.where, rules);
      if (!rules.concerns(type, patient)) return [];
    }
    const requester = ownRequest(exchange);
    await this.#readOne('Patient', patient, requester);
    if (type === 'Patient' || (await this.#stateOf('Patient', patient)) !== 'copy') return [];
    const key = searchAddress(this.#base, type, criteria);
    const request = () => this.#imports.importMatches(type, search, requester);
    const notes = this.#memory.recent(key) ?? (await this.#memory.share(key, request));
    return rules === undefined || rules.showsAllOf(type, patient) ? notes : [];
  }

  /** Reads by id with a token: what it may not read is neither imported nor requested again. */
  async #readVisible(type: string, id: string, exchange: Exchange, rules: AccessRules) {
    const store = boundStore(this.#parts.store, rules);
    const state = await this.#stateOf(type, id);
    const requester = ownRequest(exchange);
    if (state === 'absent') {
      const mayImport = (resource: UpstreamResource) =>
        !OF_THE_CONTEXT.has(type) &&
        rules.covers(['read'], rules.indexed({ ...resource, body: resource.text }));
      await this.#imports.importOne(type, id, requester, mayImport);
    } else if (state === 'copy') {
      const row = await store.decide('live', perform({ kind: 'fhir.read', type, id }));
      if (row !== undefined) await this.#readOne(type, id, requester);
    }
  }

  async #readOne(type: string, id: string, requester: Requester): Promise<void> {
    const state = await this.#stateOf(type, id);
    const key = `${type}/${id}`;
    if (state === undefined) return;
    if (state === 'copy' && this.#memory.recent(key) !== undefined) return;
    try {
      await this.#memory.share(key, () => this.#imports.importOne(type, id, requester));
    } catch (thrown) {
      // The copy's age is in its `meta`; without the server there is no newer one.
      if (state === 'absent' || !(thrown instanceof AppError)) throw thrown;
    }
  }

  /** @returns undefined for a resource that the hospital's server cannot have */
  async #stateOf(type: string, id: string): Promise<LocalState | undefined> {
    if (!ID.test(id) || READ_ONLY_TYPES.has(type)) return undefined;
    const row = await this.#parts.store.decide('live', perform({ kind: 'fhir.read', type, id }));
    if (row === undefined) return 'absent';
    return !row.deleted && sourceOf(row, this.#base) !== undefined ? 'copy' : undefined;
  }
}

/** Reads through to the hospital's server. */
export function createReadThrough(parts: ReadThroughParts): ReadThrough {
  const reader = new UpstreamReader(parts);
  return (exchange, location) => reader.beforeRead(exchange, location);
}
