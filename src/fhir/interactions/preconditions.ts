import { refuseFor } from '../outcome.js';

/** `W/"3"`: the ETag of a version. */
export const etagOf = (version: number): string => `W/"${version}"`;

/** `Sun, 22 Nov 2026 12:00:00 GMT` */
export const lastModifiedOf = (updated: number): string => new Date(updated).toUTCString();

/** Versions that a header names; `*` is any existing one. */
export type NamedVersions = '*' | readonly number[];

const TAG = /^(?:W\/)?"(\d{1,10})"$/;
/** An entity tag of another server, which never matches. */
const FOREIGN_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;

/**
 * Reads `If-Match` or `If-None-Match`: `W/"3"`, `"3"`, several after commas, or `*`.
 *
 * @param place `http.if-match`, named in the error when the header is malformed
 * @throws AppError `validation_error`
 */
export function namedVersions(header: string, place: string): NamedVersions {
  if (header.trim() === '*') return '*';
  return header.split(',').map((part) => {
    const tag = part.trim();
    const version = TAG.exec(tag)?.[1];
    if (version !== undefined) return Number(version);
    if (FOREIGN_TAG.test(tag)) return 0;
    throw refuseFor('validation_error', 'value', 'Must be an entity tag, such as W/"3".', place);
  });
}

const includes = (named: NamedVersions, version: number): boolean =>
  named === '*' || named.includes(version);

/**
 * Refuses a write whose preconditions are not met.
 *
 * @param version the current version; undefined where there is none or it was deleted
 * @throws AppError `precondition_failed`, `validation_error` for a malformed header
 */
export function checkPreconditions(
  headers: { readonly ifMatch?: string; readonly ifNoneMatch?: string },
  version: number | undefined,
): void {
  const { ifMatch, ifNoneMatch } = headers;
  if (ifMatch !== undefined) {
    const named = namedVersions(ifMatch, 'http.if-match');
    if (version === undefined || !includes(named, version)) {
      const now = version === undefined ? 'there is none' : `it is now version ${version}`;
      const problem = `This is not the current version of the resource: ${now}.`;
      throw refuseFor('precondition_failed', 'conflict', problem, 'http.if-match');
    }
  }
  if (ifNoneMatch !== undefined) {
    const named = namedVersions(ifNoneMatch, 'http.if-none-match');
    if (version !== undefined && includes(named, version)) {
      const problem = 'Such a resource exists already.';
      throw refuseFor('precondition_failed', 'conflict', problem, 'http.if-none-match');
    }
  }
}

/** Whether the client already has this version, which is answered with 304. */
export function isUnchanged(
  headers: { readonly ifNoneMatch?: string; readonly ifModifiedSince?: string },
  { version, updated }: { readonly version: number; readonly updated: number },
): boolean {
  const { ifNoneMatch, ifModifiedSince } = headers;
  if (ifNoneMatch !== undefined) {
    return includes(namedVersions(ifNoneMatch, 'http.if-none-match'), version);
  }
  if (ifModifiedSince === undefined) return false;
  // An invalid date is ignored (RFC 9110, 13.1.3); HTTP dates have whole seconds.
  const since = Date.parse(ifModifiedSince);
  return !Number.isNaN(since) && Math.floor(updated / 1_000) * 1_000 <= since;
}
