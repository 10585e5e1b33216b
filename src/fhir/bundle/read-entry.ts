import type { Exchange, ExchangeReply } from '../../http/exchange.js';
import type { AuditEvent } from '../../security/audit-log.js';
import type { FhirReader } from '../../storage/fhir/store.js';
import type { FhirParts } from '../interactions/parts.js';
import { answered } from '../interactions/record.js';
import type { ReadEntry } from './read-bundle.js';

export interface EntryReply {
  readonly reply: ExchangeReply;
  readonly record: readonly AuditEvent[];
}

/**
 * Answers an entry as if it had been asked for by itself.
 *
 * @throws AppError
 */
export function answerEntry(
  { method, path, query, headers }: ReadEntry,
  { body: _, ...exchange }: Exchange,
  { answer, sha256 }: Pick<FhirParts, 'answer' | 'sha256'>,
  reader: FhirReader,
): EntryReply {
  const { prefer, accept } = exchange.headers;
  const asked: Exchange = {
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
  const reply = answer(asked, reader);
  const { event, status, text } = reply;
  if (event === undefined) return { reply, record: [] };
  const told = text === undefined ? {} : { told: sha256(text) };
  return { reply, record: [answered(event, { status, ...told })] };
}
