import { setTimeout } from 'node:timers/promises';
import type { AuditEvent } from '../../audit/audit-log.js';
import { type CallFacts, conclude, type Reply } from '../../calls/commit-call.js';
import type { Exchange, ExchangeBody } from '../../calls/exchange.js';
import type { DecidedAnswer } from '../../calls/operation.js';
import { AppError } from '../../core/errors.js';
import { perform } from '../../store/steps.js';
import type { Conclusion, Decision, ReadDecision, Write } from '../../store/unit-of-work.js';
import { handleBundle } from '../bundle/handle.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ChangeResult, Requester, ResourceRequest } from '../interactions/plan.js';
import { recordOf } from '../interactions/record.js';
import { restOf } from '../text/compose.js';
import { Batch, type PreparedChange } from './batch.js';
import { withoutBlanks } from './blanks.js';
import { type Counts, changeOutcome, entryOutcomes } from './counts.js';
import { noTarget, searchesIn, typeSearched, withTargets } from './find-targets.js';
import type { Item } from './items.js';
import type { Position } from './position.js';

/** Whose import it is, and what becomes of it. */
export interface LoadTerms {
  readonly who: Requester;
  readonly counts: Counts;
  /** The writes that go with the item at a position. */
  readonly reach: (at: Position) => readonly Write[];
  readonly refuse: (at: Position, error: AppError) => void;
  /** Called before what is written here is committed. */
  readonly syncRefusals: () => void;
}

export interface LoadParts extends LoadTerms {
  readonly server: FhirParts;
  /** The maximum size of a resource, in bytes. */
  readonly resourceBytes: number;
}

/** A pause that lets a daemon on the same data folder write in between. */
const PAUSE_MS = 5;

/** A fault of the data, not of the appliance: any other error ends the import. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !['overloaded', 'internal_error'].includes(error.code);

function tooLong({ resource }: ResourceRequest, maxBytes: number): AppError | undefined {
  if (resource === undefined || Buffer.byteLength(resource.text) <= maxBytes) return undefined;
  const issue = `A resource may have at most ${maxBytes} bytes.`;
  return new AppError('payload_too_large', issue, { issues: [{ field: '', issue }] });
}

const isPlain = ({ criteria, ifMatch, ifNoneMatch, ifNoneExist }: ResourceRequest): boolean =>
  [criteria, ifMatch, ifNoneMatch, ifNoneExist].every((condition) => condition === undefined);

/** Whether a resource is stored with the same content. */
function* isStored(request: ResourceRequest): ReadDecision<boolean> {
  const { type, id, resource } = request;
  if (id === undefined || resource === undefined || !isPlain(request)) return false;
  const row = yield* perform({ kind: 'fhir.read', type, id });
  if (row === undefined || row.deleted) return false;
  const [sent, stored] = [restOf(resource.text), restOf(row.body)];
  return sent === stored || withoutBlanks(sent) === withoutBlanks(stored);
}

function* decideChange(
  { at, apply }: PreparedChange,
  { who, reach }: Pick<LoadTerms, 'who' | 'reach'>,
): Decision<Conclusion<ChangeResult, AuditEvent>> {
  const value = yield* apply();
  const { audit, status } = value;
  return { value, writes: reach(at), records: [recordOf(who, { ...audit, status })] };
}

function* decideTransaction(
  { decide }: DecidedAnswer,
  facts: () => CallFacts,
  reached: readonly Write[],
): Decision<Conclusion<Reply, AuditEvent>> {
  const conclusion = conclude(yield* decide(), { facts });
  return { ...conclusion, writes: [...(conclusion.writes ?? []), ...reached] };
}

/** Writes items to the store in their order, many in each commit. */
export class Loader {
  readonly #parts: LoadParts;
  readonly #batch = new Batch();
  /** A write after one that failed would move the checkpoint past it. */
  #hasFailed = false;

  constructor(parts: LoadParts) {
    this.#parts = parts;
  }

