import type { Exchange, ExchangeReply } from '../../http/exchange.js';
import type { FhirParts } from '../interactions/parts.js';
import { preferences } from '../interactions/prefer.js';
import { answered, eventOf } from '../interactions/record.js';
import { carryOutOthers, carryOutWrites, readyTogether } from './batch.js';
import { type Entry, readBundle } from './read-bundle.js';
import { BundleRead } from './read-elsewhere.js';
import { responseBundle, type Wanted } from './response.js';
import { refuseWithoutScope } from './scope.js';
import { carryOutTransaction, planTransaction } from './transaction.js';

/** What was written is shown only to who asks for it: the answer would be as long as the request. */
function wantedBy({ headers: { prefer } }: Exchange): Wanted {
  return prefer !== undefined && /\breturn\s*=/i.test(prefer)
    ? preferences(prefer).return
    : 'minimal';
}

const replyOf = (text: string): ExchangeReply => ({ status: 200, headers: {}, text });

async function transact(
  entries: readonly Entry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<ExchangeReply> {
  for (const { kind } of entries) if (kind !== 'faulty') refuseWithoutScope(kind, exchange);
  const plan = await planTransaction(entries, exchange, parts);
  const wanted = wantedBy(exchange);
  const event = eventOf(exchange, 'fhir.transaction', { count: entries.length });
  const sent = exchange.body?.sha256 ?? '';
  return parts.store.in(exchange.mode).write(
    (transaction) => {
      const { answers, records } = carryOutTransaction(plan, exchange, wanted, parts, transaction);
      const text = responseBundle('transaction-response', answers);
      const whole = answered(event, { status: 200, sent, told: parts.sha256(text) });
      const reply = replyOf(text);
      exchange.keep?.(reply, whole);
      return { value: reply, records: [...records, whole] };
    },
    () => [],
  );
}

async function doBatch(
  entries: readonly Entry[],
  exchange: Exchange,
  parts: FhirParts,
): Promise<ExchangeReply> {
  const partition = parts.store.in(exchange.mode);
  const wanted = wantedBy(exchange);
  // Whoever asks again must not find a part of it done and no answer kept.
  const writes = exchange.keep
    ? await readyTogether(entries, exchange, wanted, parts)
    : await carryOutWrites(entries, exchange, wanted, partition, parts);
  const event = eventOf(exchange, 'fhir.batch', { count: entries.length });
  const sent = exchange.body?.sha256 ?? '';
  return partition.write(
    (transaction) => {
      const written = writes(transaction);
      const outcomes = entries.map(
        (entry) => written.get(entry) ?? carryOutOthers(entry, exchange, parts, transaction),
      );
      const text = responseBundle(
        'batch-response',
        outcomes.map(({ answer }) => answer),
      );
      const whole = answered(event, { status: 200, sent, told: parts.sha256(text) });
      const reply = replyOf(text);
      exchange.keep?.(reply, whole);
      const records = [...outcomes.flatMap((one) => one.records), whole];
      const [failure] = outcomes.flatMap((one) => one.failure ?? []);
      return { value: { ...reply, ...(failure !== undefined && { failure }) }, records };
    },
    () => [],
  );
}

/**
 * Carries out a Bundle that was sent to the base: a transaction wholly or not at all, a batch entry
 * by entry. Each entry has a record of its own, beside that of the bundle.
 *
 * @throws AppError for a bundle that cannot be read, and for a transaction that cannot be carried out
 */
export async function handleBundle(exchange: Exchange, parts: FhirParts): Promise<ExchangeReply> {
  const { definitions, bundleEntries } = parts;
  const by = { definitions, base: exchange.base };
  const { body } = exchange;
  const read = body?.value instanceof BundleRead ? body.value : undefined;
  const { type, entries } = read ?? readBundle(body, bundleEntries, by);
  return type === 'transaction'
    ? transact(entries, exchange, parts)
    : doBatch(entries, exchange, parts);
}
