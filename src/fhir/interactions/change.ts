import type { Exchange } from '../../calls/exchange.js';
import type { Answer, DecidedAnswer } from '../../calls/operation.js';
import { operationOutcome } from '../../core/operation-outcome.js';
import type { Decision } from '../../store/unit-of-work.js';
import type { FhirIssue } from '../outcome.js';
import type { FhirParts } from './parts.js';
import { OvertakenError } from './patch.js';
import type { ChangeResult, ResourceRequest } from './plan.js';
import { etagOf, lastModifiedOf } from './preconditions.js';
import { preferences } from './prefer.js';

/** Warnings as an OperationOutcome; without any it reports success. */
export function outcomeText(issues: readonly FhirIssue[], well: string): string {
  const reported =
    issues.length > 0
      ? issues
      : [{ severity: 'information', code: 'informational', diagnostics: well } as const];
  return JSON.stringify(
    operationOutcome(
      reported.map(({ expression, ...issue }) => ({
        ...issue,
        ...(expression !== undefined && { expression: [expression] }),
      })),
    ),
  );
}

function headersOf({ status, type, id, version, updated, body }: ChangeResult, base: string) {
  if (version === undefined || updated === undefined) return {};
  // Also where a conditional create has found an existing resource.
  const created = body !== undefined && (status === 201 || status === 200);
  return {
    ETag: etagOf(version),
    'Last-Modified': lastModifiedOf(updated),
    ...(created && { Location: `${base}/${type}/${id}/_history/${version}` }),
  };
}

/** The response to a single request that changed a resource. */
function answerOf(done: ChangeResult, { headers, base }: Exchange): Answer {
  const wanted = preferences(headers.prefer).return;
  const reply = { headers: headersOf(done, base), audit: done.audit };
  if (wanted === 'OperationOutcome') {
    const status = done.status === 204 ? 200 : done.status;
    return { ...reply, status, text: outcomeText(done.issues, 'Done.') };
  }
  if (done.body === undefined || wanted === 'minimal') return { ...reply, status: done.status };
  return { ...reply, status: done.status, text: done.body };
}

function* decideAnswer(decide: () => Decision<ChangeResult>, exchange: Exchange): Decision<Answer> {
  return answerOf(yield* decide(), exchange);
}

/** Maximum attempts to apply a patch to a resource that changes concurrently. */
const TRIES = 3;

/**
 * One change: validated before, decided in the transaction that also commits its record.
 *
 * @param tries a conflict in the last attempt is refused
 */
export async function makeChange(
  exchange: Exchange,
  request: ResourceRequest,
  parts: Pick<FhirParts, 'prepare' | 'checkAhead'>,
  tries = TRIES,
): Promise<DecidedAnswer> {
  const decide = parts.prepare(await parts.checkAhead(request, exchange), exchange);
  return {
    decide: () => decideAnswer(decide, exchange),
    retry(thrown) {
      if (!(thrown instanceof OvertakenError) || tries === 1) return undefined;
      return () => makeChange(exchange, request, parts, tries - 1);
    },
  };
}
