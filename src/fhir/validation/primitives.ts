import type { IssueType } from '../outcome.js';

/** Describes what is wrong with a value; never quotes it. */
export interface Fault {
  readonly code: IssueType;
  readonly text: string;
}

export type PrimitiveCheck = (value: unknown) => Fault | undefined;

/** http://hl7.org/fhir/R4/datatypes.html#string: "strings SHALL NOT exceed 1MB in size". */
const LONGEST_STRING = 1_048_576;
const MAX_INTEGER = 2_147_483_647;

const fault = (text: string): Fault => ({ code: 'value', text });

const NO_STRING = fault('must be a string.');
const EMPTY = fault('must not be empty.');
const TOO_LONG: Fault = { code: 'too-long', text: 'is longer than 1,048,576 characters.' };
const NO_UNICODE = fault('holds half a character: a surrogate without its other half.');
const NO_BASE64 = fault('must be base64 (RFC 4648).');
const NO_BOOLEAN = fault('must be true or false.');
const NO_NUMBER = fault('must be a number that a double can hold.');
const NO_MARKUP = fault('must be a string of XHTML.');
const NO_DAY = fault('is a day that the calendar does not have.');

const SURROGATE = /\p{Surrogate}/u;

/** Matches dates whose month and day exist in some year; `isDay` does the rest. */
const YEAR = '(?!0000)\\d{4}';
const DATE = `${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])`;
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?';
const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))';
const SHORT_DATE = `${YEAR}(?:-(?:0[1-9]|1[0-2]))?`;

const anyText: PrimitiveCheck = (value) => {
  if (typeof value !== 'string') return NO_STRING;
  if (value === '') return EMPTY;
  if (value.length > LONGEST_STRING) return TOO_LONG;
  return SURROGATE.test(value) ? NO_UNICODE : undefined;
};

function text(pattern: RegExp, wrong: string): PrimitiveCheck {
  const notMatching = fault(wrong);
  return (value) => anyText(value) ?? (pattern.test(value as string) ? undefined : notMatching);
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether `YYYY-MM-DD…` names a day of the Gregorian calendar; anything shorter does. */
function isDay(value: string): boolean {
  if (value.length < 10) return true;
  const day = Number(value.slice(8, 10));
  if (day < 29) return true;
  const year = Number(value.slice(0, 4));
  const month = Number(value.slice(5, 7));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0));
}

function date(pattern: string, wrong: string): PrimitiveCheck {
  const check = text(new RegExp(`^(?:${pattern})$`), wrong);
  return (value) => check(value) ?? (isDay(value as string) ? undefined : NO_DAY);
}

function whole(min: number, wrong: string): PrimitiveCheck {
  const notWhole = fault(wrong);
  return (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= MAX_INTEGER
      ? undefined
      : notWhole;
}

/** RFC 4648 base64 with white space anywhere, as http://hl7.org/fhir/R4/datatypes.html allows. */
const base64: PrimitiveCheck = (value) => {
  if (typeof value !== 'string') return NO_STRING;
  if (value === '') return EMPTY;
  if (/[^A-Za-z0-9+/=\s]/.test(value)) return NO_BASE64;
  const packed = /\s/.test(value) ? value.replace(/\s+/g, '') : value;
  const padding = packed.indexOf('=');
  const fits = packed.length % 4 === 0 && packed.length > 0;
  const padded = padding === -1 || /^={1,2}$/.test(packed.slice(padding));
  return fits && padded ? undefined : NO_BASE64;
};

/**
 * The primitive types of R4 with their patterns. A string of nothing but white space passes, as in
 * the standard; a control character too (SHOULD NOT).
 *
 * Source: http://hl7.org/fhir/R4/datatypes.html#primitive
 */
const CHECKS: ReadonlyMap<string, PrimitiveCheck> = new Map([
  ['boolean', (value) => (typeof value === 'boolean' ? undefined : NO_BOOLEAN)],
  ['integer', whole(-MAX_INTEGER - 1, 'must be a whole number of 32 bits.')],
  ['unsignedInt', whole(0, 'must be a whole number from 0 to 2,147,483,647.')],
  ['positiveInt', whole(1, 'must be a whole number from 1 to 2,147,483,647.')],
  // A JSON number beyond the range of a double (1e400) would be stored as something else.
  ['decimal', (value) => (Number.isFinite(value) ? undefined : NO_NUMBER)],
  ['string', anyText],
  ['markdown', anyText],
  // Narratives may contain pictures; the limit of strings does not apply.
  ['xhtml', (value) => (typeof value === 'string' && value !== '' ? undefined : NO_MARKUP)],
  ['uri', text(/^\S+$/, 'must be a URI: no white space.')],
  ['url', text(/^\S+$/, 'must be a URL: no white space.')],
  ['canonical', text(/^\S+$/, 'must be a canonical URL: no white space.')],
  ['oid', text(/^urn:oid:[0-2](\.(0|[1-9]\d*))+$/, 'must be an OID such as urn:oid:1.2.3.')],
  [
    'uuid',
    text(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      'must be a UUID such as urn:uuid:c757873d-ec9a-4326-a141-556f43239520.',
    ),
  ],
  ['id', text(/^[A-Za-z0-9\-.]{1,64}$/, 'must be an id: 1 to 64 letters, digits, "-" and ".".')],
  [
    'code',
    text(/^[^\s]+( [^\s]+)*$/, 'must be a code: single spaces at most, none at either end.'),
  ],
  ['date', date(`${SHORT_DATE}|${DATE}`, 'must be a date: YYYY, YYYY-MM or YYYY-MM-DD.')],
  [
    'dateTime',
    date(
      `${SHORT_DATE}|${DATE}(?:T${TIME}${ZONE})?`,
      'must be YYYY, YYYY-MM, YYYY-MM-DD or a full time with seconds and zone.',
    ),
  ],
  ['instant', date(`${DATE}T${TIME}${ZONE}`, 'must be a full time with seconds and zone.')],
  ['time', text(new RegExp(`^${TIME}$`), 'must be a time of day: hh:mm:ss.')],
  ['base64Binary', base64],
]);

/** The check of a primitive type. @throws RangeError where R4 has no such primitive */
export function primitiveCheck(type: string): PrimitiveCheck {
  const check = CHECKS.get(type);
  if (check === undefined) throw new RangeError(`no primitive type of R4: ${type}`);
  return check;
}
