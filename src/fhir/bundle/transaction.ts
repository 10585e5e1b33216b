import { AppError } from '../../core/errors.js';
import type { Exchange } from '../../http/exchange.js';
import type { AuditEvent } from '../../security/audit-log.js';
import type { FhirTransaction } from '../../storage/fhir/store.js';
import type { FhirParts } from '../interactions/parts.js';
import type { Done } from '../interactions/plan.js';
import { answered } from '../interactions/record.js';
import { type Identity, refuseTwice } from './identities.js';
import { byOrder } from './order.js';
import { at, forEachInTurns, forEachOrRefuse, within } from './place-issues.js';
import type { Entry, ReadEntry, WriteEntry } from './read-bundle.js';
import { answerEntry } from './read-entry.js';
import { answerOfRead, answerOfWrite, type EntryAnswer, type Wanted } from './response.js';
import { carryOutSearching } from './searching.js';
import {
  carryOut,
  isConditional,
  linksTo,
  makeReady,
  makeReadyAhead,
  type Step,
  settle,
  stepOf,
} from './steps.js';

export interface TransactionPlan {
  readonly steps: readonly Step[];
  readonly reads: readonly ReadEntry[];
}

export interface Carried {
  readonly answers: readonly EntryAnswer[];
  readonly records: readonly AuditEvent[];
}

function urlsOf(steps: readonly Step[]): Map<string, Identity> {
  const urls = new Map<string, Identity>();
  for (const { entry, identity } of steps) {
    if (entry.fullUrl && identity !== undefined) urls.set(entry.fullUrl, identity);
  }
  return urls;
}

function refuseOverlaps(steps: readonly Step[]): void {
  const urls = new Set<string>();
  const names = new Set<string>();
  forEachOrRefuse(steps, ({ entry: { fullUrl, place }, identity }) => {
    if (fullUrl) refuseTwice(fullUrl, urls, `${place}.fullUrl`);
    if (identity) refuseTwice(`${identity.type}/${identity.id}`, names, `${place}.request.url`);
  });
}

/**
 * All that can be done before the store is asked: whatever does not hang on a search is rewritten
 * and validated here.
 *
 * @throws AppError with the issues of all entries
 */
export async function planTransaction(
  entries: readonly Entry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<TransactionPlan> {
  forEachOrRefuse(entries, (entry) => {
    if (entry.kind === 'faulty') throw entry.error;
  });
  const writes = entries.filter((entry): entry is WriteEntry => entry.kind === 'write');
  const steps = writes
    .map((entry) => stepOf(entry, parts))
    .sort((one, other) => byOrder(one.entry.asked, other.entry.asked));
  refuseOverlaps(steps);
  const open = steps.filter(({ identity }) => identity === undefined);
  const unknown = new Set(open.flatMap(({ entry: { fullUrl } }) => fullUrl || []));
  const targets = { entries: urlsOf(steps), found: new Map<string, string>() };
  await forEachInTurns(steps, async (step) => {
    const { method } = step.entry.asked;
    const known = step.identity !== undefined || method === 'DELETE';
    if (known && step.searches.length === 0 && !linksTo(step, unknown)) {
      await makeReadyAhead(step, exchange, targets, parts);
    }
  });
  const reads = entries.filter((entry): entry is ReadEntry => entry.kind === 'read');
  return { steps, reads };
}

function carryOutReads(
  reads: readonly ReadEntry[],
  exchange: Exchange,
  parts: FhirParts,
  transaction: FhirTransaction,
  answers: EntryAnswer[],
): AuditEvent[] {
  return reads.flatMap((entry) => {
    const { reply, record } = at(entry.place, () =>
      answerEntry(entry, exchange, parts, transaction),
    );
    if (reply.status >= 400) {
      const problem = 'This entry cannot be answered, and a transaction is all or nothing.';
      const code = reply.status === 410 ? 'gone' : 'not_found';
      throw within(entry.place, new AppError(code, problem));
    }
    answers[entry.index] = answerOfRead(reply, entry.method === 'HEAD');
    return record;
  });
}

/**
 * Does all of a transaction, in the standard's order (http://hl7.org/fhir/R4/http.html#trules).
 * Entries whose references are searches come last of those that write, so that they find what the
 * others have made.
 *
 * @throws AppError when one entry cannot be carried out; nothing may be kept then
 */
export function carryOutTransaction(
  { steps, reads }: TransactionPlan,
  exchange: Exchange,
  wanted: Wanted,
  parts: FhirParts,
  transaction: FhirTransaction,
): Carried {
  const answers: EntryAnswer[] = [];
  const records: AuditEvent[] = [];
  const written = new Set<string>();
  const carry = (step: Step) => {
    const done: Done = carryOut(step, transaction, written);
    answers[step.entry.index] = answerOfWrite(done, exchange.base, wanted);
    records.push(answered(done.event, { status: done.status }));
  };
  const isDelete = ({ entry }: Step) => entry.asked.method === 'DELETE';
  for (const step of steps.filter(isDelete)) carry(step);
  const others = steps.filter((step) => !isDelete(step));
  const alike = new Map<string, Identity>();
  forEachOrRefuse(others, (step) => {
    if (isConditional(step.entry.asked)) settle(step, exchange, transaction, alike, parts);
  });
  const entries = urlsOf(steps);
  const targets = { entries, found: new Map<string, string>() };
  const plain = others.filter(({ searches }) => searches.length === 0);
  forEachOrRefuse(plain, (step) => {
    if (step.apply === undefined) makeReady(step, exchange, targets, parts);
  });
  for (const step of plain) carry(step);
  const searching = others.filter(({ searches }) => searches.length > 0);
  carryOutSearching(searching, { exchange, parts, entries, reader: transaction, carry });
  records.push(...carryOutReads(reads, exchange, parts, transaction, answers));
  return { answers, records };
}
