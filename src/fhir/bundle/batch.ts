import type { Exchange } from '../../http/exchange.js';
import type { AuditEvent } from '../../security/audit-log.js';
import type { Committed } from '../../storage/commit-queue.js';
import type { FhirPartition, FhirTransaction } from '../../storage/fhir/store.js';
import type { FhirParts } from '../interactions/parts.js';
import type { Done } from '../interactions/plan.js';
import { answered, faultEventOf } from '../interactions/record.js';
import { refuseFor } from '../outcome.js';
import { namedUrls } from './identities.js';
import { byOrder } from './order.js';
import { at, atLater, forEachInTurns } from './place-issues.js';
import type { Entry, WriteEntry } from './read-bundle.js';
import { answerEntry } from './read-entry.js';
import {
  answerOfFault,
  answerOfRead,
  answerOfWrite,
  type EntryAnswer,
  type Wanted,
} from './response.js';
import { refuseWithoutScope } from './scope.js';

/** An entry's answer, and the record that is still to be committed. */
export interface Outcome {
  readonly answer: EntryAnswer;
  readonly records: readonly AuditEvent[];
  /** What was thrown where nobody foresaw it, for the log alone. */
  readonly failure?: unknown;
}

const ACTIONS: Readonly<Record<string, string>> = {
  POST: 'fhir.create',
  PUT: 'fhir.update',
  PATCH: 'fhir.patch',
  DELETE: 'fhir.delete',
};

const NAME = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

/** What the record of a refused entry says that it was about. */
function subjectOf(entry: Entry): { action: string; target?: string } {
  if (entry.kind === 'faulty') return { action: 'fhir.batch' };
  const [type, id] = entry.kind === 'read' ? entry.path : [entry.asked.type, entry.asked.id];
  const name = `${type}/${id ?? ''}`;
  const action =
    entry.kind === 'write' ? ACTIONS[entry.asked.method] : id === undefined && 'fhir.search';
  return { action: action || 'fhir.read', ...(NAME.test(name) && { target: name }) };
}

function faultOf(thrown: unknown, entry: Entry, exchange: Exchange, parts: FhirParts): Outcome {
  const fault = parts.faultOf(thrown);
  const { action, ...facts } = subjectOf(entry);
  return {
    answer: answerOfFault(fault.status, fault.outcome),
    records: [faultEventOf(exchange, action, fault, facts)],
    ...(fault.status >= 500 && { failure: thrown }),
  };
}

/** Entries of a batch may not hang on each other, so none may name another by its `fullUrl`. */
function refuseLinks(entry: WriteEntry, urls: ReadonlySet<string>): void {
  const named = entry.links.some(
    ({ kind, value }) =>
      kind === 'reference' &&
      namedUrls(kind, value, entry.fullUrl).some((url) => url !== entry.fullUrl && urls.has(url)),
  );
  if (!named) return;
  const problem = 'Entries of a batch may not refer to each other; send a transaction.';
  throw refuseFor('unprocessable', 'business-rule', problem, `${entry.place}.resource`);
}

/** Checks what can be checked without the store; what is given back does the rest. */
async function prepared(
  entry: WriteEntry,
  urls: ReadonlySet<string>,
  exchange: Exchange,
  parts: FhirParts,
): Promise<(transaction: FhirTransaction) => Committed<Done, AuditEvent>> {
  const apply = await atLater(entry.place, async () => {
    refuseWithoutScope(entry.kind, exchange);
    refuseLinks(entry, urls);
    return parts.prepare(await parts.checkAhead(entry.asked, exchange, true), exchange);
  });
  return (transaction) => {
    const value = at(entry.place, () => apply(transaction));
    return { value, records: [answered(value.event, { status: value.status })] };
  };
}

function writesOf(entries: readonly Entry[]) {
  const writes = entries
    .filter((entry): entry is WriteEntry => entry.kind === 'write')
    .sort((one, other) => byOrder(one.asked, other.asked));
  return { writes, urls: new Set(writes.flatMap(({ fullUrl }) => fullUrl || [])) };
}

/** Entries of which one commit is made. */
const TOGETHER = 64;

/** What came of the entries that write; does what was not done before. */
export type Written = (transaction: FhirTransaction) => ReadonlyMap<Entry, Outcome>;

/** Does what the entries write, each by itself: one that is refused leaves the others alone. */
export async function carryOutWrites(
  entries: readonly Entry[],
  exchange: Exchange,
  wanted: Wanted,
  partition: FhirPartition<AuditEvent>,
  parts: FhirParts,
): Promise<Written> {
  const { writes, urls } = writesOf(entries);
  const outcomes = new Map<Entry, Outcome>();
  const refused = (entry: WriteEntry, error: unknown) =>
    void outcomes.set(entry, faultOf(error, entry, exchange, parts));
  for (let start = 0; start < writes.length; start += TOGETHER) {
    const ready: { entry: WriteEntry; apply: Awaited<ReturnType<typeof prepared>> }[] = [];
    await forEachInTurns(writes.slice(start, start + TOGETHER), async (entry) => {
      try {
        ready.push({ entry, apply: await prepared(entry, urls, exchange, parts) });
      } catch (error) {
        refused(entry, error);
      }
    });
    // These begin in one turn, so that they share a commit.
    const written = ready.map(async ({ entry, apply }) => {
      try {
        const done = await partition.write(apply, () => []);
        outcomes.set(entry, { answer: answerOfWrite(done, exchange.base, wanted), records: [] });
      } catch (error) {
        refused(entry, error);
      }
    });
    await Promise.all(written);
  }
  return () => outcomes;
}

/**
 * Makes ready what the entries write, to be done in one transaction: still each by itself, but all
 * of it is kept or, when that fails or the power does, nothing.
 */
export async function readyTogether(
  entries: readonly Entry[],
  exchange: Exchange,
  wanted: Wanted,
  parts: FhirParts,
): Promise<Written> {
  const { writes, urls } = writesOf(entries);
  const ready: { entry: WriteEntry; carry: (transaction: FhirTransaction) => Outcome }[] = [];
  await forEachInTurns(writes, async (entry) => {
    const refused = (error: unknown) => faultOf(error, entry, exchange, parts);
    try {
      const apply = await prepared(entry, urls, exchange, parts);
      const carry = (transaction: FhirTransaction): Outcome => {
        try {
          const { value, records } = transaction.attempt(() => apply(transaction));
          return { answer: answerOfWrite(value, exchange.base, wanted), records };
        } catch (error) {
          return refused(error);
        }
      };
      ready.push({ entry, carry });
    } catch (error) {
      const outcome = refused(error);
      ready.push({ entry, carry: () => outcome });
    }
  });
  return (transaction) => new Map(ready.map(({ entry, carry }) => [entry, carry(transaction)]));
}

/** Answers the rest: what the entries read, and those that nobody can understand. */
export function carryOutOthers(
  entry: Entry,
  exchange: Exchange,
  parts: FhirParts,
  transaction: FhirTransaction,
): Outcome {
  try {
    if (entry.kind === 'faulty') throw entry.error;
    if (entry.kind === 'write') throw new Error('An entry that writes was to be read.');
    refuseWithoutScope(entry.kind, exchange);
    const { reply, record } = answerEntry(entry, exchange, parts, transaction);
    return { answer: answerOfRead(reply, entry.method === 'HEAD'), records: record };
  } catch (error) {
    return faultOf(error, entry, exchange, parts);
  }
}
