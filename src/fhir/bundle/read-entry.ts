import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import type { FhirParts } from '../interactions/parts.js';
import { recordOf } from '../interactions/record.js';
import type { ReadEntry } from './read-bundle.js';

export interface EntryReply {
  readonly reply: Answer;
  readonly record: AuditEvent;
}

/**
 * Answers an entry like a separate request.
 *
 * @throws AppError
 */
export function* answerEntry(
  { method, path, query, headers }: ReadEntry,
  { body: _, ...exchange }: Exchange,
  { answer, sha256 }: Pick<FhirParts, 'answer' | 'sha256'>,
): ReadDecision<EntryReply> {
  const { prefer, accept } = exchange.headers;
  const entryExchange: Exchange = {
    ...exchange,
    method,
    path,
    query,
    headers: {
      ...headers,
      ...(prefer !== undefined && { prefer }),
      ...(accept !== undefined && { accept }),
    },
  };
  const reply = yield* answer(entryExchange);
  const { status = 200, text, audit } = reply;
  const record = recordOf(exchange, {
    action: 'fhir.read',
    status,
    ...audit,
    ...(text !== undefined && { response_sha256: sha256(text) }),
  });
  return { reply, record };
}
