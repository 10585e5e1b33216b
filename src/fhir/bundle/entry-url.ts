import type { Query } from '../../calls/exchange.js';
import { refuseFor } from '../outcome.js';

export interface EntryUrl {
  /** Segments below the base, decoded. */
  readonly path: readonly string[];
  readonly query: Query;
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

function decoded(segment: string, place: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refuseFor('validation_error', 'value', 'This URL is not encoded properly.', place);
  }
}

/**
 * What the `request.url` of an entry names: relative to the base, or below it.
 *
 * @param place of the URL in the bundle, for the refusal
 * @throws AppError `validation_error` for a URL of another server and for an invalid one
 */
export function readEntryUrl(url: string, base: string, place: string): EntryUrl {
  const below = url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  if (ABSOLUTE.test(below)) {
    throw refuseFor('validation_error', 'value', 'This URL is not one of this server.', place);
  }
  const mark = below.indexOf('?');
  const path = mark === -1 ? below : below.slice(0, mark);
  return {
    path: path
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decoded(segment, place)),
    query: mark === -1 ? [] : [...new URLSearchParams(below.slice(mark + 1))],
  };
}
