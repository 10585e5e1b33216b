import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import { attempt } from '../../store/steps.js';
import type { Conclusion, Decision } from '../../store/unit-of-work.js';
import type { FhirParts } from '../interactions/parts.js';
import type { ChangeResult } from '../interactions/plan.js';
import { faultRecordOf, recordOf } from '../interactions/record.js';
import { refuseFor } from '../outcome.js';
import { namedUrls } from './identities.js';
import { atDecision, atLater, forEachInTurns } from './locate-issues.js';
import { byOrder } from './order.js';
import type { BundleEntry, WriteEntry } from './read-bundle.js';
import { answerEntry } from './read-entry.js';
import {
  answerOfFault,
  answerOfRead,
  answerOfWrite,
  type EntryAnswer,
  type ReturnPreference,
} from './response.js';
import { refuseWithoutScope } from './scope.js';

/** An entry's answer, and its audit record, which is not committed yet. */
export interface Outcome {
  readonly answer: EntryAnswer;
  readonly records: readonly AuditEvent[];
  /** An unforeseen error, for the log alone. */
  readonly failure?: unknown;
}

const ACTIONS: Readonly<Record<string, string>> = {
  POST: 'fhir.create',
  PUT: 'fhir.update',
  PATCH: 'fhir.patch',
  DELETE: 'fhir.delete',
};

const NAME = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

/** The target that the record of a refused entry names. */
function subjectOf(entry: BundleEntry): { action: string; target?: string } {
  if (entry.kind === 'faulty') return { action: 'fhir.batch' };
  const [type, id] = entry.kind === 'read' ? entry.path : [entry.request.type, entry.request.id];
  const name = `${type}/${id ?? ''}`;
  const action =
    entry.kind === 'write' ? ACTIONS[entry.request.method] : id === undefined && 'fhir.search';
  return { action: action || 'fhir.read', ...(NAME.test(name) && { target: name }) };
}

function faultOf(
  thrown: unknown,
  entry: BundleEntry,
  exchange: Exchange,
  parts: FhirParts,
): Outcome {
  const fault = parts.faultOf(thrown);
  return {
    answer: answerOfFault(fault.status, fault.outcome),
    records: [faultRecordOf(exchange, subjectOf(entry), fault)],
    ...(fault.status >= 500 && { failure: thrown }),
  };
}

/** Entries of a batch must be independent, so none may name another by its `fullUrl`. */
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

type DecideEntry = () => Decision<Conclusion<ChangeResult, AuditEvent>>;

function* decideEntry(
  { place }: WriteEntry,
  apply: () => Decision<ChangeResult>,
  exchange: Exchange,
): Decision<Conclusion<ChangeResult, AuditEvent>> {
  const value = yield* atDecision(place, apply);
  return { value, records: [recordOf(exchange, { ...value.audit, status: value.status })] };
}

/** Checks what can be checked without the store; the rest is decided in a transaction. */
async function prepared(
  entry: WriteEntry,
  urls: ReadonlySet<string>,
  exchange: Exchange,
  parts: FhirParts,
): Promise<DecideEntry> {
  const apply = await atLater(entry.place, async () => {
    refuseWithoutScope(entry.kind, exchange);
    refuseLinks(entry, urls);
    return parts.prepare(await parts.checkAhead(entry.request, exchange, true), exchange);
  });
  return () => decideEntry(entry, apply, exchange);
}

function writesOf(entries: readonly BundleEntry[]) {
  const writes = entries
    .filter((entry): entry is WriteEntry => entry.kind === 'write')
    .sort((one, other) => byOrder(one.request, other.request));
  return { writes, urls: new Set(writes.flatMap(({ fullUrl }) => fullUrl || [])) };
}

/** An entry after the checks that need no store. */
interface ReadyEntry {
  readonly entry: WriteEntry;
  readonly work: DecideEntry;
}

/** Entries per commit. */
const TOGETHER = 64;

/** Outcomes of the entries that write. */
export type WriteOutcomes = ReadonlyMap<BundleEntry, Outcome>;

/** Carries out the writes of the entries separately: a refused one does not affect the others. */
export async function carryOutWrites(
  entries: readonly BundleEntry[],
  exchange: Exchange,
  wanted: ReturnPreference,
  parts: FhirParts,
): Promise<WriteOutcomes> {
  const { writes, urls } = writesOf(entries);
  const outcomes = new Map<BundleEntry, Outcome>();
  const refused = (entry: WriteEntry, error: unknown) =>
    void outcomes.set(entry, faultOf(error, entry, exchange, parts));
  for (let start = 0; start < writes.length; start += TOGETHER) {
    const ready: ReadyEntry[] = [];
    await forEachInTurns(writes.slice(start, start + TOGETHER), async (entry) => {
      try {
        ready.push({ entry, work: await prepared(entry, urls, exchange, parts) });
      } catch (error) {
        refused(entry, error);
      }
    });
    // These begin in one turn of the event loop, so that they share a commit.
    const written = ready.map(async ({ entry, work }) => {
      try {
        const done = await parts.commit({ mode: exchange.mode, work, wait: 'synced' });
        outcomes.set(entry, { answer: answerOfWrite(done, exchange.base, wanted), records: [] });
      } catch (error) {
        refused(entry, error);
      }
    });
    await Promise.all(written);
  }
  return outcomes;
}

interface Together {
  readonly ready: readonly ReadyEntry[];
  readonly refusals: WriteOutcomes;
}

function* decideTogether(
  { ready, refusals }: Together,
  exchange: Exchange,
  wanted: ReturnPreference,
  parts: FhirParts,
): Decision<WriteOutcomes> {
  const outcomes = new Map(refusals);
  for (const { entry, work } of ready) {
    try {
      const { value, records } = yield* attempt(work);
      outcomes.set(entry, { answer: answerOfWrite(value, exchange.base, wanted), records });
    } catch (error) {
      outcomes.set(entry, faultOf(error, entry, exchange, parts));
    }
  }
  return outcomes;
}

/**
 * Prepares the writes of the entries for one transaction: they are still independent, but a failure
 * of the commit or the power undoes all of them.
 */
export async function readyTogether(
  entries: readonly BundleEntry[],
  exchange: Exchange,
  wanted: ReturnPreference,
  parts: FhirParts,
): Promise<() => Decision<WriteOutcomes>> {
  const { writes, urls } = writesOf(entries);
  const ready: ReadyEntry[] = [];
  const refusals = new Map<BundleEntry, Outcome>();
  await forEachInTurns(writes, async (entry) => {
    try {
      ready.push({ entry, work: await prepared(entry, urls, exchange, parts) });
    } catch (error) {
      refusals.set(entry, faultOf(error, entry, exchange, parts));
    }
  });
  return () => decideTogether({ ready, refusals }, exchange, wanted, parts);
}

/** Answers the remaining entries: reads, and those that cannot be parsed. */
export function* carryOutOthers(
  entry: BundleEntry,
  exchange: Exchange,
  parts: FhirParts,
): Decision<Outcome> {
  try {
    if (entry.kind === 'faulty') throw entry.error;
    if (entry.kind === 'write') throw new Error('An entry that writes was to be read.');
    refuseWithoutScope(entry.kind, exchange);
    const { reply, record } = yield* answerEntry(entry, exchange, parts);
    return { answer: answerOfRead(reply, entry.method === 'HEAD'), records: [record] };
  } catch (error) {
    return faultOf(error, entry, exchange, parts);
  }
}
