import { setTimeout } from 'node:timers/promises';
import type { FhirServer } from '../../appliance/fhir-server.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { type CallFacts, conclude, type Reply } from '../../calls/commit-call.js';
import type { Exchange, ExchangeBody } from '../../calls/exchange.js';
import type { DecidedAnswer } from '../../calls/operation.js';
import { AppError } from '../../core/errors.js';
import type { ChangeResult, Requester, ResourceRequest } from '../../fhir/interactions/plan.js';
import { recordOf } from '../../fhir/interactions/record.js';
import { restOf, versionText } from '../../fhir/text/compose.js';
import { textOf } from '../../store/fhir/write.js';
import { perform } from '../../store/steps.js';
import type {
  Commit,
  Conclusion,
  Decision,
  ReadDecision,
  Write,
} from '../../store/unit-of-work.js';
import { Batch, type PreparedChange } from './batch.js';
import { withoutBlanks } from './blanks.js';
import { type Counts, changeOutcome, entryOutcomes } from './counts.js';
import type { Item } from './items.js';
import type { Checkpoint, Position } from './resume.js';

export interface LoadParts {
  readonly server: Pick<FhirServer, 'part' | 'store'>;
  readonly commit: Commit<AuditEvent>;
  readonly who: Requester;
  readonly checkpoint: Checkpoint;
  readonly counts: Counts;
  readonly refuse: (at: Position, error: AppError) => void;
  /** Called before what is written here is committed. */
  readonly syncRefusals: () => void;
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
  const content = versionText(restOf(resource.text), { type, id });
  const text = textOf(content, row.version, row.updated);
  return text === row.body || withoutBlanks(text) === withoutBlanks(row.body);
}

function* decideChange(
  { at, apply }: PreparedChange,
  { who, checkpoint }: Pick<LoadParts, 'who' | 'checkpoint'>,
): Decision<Conclusion<ChangeResult, AuditEvent>> {
  const value = yield* apply();
  const { audit, status } = value;
  const writes = [checkpoint.reach(at)];
  return { value, writes, records: [recordOf(who, { ...audit, status })] };
}

function* decideTransaction(
  { decide }: DecidedAnswer,
  facts: () => CallFacts,
  reached: Write,
): Decision<Conclusion<Reply, AuditEvent>> {
  const conclusion = conclude(yield* decide(), { facts });
  return { ...conclusion, writes: [...(conclusion.writes ?? []), reached] };
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

  async add(item: Item): Promise<void> {
    if (item.kind === 'passed') return;
    try {
      await this.#perform(item);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#refuse(item.at, error);
    }
    if (this.#batch.isFull) await this.flush();
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

  async #perform(item: Exclude<Item, { kind: 'passed' }>): Promise<void> {
    if (item.kind === 'refused') throw item.error;
    if (item.kind === 'transaction') await this.#transact(item.body, item.at);
    else await this.#prepare(item.request, item.at);
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
      !this.#batch.changes(request) && (await server.store.decide(who.mode, isStored(request)));
    if (isUnchanged) counts.unchanged += 1;
    else this.#batch.add(request, at, server.part.prepare(request, who));
  }

  async #write(change: PreparedChange): Promise<void> {
    const { commit, counts, who } = this.#parts;
    let isRefused = false;
    try {
      const result = await commit({
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
    const { checkpoint, commit, counts, syncRefusals, who } = this.#parts;
    syncRefusals();
    const { work, facts } = await this.#plan(body);
    const { text = '{}' } = await commit({
      mode: who.mode,
      wait: 'synced',
      work: () => decideTransaction(work, facts, checkpoint.reach(at)),
    });
    for (const outcome of entryOutcomes(text)) counts[outcome] += 1;
    await setTimeout(PAUSE_MS);
  }

  /** Plans a transaction as a request of the administrator. */
  async #plan(body: ExchangeBody) {
    const { server, who } = this.#parts;
    const planned = server.part.plan('POST', []);
    if (!('handle' in planned)) throw new Error('A transaction cannot be handled.');
    const exchange: Exchange = {
      ...who,
      method: 'POST',
      path: [],
      query: [],
      headers: {},
      body,
      scopes: ['fhir.read', 'fhir.write'],
    };
    const work = await planned.handle(exchange);
    if (!('decide' in work)) throw new Error('A transaction is decided where it is committed.');
    const { actor, requestId: request_id } = who;
    const { action } = planned;
    const facts = () => ({ action, actor, request_id, request_sha256: body.sha256 });
    return { work, facts };
  }
}
