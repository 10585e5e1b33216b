import type { Exchange } from '../../calls/exchange.js';
import type { Answer, DecidedAnswer } from '../../calls/operation.js';
import type { Decision } from '../../store/unit-of-work.js';
import type { FhirParts } from '../interactions/parts.js';
import { preferences } from '../interactions/prefer.js';
import {
  carryOutOthers,
  carryOutWrites,
  type Outcome,
  readyTogether,
  type WriteOutcomes,
} from './batch.js';
import { ParsedBundle } from './bundle-offload.js';
import { type BundleEntry, readBundle } from './read-bundle.js';
import { type ReturnPreference, responseBundle } from './response.js';
import { refuseWithoutScope } from './scope.js';
import { carryOutTransaction, planTransaction, type TransactionPlan } from './transaction.js';

/** Written resources are returned only on request: the answer would be as long as the request. */
function wantedBy({ headers: { prefer } }: Exchange): ReturnPreference {
  return prefer !== undefined && /\breturn\s*=/i.test(prefer)
    ? preferences(prefer).return
    : 'minimal';
}

interface BundleTerms {
  readonly entries: readonly BundleEntry[];
  readonly exchange: Exchange;
  readonly wanted: ReturnPreference;
  readonly parts: FhirParts;
}

function* decideTransaction(
  plan: TransactionPlan,
  { entries, exchange, wanted, parts }: BundleTerms,
): Decision<Answer> {
  const { answers, records } = yield* carryOutTransaction(plan, exchange, wanted, parts);
  return {
    text: responseBundle('transaction-response', answers),
    audit: { action: 'fhir.transaction', count: entries.length },
    recordsBefore: records,
  };
}

async function transact(
  entries: readonly BundleEntry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<DecidedAnswer> {
  for (const { kind } of entries) if (kind !== 'faulty') refuseWithoutScope(kind, exchange);
  const plan = await planTransaction(entries, exchange, parts);
  const terms = { entries, exchange, wanted: wantedBy(exchange), parts };
  return { decide: () => decideTransaction(plan, terms) };
}

/** @param writes outcomes of the entries that write, or the decision that gives them */
function* decideBatch(
  writes: WriteOutcomes | (() => Decision<WriteOutcomes>),
  { entries, exchange, parts }: BundleTerms,
): Decision<Answer> {
  const written = typeof writes === 'function' ? yield* writes() : writes;
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    outcomes.push(written.get(entry) ?? (yield* carryOutOthers(entry, exchange, parts)));
  }
  const [failure] = outcomes.flatMap((one) => one.failure ?? []);
  return {
    text: responseBundle(
      'batch-response',
      outcomes.map(({ answer }) => answer),
    ),
    audit: { action: 'fhir.batch', count: entries.length },
    recordsBefore: outcomes.flatMap((one) => one.records),
    ...(failure !== undefined && { failure }),
  };
}

async function doBatch(
  entries: readonly BundleEntry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<DecidedAnswer> {
  const wanted = wantedBy(exchange);
  // A repeated request must not find a part of it carried out without a stored answer.
  const writes = exchange.idempotent
    ? await readyTogether(entries, exchange, wanted, parts)
    : await carryOutWrites(entries, exchange, wanted, parts);
  return { decide: () => decideBatch(writes, { entries, exchange, wanted, parts }) };
}

/**
 * Carries out a Bundle that was sent to the base: a transaction completely or not at all, a batch
 * entry by entry. Each entry has an audit record of its own, in addition to that of the bundle.
 *
 * @throws AppError for an invalid bundle, and for a transaction that cannot be carried out
 */
export async function handleBundle(exchange: Exchange, parts: FhirParts): Promise<DecidedAnswer> {
  const { definitions, bundleEntries } = parts;
  const by = { definitions, base: exchange.base };
  const { body } = exchange;
  const read = body?.value instanceof ParsedBundle ? body.value : undefined;
  const { type, entries } = read ?? readBundle(body, bundleEntries, by);
  return type === 'transaction'
    ? transact(entries, exchange, parts)
    : doBatch(entries, exchange, parts);
}
