import type { Query } from '../../http/exchange.js';
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

/** The answer is JSON of R4, or it is none. */
const READABLE = /^(4\.0(\.\d+)?)$/;

function allows(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  // Unencoded, the plus sign of a URL is a space.
  if (!JSON_TYPES.has(type.toLowerCase().replace(' ', '+'))) return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    if (name.toLowerCase() === 'q') return Number(value) !== 0;
    return name.toLowerCase() !== 'fhirversion' || READABLE.test(value.replaceAll('"', ''));
  });
}

/**
 * Whether the client takes what is answered here; `_format` goes before `Accept`.
 *
 * @throws AppError `not_acceptable`
 */
export function checkAcceptable(accept: string | undefined, query: Query): void {
  const format = query.find(([name]) => name === '_format')?.[1];
  const asked = format ?? accept ?? '';
  if (asked.trim() === '' || asked.split(',').some((range) => allows(range.trim()))) return;
  const place = format === undefined ? 'http.accept' : '_format';
  const problem = 'Only application/fhir+json of FHIR 4.0 is answered.';
  throw refuseFor('not_acceptable', 'not-supported', problem, place);
}
