import { operationOutcome } from '../../core/operation-outcome.js';
import type { Exchange, ExchangeReply } from '../../http/exchange.js';
import type { FhirIssue } from '../outcome.js';
import type { FhirParts } from './parts.js';
import { OvertakenError } from './patch.js';
import type { Asked, Done } from './plan.js';
import { etagOf, lastModifiedOf } from './preconditions.js';
import { preferences } from './prefer.js';
import { answered, faultEventOf } from './record.js';

/** Warnings as an OperationOutcome; without any it says that all went well. */
export function outcomeText(issues: readonly FhirIssue[], well: string): string {
  const told =
    issues.length > 0
      ? issues
      : [{ severity: 'information', code: 'informational', diagnostics: well } as const];
  return JSON.stringify(
    operationOutcome(
      told.map(({ expression, ...issue }) => ({
        ...issue,
        ...(expression !== undefined && { expression: [expression] }),
      })),
    ),
  );
}

function headersOf({ status, type, id, version, updated, body }: Done, base: string) {
  if (version === undefined || updated === undefined) return {};
  // Also where a conditional create has found one that was there.
  const created = body !== undefined && (status === 201 || status === 200);
  return {
    ETag: etagOf(version),
    'Last-Modified': lastModifiedOf(updated),
    ...(created && { Location: `${base}/${type}/${id}/_history/${version}` }),
  };
}

/** A change that was made, as a request that asked for it alone is answered. */
function replyOf(done: Done, { headers, base }: Exchange): ExchangeReply {
  const wanted = preferences(headers.prefer).return;
  const told = headersOf(done, base);
  if (wanted === 'OperationOutcome') {
    const status = done.status === 204 ? 200 : done.status;
    return { status, headers: told, text: outcomeText(done.issues, 'Done.') };
  }
  if (done.body === undefined || wanted === 'minimal')
    return { status: done.status, headers: told };
  return { status: done.status, headers: told, text: done.body };
}

/** A refusal whose record is committed. */
function faultReply(thrown: unknown, { faultOf }: Pick<FhirParts, 'faultOf'>): ExchangeReply {
  const { status, outcome, retryAfterSeconds } = faultOf(thrown);
  return {
    status,
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    text: JSON.stringify(outcome),
    ...(status >= 500 && { failure: thrown }),
  };
}

interface Change {
  readonly asked: Asked;
  readonly action: string;
}

/** So often a patch is begun anew because its resource was changed meanwhile. */
const TRIES = 3;

/** @param isLast who is overtaken then is refused */
async function makeOnce(
  exchange: Exchange,
  { asked, action }: Change,
  parts: FhirParts,
  isLast: boolean,
): Promise<ExchangeReply> {
  const apply = parts.prepare(await parts.checkAhead(asked, exchange), exchange);
  const sent = exchange.body && { sent: exchange.body.sha256 };
  const target = asked.id === undefined ? asked.type : `${asked.type}/${asked.id}`;
  let recorded = false;
  try {
    return await parts.store.in(exchange.mode).write(
      (transaction) => {
        const done = apply(transaction);
        const reply = replyOf(done, exchange);
        const told = reply.text !== undefined && { told: parts.sha256(reply.text) };
        const event = answered(done.event, { status: reply.status, ...sent, ...told });
        exchange.keep?.(reply, event);
        return { value: reply, records: [event] };
      },
      (thrown) => {
        if (thrown instanceof OvertakenError && !isLast) return [];
        recorded = true;
        const event = faultEventOf(exchange, action, parts.faultOf(thrown), { target });
        return [{ ...event, ...(sent && { request_sha256: sent.sent }) }];
      },
    );
  } catch (thrown) {
    if (!recorded) throw thrown;
    return faultReply(thrown, parts);
  }
}

/**
 * Makes one change: validated before, written together with its record, answered when both are on
 * disk.
 */
export async function makeChange(
  exchange: Exchange,
  change: Change,
  parts: FhirParts,
): Promise<ExchangeReply> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await makeOnce(exchange, change, parts, left === 0);
    } catch (thrown) {
      if (!(thrown instanceof OvertakenError) || left === 0) throw thrown;
    }
  }
}
