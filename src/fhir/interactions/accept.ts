import type { Query } from '../../calls/exchange.js';
import { readMediaType, splitList } from '../../core/media-type.js';
import { refuseFor } from '../outcome.js';

const JSON_TYPES = new Set([
  '*/*',
  'application/*',
  'application/fhir+json',
  'application/json',
  'application/json+fhir',
  'text/json',
  'json',
]);

/** Whether the media type is JSON of R4. */
const READABLE = /^(4\.0(\.\d+)?)$/;

function allows(range: string): boolean {
  // Unencoded, the plus sign of a URL is a space.
  const mediaType = readMediaType(range.replace(/^([\w/]+) (?=\w)/, '$1+'));
  if (mediaType === undefined || !JSON_TYPES.has(mediaType.type)) return false;
  return mediaType.parameters.every(([name, value]) => {
    if (name === 'q') return Number(value) !== 0;
    return name !== 'fhirversion' || READABLE.test(value);
  });
}

/**
 * Checks that the client accepts the format of answers; `_format` takes precedence over `Accept`.
 *
 * @throws AppError `not_acceptable`
 */
export function checkAcceptable(accept: string | undefined, query: Query): void {
  const format = query.find(([name]) => name === '_format')?.[1];
  const requested = format ?? accept ?? '';
  if (requested.trim() === '' || splitList(requested).some(allows)) return;
  const place = format === undefined ? 'http.accept' : '_format';
  const problem = 'Only application/fhir+json of FHIR 4.0 is answered.';
  throw refuseFor('not_acceptable', 'not-supported', problem, place);
}