  /**
   * @param isLast a reference whose search finds nothing is refused: nothing follows that it may mean
   * @returns whether the item waits for what its references search for; it may be added again
   */
  async add(item: Item, isLast: boolean): Promise<boolean> {
    if (item.kind === 'passed') return false;
    let waits = false;
    try {
      waits = await this.#perform(item, isLast);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#refuse(item.at, error);
    }
    if (this.#batch.isFull) await this.flush();
    return waits;
  }

  /** Writes all pending changes. */
  async flush(): Promise<void> {
    if (this.#batch.isEmpty) return;
    const changes = this.#batch.take();
    this.#parts.syncRefusals();
    // All are submitted in the same event loop turn, so that they share a commit.
    await Promise.all(changes.map((change) => this.#write(change)));
    await setTimeout(PAUSE_MS);
  }

  async #perform(item: Exclude<Item, { kind: 'passed' }>, isLast: boolean): Promise<boolean> {
    if (item.kind === 'refused') throw item.error;
    if (item.kind === 'transaction') {
      await this.#transact(item.body, item.at);
      return false;
    }
    const { server, who } = this.#parts;
    const searches = searchesIn(item.request, server.definitions);
    // A search finds what is written; what is pending may be meant.
    if (searches.some((one) => this.#batch.changesSomeOf(typeSearched(one)))) await this.flush();
    const found = await withTargets(item.request, who, server);
    if ('request' in found) await this.#prepare(found.request, item.at);
    else if (isLast) throw noTarget(item.request, found.missing);
    return 'missing' in found;
  }

  #refuse(at: Position, error: AppError): void {
    this.#parts.counts.refused += 1;
    this.#parts.refuse(at, error);
  }

  async #prepare(request: ResourceRequest, at: Position): Promise<void> {
    const { counts, server, who, resourceBytes } = this.#parts;
    const fault = tooLong(request, resourceBytes);
    if (fault !== undefined) throw fault;
    const isUnchanged =
      !this.#batch.changes(request) &&
      // Whether a token allows the write is decided where it is written.
      who.access === undefined &&
      (await server.store.decide(who.mode, isStored(request)));
    if (isUnchanged) counts.unchanged += 1;
    else {
      const checked = await server.checkAhead(request, who);
      this.#batch.add(request, at, server.prepare(checked, who));
    }
  }

  async #write(change: PreparedChange): Promise<void> {
    const { server, counts, who } = this.#parts;
    let isRefused = false;
    try {
      const result = await server.commit({
        mode: who.mode,
        wait: 'synced',
        work: () => {
          if (this.#hasFailed) throw new Error('An earlier item could not be written.');
          return decideChange(change, this.#parts);
        },
        refused: (error) => {
          isRefused = isRefusal(error);
          if (isRefusal(error)) this.#refuse(change.at, error);
          else this.#hasFailed = true;
          return { records: [] };
        },
      });
      counts[changeOutcome(result, change.method)] += 1;
    } catch (error) {
      if (!isRefused) throw error;
    }
  }

  async #transact(body: ExchangeBody, at: Position): Promise<void> {
    await this.flush();
    const { server, counts, reach, syncRefusals, who } = this.#parts;
    syncRefusals();
    const { work, facts } = await this.#plan(body);
    const { text = '{}' } = await server.commit({
      mode: who.mode,
      wait: 'synced',
      work: () => decideTransaction(work, facts, reach(at)),
    });
    for (const outcome of entryOutcomes(text)) counts[outcome] += 1;
    await setTimeout(PAUSE_MS);
  }

  /** Plans a transaction as a request of the administrator. */
  async #plan(body: ExchangeBody) {
    const { server, who } = this.#parts;
    const exchange: Exchange = {
      ...who,
      method: 'POST',
      path: [],
      query: [],
      headers: {},
      body,
      scopes: ['fhir.read', 'fhir.write'],
    };
    const work = await handleBundle(exchange, server);
    const { actor, requestId: request_id } = who;
    const facts = () => ({ action: 'fhir.bundle', actor, request_id, request_sha256: body.sha256 });
    return { work, facts };
  }
}
