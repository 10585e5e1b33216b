import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { isoTime } from '../../core/clock.js';
import type { HistoryKey, HistoryPage, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { refuseFor } from '../outcome.js';
import { type Cursor, readCursor } from '../search/cursor.js';
import { type BundleLink, linksOfPage, takePage } from '../search/links.js';
import { knownParameters, pageLength, pointInTime } from '../search/paging.js';
import { etagOf } from './preconditions.js';
import { preferences } from './prefer.js';

const OFFERED = { usual: 50, max: 1_000 } as const;
const KNOWN = ['_since', '_count'];

const STATUS = { POST: '201 Created', DELETE: '204 No Content' } as const;

function statusOf({ method, version }: StoredResource): string {
  if (method === 'POST' || method === 'DELETE') return STATUS[method];
  return version === 1 ? STATUS.POST : '200 OK';
}

/** One version: its interaction, and the resource, unless it was deleted. */
function entryOf(row: StoredResource, base: string): string {
  const { type, id, version, updated, method, deleted, body } = row;
  const url = `${type}/${id}`;
  const request = JSON.stringify({ method, url: method === 'POST' ? type : url });
  const response = JSON.stringify({
    status: statusOf(row),
    location: `${base}/${url}/_history/${version}`,
    etag: etagOf(version),
    lastModified: isoTime(updated),
  });
  const resource = deleted ? '' : `"resource":${body},`;
  const fullUrl = JSON.stringify(`${base}/${url}`);
  return `{"fullUrl":${fullUrl},${resource}"request":${request},"response":${response}}`;
}

const isKey = (cursor: Cursor): boolean => cursor.length === 3 && cursor.every(Number.isInteger);

function keyOf(page: string | undefined): { after?: HistoryKey } {
  if (page === undefined) return {};
  const [updated, row, version] = readCursor(page, isKey);
  return { after: [Number(updated), Number(row), Number(version)] };
}

function bundleOf(
  { rows, total }: HistoryPage,
  base: string,
  links: readonly BundleLink[],
): string {
  const entries = rows.map((row) => entryOf(row, base));
  const list = entries.length === 0 ? '' : `,"entry":[${entries.join(',')}]`;
  const link = JSON.stringify(links);
  const count = total === undefined ? '' : `"total":${total},`;
  return `{"resourceType":"Bundle","type":"history",${count}"link":${link}${list}}`;
}

/**
 * Answers the versions of a resource or of all resources of a type, newest first.
 *
 * @throws AppError `not_found` for a resource that never existed, `validation_error`
 */
export function* answerHistory(
  exchange: Exchange,
  of: { readonly type?: string; readonly id?: string },
): ReadDecision<Answer> {
  const { page, rest } = takePage(exchange.query);
  if (rest.some(([name]) => name === '_at')) {
    const problem = 'Versions at a time are not offered; use _since.';
    throw refuseFor('validation_error', 'not-supported', problem, 'http._at');
  }
  const { used } = knownParameters(rest, KNOWN, preferences(exchange.headers.prefer).strict);
  const since = used.find(([name]) => name === '_since')?.[1];
  const limit = pageLength(used, OFFERED);
  const { type, id } = of;
  if (type !== undefined && id !== undefined) {
    const row = yield* perform({ kind: 'fhir.read', type, id });
    if (row === undefined) {
      throw refuseFor('not_found', 'not-found', 'The resource was not found.');
    }
  }
  const query = {
    ...of,
    ...(since !== undefined && { since: pointInTime('_since', since) }),
    ...keyOf(page),
    limit,
  };
  const found = yield* perform({ kind: 'fhir.history', query });
  const path = [exchange.base, type, id, '_history'].filter((part) => part !== undefined).join('/');
  const next = found.more ? found.rows.at(-1)?.at : undefined;
  const text = bundleOf(found, exchange.base, linksOfPage(path, used, page, next));
  const target = type !== undefined && id !== undefined ? { target: `${type}/${id}` } : {};
  const recorded = type === undefined ? '_history' : `${type}/_history`;
  const audit = {
    action: 'fhir.history',
    ...(target.target === undefined ? { query: recorded } : target),
    count: found.rows.length,
  };
  return { text, audit };
}
