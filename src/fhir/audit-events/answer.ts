import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { FhirParts } from '../interactions/parts.js';
import { etagOf, lastModifiedOf } from '../interactions/preconditions.js';
import { preferences } from '../interactions/prefer.js';
import { refuseFor } from '../outcome.js';
import { searchset } from '../search/answer.js';
import { type Cursor, readCursor } from '../search/cursor.js';
import { linksOfPage, takePage } from '../search/links.js';
import { auditEventOf, auditId, auditSeq } from './from-record.js';
import { readAuditQuery } from './read-query.js';

type AuditEventParts = Pick<FhirParts, 'auditView' | 'timeZone' | 'clock'>;

const TYPE = 'AuditEvent';

/**
 * Reads a record of the key's own mode.
 *
 * @throws AppError `not_found`
 */
export function answerAuditRead(
  exchange: Exchange,
  id: string,
  { auditView }: Pick<AuditEventParts, 'auditView'>,
): Answer {
  const seq = auditSeq(id);
  const record = seq === undefined ? undefined : auditView.read(exchange.mode, seq);
  if (record === undefined) {
    throw refuseFor('not_found', 'not-found', 'The resource was not found.');
  }
  const headers = { ETag: etagOf(1), 'Last-Modified': lastModifiedOf(Date.parse(record.at)) };
  const audit = { action: 'fhir.read', target: `${TYPE}/${id}` };
  return { headers, text: JSON.stringify(auditEventOf(record, exchange.base)), audit };
}

const isPlace = (cursor: Cursor): boolean => cursor.length === 1 && Number.isInteger(cursor[0]);

/**
 * Searches the records of the key's own mode, newest first.
 *
 * @throws AppError `validation_error`
 */
export function answerAuditSearch(
  exchange: Exchange,
  { auditView, timeZone, clock }: AuditEventParts,
): Answer {
  const { base, mode, headers } = exchange;
  const { page, rest } = takePage(exchange.query);
  const { strict } = preferences(headers.prefer);
  const terms = { base, timeZone, now: clock(), strict };
  const { query, used, warnings } = readAuditQuery(rest, terms);
  const before = page === undefined ? {} : { before: Number(readCursor(page, isPlace)[0]) };
  const { records, next } = auditView.search(mode, { ...query, ...before });
  const text = searchset({
    base,
    links: linksOfPage(`${base}/${TYPE}`, used, page, next === undefined ? undefined : [next]),
    listed: records.map((record) => ({
      type: TYPE,
      id: auditId(record.seq),
      body: JSON.stringify(auditEventOf(record, base)),
      mode: 'match',
    })),
    warnings,
    ...(page === undefined && next === undefined && { total: records.length }),
  });
  const names = [...new Set(used.map(([name]) => name))].join(',');
  const facts = { query: names === '' ? TYPE : `${TYPE}?${names}`, count: records.length };
  return { text, audit: { action: 'fhir.search', ...facts } };
}
