import { setTimeout } from 'node:timers/promises';
import type { FhirServer } from '../../appliance/fhir-server.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { type CallFacts, conclude, type Reply } from '../../calls/commit-call.js';
import type { Exchange, ExchangeBody } from '../../calls/exchange.js';
import type { DecidedAnswer } from '../../calls/operation.js';
import { AppError } from '../../core/errors.js';
import type {
  ChangeResult,
  Prepare,
  Requester,
  ResourceRequest,
} from '../../fhir/interactions/plan.js';
import { recordOf } from '../../fhir/interactions/record.js';
import { restOf, versionText } from '../../fhir/text/compose.js';
import { textOf } from '../../store/fhir/write.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import { withoutBlanks } from './blanks.js';
import type { Item } from './items.js';
import type { Checkpoint, Position } from './resume.js';

/** The results for the resources of a file. */
export interface Counts {
  created: number;
  updated: number;
  /** Resources that were already stored with the same content. */
  unchanged: number;
  removed: number;
  refused: number;
}

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

export interface Loader {
  add(item: Item): Promise<void>;
  flush(): Promise<void>;
}

/** The number of writes that the commit queue takes into one transaction. */
const BATCH = 64;
const BATCH_CHARACTERS = 4 * 1_048_576;
/** A pause that lets a daemon on the same data folder write in between. */
const PAUSE_MS = 5;

/** A fault of the data, not of the appliance: any other error ends the import. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !['overloaded', 'internal_error'].includes(error.code);

interface PreparedChange {
  readonly at: Position;
  readonly method: ResourceRequest['method'];
  readonly apply: ReturnType<Prepare>;
}

function tooLong({ resource }: ResourceRequest, most: number): AppError | undefined {
  if (resource === undefined || Buffer.byteLength(resource.text) <= most) return undefined;
  const issue = `A resource may have at most ${most} bytes.`;
  return new AppError('payload_too_large', issue, { issues: [{ field: '', issue }] });
}

const isPlain = ({ criteria, ifMatch, ifNoneMatch, ifNoneExist }: ResourceRequest): boolean =>
  [criteria, ifMatch, ifNoneMatch, ifNoneExist].every((given) => given === undefined);

/** Counts the entries of a transaction's response by their outcome. */
function countEntries(text: string, counts: Counts): void {
  const { entry = [] } = JSON.parse(text) as { entry?: { response: { status: string } }[] };
  for (const { response } of entry) {
    if (response.status.startsWith('201')) counts.created += 1;
    else if (response.status.startsWith('204')) counts.removed += 1;
    else if (response.status.startsWith('200')) counts.updated += 1;
  }
}

function countDone(
  { status }: ChangeResult,
  method: ResourceRequest['method'],
  counts: Counts,
): void {
  if (status === 201) counts.created += 1;
  else if (method === 'DELETE') counts.removed += 1;
  // A conditional create that matched an existing resource.
  else if (method === 'POST') counts.unchanged += 1;
  else counts.updated += 1;
}

function* decideItem(
  { at, apply }: PreparedChange,
  { who, checkpoint }: Pick<LoadParts, 'who' | 'checkpoint'>,
): Decision<Conclusion<ChangeResult, AuditEvent>> {
  const value = yield* apply();
  checkpoint.reach(at);
  const { audit, status } = value;
  return { value, records: [recordOf(who, { ...audit, status })] };
}

function* decideTransaction(
  { decide }: DecidedAnswer,
  facts: () => CallFacts,
): Decision<Conclusion<Reply, AuditEvent>> {
  return conclude(yield* decide(), { facts });
}

/** Writes items to the store in their order, many in each commit. */
export function createLoader(parts: LoadParts): Loader {
  const { server, commit, who, checkpoint, counts, refuse, syncRefusals } = parts;
  const partition = server.store.in(who.mode);
  let waiting: PreparedChange[] = [];
  let characters = 0;
  const names = new Set<string>();
  /** A write after one that failed would move the checkpoint past it. */
  let failed = false;

  /** Whether it is stored with the same content, and no pending write will change that. */
  function isHere(asked: ResourceRequest): boolean {
    const { type, id, resource } = asked;
    if (id === undefined || resource === undefined || !isPlain(asked)) return false;
    if (names.has(`${type}/${id}`)) return false;
    const row = partition.read(type, id);
    if (row === undefined || row.deleted) return false;
    const text = versionText(restOf(resource.text), { type, id });
    const same = textOf(text, row.version, row.updated);
    return same === row.body || withoutBlanks(same) === withoutBlanks(row.body);
  }

  function prepare(asked: ResourceRequest, at: Position): void {
    const { type, id, method } = asked;
    const fault = tooLong(asked, parts.resourceBytes);
    if (fault !== undefined) throw fault;
    if (isHere(asked)) {
      counts.unchanged += 1;
      return;
    }
    const apply = server.part.prepare(asked, who);
    waiting.push({ at, method, apply });
    characters += asked.resource?.text.length ?? 0;
    names.add(`${type}/${id}`);
  }

  function refused(at: Position, error: AppError): void {
    counts.refused += 1;
    refuse(at, error);
  }

  async function write(prepared: PreparedChange): Promise<void> {
    const { at, method } = prepared;
    let told = false;
    try {
      const done = await commit({
        mode: who.mode,
        wait: 'synced',
        work() {
          if (failed) throw new Error('An earlier item could not be written.');
          return decideItem(prepared, parts);
        },
        refused(error) {
          told = isRefusal(error);
          if (isRefusal(error)) refused(at, error);
          else failed = true;
          return { records: [] };
        },
      });
      countDone(done, method, counts);
    } catch (error) {
      if (!told) throw error;
    }
  }

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const all = waiting;
    waiting = [];
    characters = 0;
    names.clear();
    syncRefusals();
    // All are submitted in the same event loop turn, so that they share a commit.
    await Promise.all(all.map(write));
    await setTimeout(PAUSE_MS);
  }

  async function transact(body: ExchangeBody, at: Position): Promise<void> {
    await flush();
    syncRefusals();
    const planned = server.part.plan('POST', []);
    if (!('handle' in planned)) throw new Error('A transaction cannot be handled.');
    const scopes = ['fhir.read', 'fhir.write'];
    const exchange: Exchange = {
      ...who,
      method: 'POST',
      path: [],
      query: [],
      headers: {},
      body,
      scopes,
    };
    // Nothing else is pending: the next commit is this transaction.
    checkpoint.reach(at);
    const work = await planned.handle(exchange);
    if (!('decide' in work)) throw new Error('A transaction is decided where it is committed.');
    const { actor, requestId } = who;
    const facts = () => ({
      action: planned.action,
      actor,
      request_id: requestId,
      request_sha256: body.sha256,
    });
    const { text = '{}' } = await commit({
      mode: who.mode,
      wait: 'synced',
      work: () => decideTransaction(work, facts),
    });
    countEntries(text, counts);
    await setTimeout(PAUSE_MS);
  }

  async function perform(item: Exclude<Item, { kind: 'passed' }>): Promise<void> {
    if (item.kind === 'refused') throw item.error;
    if (item.kind === 'transaction') await transact(item.body, item.at);
    else prepare(item.asked, item.at);
  }

  return {
    async add(item) {
      if (item.kind === 'passed') return;
      try {
        await perform(item);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused(item.at, error);
      }
      if (waiting.length >= BATCH || characters >= BATCH_CHARACTERS) await flush();
    },
    flush,
  };
}
