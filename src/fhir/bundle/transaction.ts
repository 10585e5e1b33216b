import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import { AppError } from '../../core/errors.js';
import type { Decision } from '../../store/unit-of-work.js';
import type { FhirParts } from '../interactions/parts.js';
import { recordOf } from '../interactions/record.js';
import { refuseFor } from '../outcome.js';
import { type EntryIdentity, refuseTwice, searchLinkOf } from './identities.js';
import type { LinkKind } from './links.js';
import {
  atDecision,
  decideEachOrRefuse,
  forEachInTurns,
  forEachOrRefuse,
  within,
} from './locate-issues.js';
import { byOrder } from './order.js';
import { createProvisionals, type Provisionals } from './provisional.js';
import type { BundleEntry, ReadEntry, WriteEntry } from './read-bundle.js';
import { answerEntry } from './read-entry.js';
import { carryOutWithSearches, type ReferenceSearchParts } from './reference-searches.js';
import {
  answerOfRead,
  answerOfWrite,
  type EntryAnswer,
  type ReturnPreference,
} from './response.js';
import type { Targets } from './rewrite.js';
import {
  carryOut,
  checkProvisionally,
  identify,
  isConditional,
  linksTo,
  prepareResolved,
  prepareStep,
  prepareStepAhead,
  type Step,
  stepOf,
} from './steps.js';

export interface TransactionPlan {
  readonly steps: readonly Step[];
  readonly reads: readonly ReadEntry[];
  readonly provisionals: Provisionals;
}

const isDelete = ({ entry }: Step): boolean => entry.request.method === 'DELETE';

export interface TransactionResult {
  readonly answers: readonly EntryAnswer[];
  readonly records: readonly AuditEvent[];
}

function urlsOf(steps: readonly Step[]): Map<string, EntryIdentity> {
  const urls = new Map<string, EntryIdentity>();
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
 * Maximum number of characters of all entries whose `uri` elements refer to conditional entries.
 */
const MAX_LATE_CHARACTERS = 262_144;
const URLS: ReadonlySet<LinkKind> = new Set(['url']);

/**
 * The target of a link in a `uri` element cannot be determined from the text of the link, so no
 * provisional id can replace it: such entries are checked inside the transaction, which has to be
 * short.
 */
function refuseMuchLate(late: readonly Step[]): void {
  const characters = late.reduce(
    (sum, { entry }) => sum + (entry.request.resource?.text.length ?? 0),
    0,
  );
  if (characters <= MAX_LATE_CHARACTERS) return;
  const problem = `Resources whose uri elements name conditional entries may have ${MAX_LATE_CHARACTERS} characters together.`;
  throw refuseFor('validation_error', 'too-costly', problem, late[0]?.entry.place);
}

/** Targets of a transaction's links, with provisional ids for those only the store can determine. */
function provisionalTargets(steps: readonly Step[], provisionals: Provisionals): Targets {
  const entries = urlsOf(steps);
  for (const { entry, provisional } of steps) {
    if (entry.fullUrl && provisional !== undefined) entries.set(entry.fullUrl, provisional);
  }
  const searchTargets = new Map<string, string>();
  for (const search of steps.flatMap(({ searches }) => searches)) {
    const type = searchLinkOf('reference', search)?.type ?? '';
    searchTargets.set(search, provisionals.forSearch(type, search));
  }
  return { entries, searchTargets };
}

/**
 * Does all work that needs no store: links are rewritten and resources validated and indexed, with
 * provisional ids where the target of a link depends on a search.
 *
 * @throws AppError with the issues of all entries
 */
export async function planTransaction(
  entries: readonly BundleEntry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<TransactionPlan> {
  forEachOrRefuse(entries, (entry) => {
    if (entry.kind === 'faulty') throw entry.error;
  });
  const writes = entries.filter((entry): entry is WriteEntry => entry.kind === 'write');
  const steps = writes
    .map((entry) => stepOf(entry, parts))
    .sort((one, other) => byOrder(one.entry.request, other.entry.request));
  refuseOverlaps(steps);
  const provisionals = createProvisionals(parts.newId());
  const open = steps.filter((step) => step.identity === undefined && !isDelete(step));
  for (const step of open) step.provisional = provisionals.forEntry(step.entry.request.type);
  const unknown = new Set(open.flatMap(({ entry: { fullUrl } }) => fullUrl || []));
  const late = steps.filter((step) => linksTo(step, unknown, URLS));
  refuseMuchLate(late);
  const targets = provisionalTargets(steps, provisionals);
  await forEachInTurns(
    steps.filter((step) => !late.includes(step)),
    async (step) => {
      const hangs = step.provisional ?? (step.searches.length > 0 || linksTo(step, unknown));
      if (hangs) await checkProvisionally(step, exchange, targets, parts);
      else await prepareStepAhead(step, exchange, targets, parts);
    },
  );
  const reads = entries.filter((entry): entry is ReadEntry => entry.kind === 'read');
  return { steps, reads, provisionals };
}

function* carryOutReads(
  reads: readonly ReadEntry[],
  exchange: Exchange,
  parts: FhirParts,
  answers: EntryAnswer[],
): Decision<AuditEvent[]> {
  const records: AuditEvent[] = [];
  for (const entry of reads) {
    const { reply, record } = yield* atDecision(entry.place, () =>
      answerEntry(entry, exchange, parts),
    );
    if ((reply.status ?? 200) >= 400) {
      const problem = 'This entry cannot be answered, and a transaction is all or nothing.';
      const code = reply.status === 410 ? 'gone' : 'not_found';
      throw within(entry.place, new AppError(code, problem));
    }
    answers[entry.index] = answerOfRead(reply, entry.method === 'HEAD');
    records.push(record);
  }
  return records;
}

function* settleStep(
  step: Step,
  alike: Map<string, EntryIdentity>,
  { exchange, provisionals, parts }: Omit<ReferenceSearchParts, 'entries' | 'carry'>,
): Decision<void> {
  if (!isConditional(step.entry.request)) return;
  yield* identify(step, exchange, alike, parts);
  const { provisional, identity } = step;
  // Without an identity the step itself refuses, and all of the transaction with it.
  if (provisional && identity) provisionals.settle(provisional, identity);
}

/** Determines which resources the conditional entries write. */
function settleAll(
  steps: readonly Step[],
  exchange: Exchange,
  provisionals: Provisionals,
  parts: FhirParts,
): Decision<void> {
  const alike = new Map<string, EntryIdentity>();
  const terms = { exchange, provisionals, parts };
  return decideEachOrRefuse(steps, (step) => settleStep(step, alike, terms));
}

/** The state of a transaction. */
interface Progress {
  readonly answers: EntryAnswer[];
  readonly records: AuditEvent[];
  /** Resources that were written. */
  readonly written: Set<string>;
}

function* carryOutStep(
  step: Step,
  { answers, records, written }: Progress,
  exchange: Exchange,
  wanted: ReturnPreference,
): Decision<void> {
  const done = yield* carryOut(step, written);
  answers[step.entry.index] = answerOfWrite(done, exchange.base, wanted);
  records.push(recordOf(exchange, { ...done.audit, status: done.status }));
}

/**
 * Carries out a transaction in the standard's order (http://hl7.org/fhir/R4/http.html#trules).
 * Entries whose references are searches are written last, so that they find the resources of the
 * others.
 *
 * @throws AppError when one entry cannot be carried out; nothing must be kept then
 */
export function* carryOutTransaction(
  { steps, reads, provisionals }: TransactionPlan,
  exchange: Exchange,
  wanted: ReturnPreference,
  parts: FhirParts,
): Decision<TransactionResult> {
  const progress: Progress = { answers: [], records: [], written: new Set() };
  const carry = (step: Step) => carryOutStep(step, progress, exchange, wanted);
  for (const step of steps.filter(isDelete)) yield* carry(step);
  const others = steps.filter((step) => !isDelete(step));
  yield* settleAll(others, exchange, provisionals, parts);
  const plain = others.filter(({ searches }) => searches.length === 0);
  const targets = { entries: urlsOf(steps), searchTargets: new Map<string, string>() };
  forEachOrRefuse(plain, (step) => {
    if (step.checkedRequest !== undefined) prepareResolved(step, exchange, provisionals, parts);
    else if (step.apply === undefined) prepareStep(step, exchange, targets, parts);
  });
  for (const step of plain) yield* carry(step);
  const searching = others.filter(({ searches }) => searches.length > 0);
  const terms = { exchange, parts, provisionals, entries: targets.entries };
  yield* carryOutWithSearches(searching, { ...terms, carry });
  const { answers, records } = progress;
  records.push(...(yield* carryOutReads(reads, exchange, parts, answers)));
  return { answers, records };
}
