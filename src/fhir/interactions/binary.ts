import type { Exchange, ExchangeHeaders } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import { sha256Hex } from '../../core/digest.js';
import { readMediaType, splitList } from '../../core/media-type.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { localName, securityContextOf } from '../access/security-context.js';
import { refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';
import { checkAcceptable } from './accept.js';
import type { ResourceRequest } from './plan.js';

/** Of the header, which the content type of a Binary is taken from. */
const MAX_HEADER = 256;
/** Of a resource: its members besides the content. */
const AROUND = 1_024;

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PRINTABLE = /^[\x20-\x7e]+$/;
const UNKNOWN_TYPE = 'application/octet-stream';

/** How long a content may be that fits into a resource of so many bytes. */
export const contentBytes = (resourceBytes: number): number =>
  Math.max(0, Math.floor((resourceBytes - AROUND) / 4) * 3);

/** The media type of a text, in lower case; undefined where it is none that a header can carry. */
function typeOf(contentType: string): string | undefined {
  if (contentType.length > MAX_HEADER || !PRINTABLE.test(contentType)) return undefined;
  const type = readMediaType(contentType)?.type;
  return type !== undefined && MEDIA_TYPE.test(type) ? type : undefined;
}

/**
 * The Binary of a content that was sent as it is.
 *
 * @throws AppError `validation_error` for a malformed `Content-Type` or `X-Security-Context`
 */
export function binaryOf(
  bytes: Uint8Array,
  { contentType = '', securityContext }: ExchangeHeaders,
  id: string | undefined,
): NonNullable<ResourceRequest['resource']> {
  const written = contentType.trim();
  if (typeOf(written) === undefined) {
    const problem = `Must be a media type of at most ${MAX_HEADER} characters.`;
    throw refuseFor('validation_error', 'value', problem, 'http.content-type');
  }
  if (securityContext !== undefined && localName(securityContext) === undefined) {
    const problem = 'Must be a reference such as Patient/123.';
    throw refuseFor('validation_error', 'value', problem, 'http.x-security-context');
  }
  const { buffer, byteOffset, byteLength } = bytes;
  const value = {
    resourceType: 'Binary',
    ...(id !== undefined && { id }),
    contentType: written.replace(/\s+/g, ' '),
    ...(securityContext !== undefined && { securityContext: { reference: securityContext } }),
    // An element has no empty value.
    ...(byteLength > 0 && {
      data: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    }),
  };
  return { value, text: JSON.stringify(value) };
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

function rangesOf(accept: string): readonly Range[] {
  return splitList(accept).flatMap((written) => {
    const read = readMediaType(written);
    if (read === undefined) return [];
    const q = Number(read.parameters.find(([name]) => name === 'q')?.[1] ?? 1);
    return [{ type: read.type, weight: Number.isNaN(q) ? 1 : q }];
  });
}

const FHIR_JSON = ['application/fhir+json', 'application/json+fhir'];
const ANY_JSON = ['application/json', 'text/json'];

function weightOf(ranges: readonly Range[], types: readonly string[]): number {
  return Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map((one) => one.weight));
}

/** The weight of the most specific range that a type is in. */
function contentWeight(ranges: readonly Range[], type: string): number {
  const [main = ''] = type.split('/');
  const specific = [type, `${main}/*`, '*/*'].find((one) =>
    ranges.some((range) => range.type === one),
  );
  return specific === undefined ? 0 : weightOf(ranges, [specific]);
}

/**
 * Whether the resource is wanted rather than its content: where a format of FHIR is named
 * (http://hl7.org/fhir/R4/binary.html#rest).
 *
 * @throws AppError `not_acceptable`
 */
export function isResourceWanted({ headers, query }: Exchange, contentType: string): boolean {
  if (query.some(([name]) => name === '_format')) {
    checkAcceptable(headers.accept, query);
    return true;
  }
  const { accept = '' } = headers;
  if (accept.trim() === '') return false;
  const ranges = rangesOf(accept);
  const json = ANY_JSON.includes(contentType) ? FHIR_JSON : [...FHIR_JSON, ...ANY_JSON];
  const asResource = weightOf(ranges, json);
  const asContent = contentWeight(ranges, contentType);
  if (asResource > 0 && asResource >= asContent) {
    checkAcceptable(accept, query);
    return true;
  }
  if (asContent > 0) return false;
  const problem = 'This content is answered in its own type or as application/fhir+json.';
  throw refuseFor('not_acceptable', 'not-supported', problem, 'http.accept');
}

/** A page that is stored here must not act in the name of who opens it. */
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

function contentAnswer({ headers, audit }: Answer, binary: Resource, type: string): Answer {
  const { data } = binary;
  const bytes = Buffer.from(typeof data === 'string' ? data : '', 'base64');
  const context = securityContextOf(binary);
  return {
    headers: {
      ...headers,
      'Content-Length': String(bytes.byteLength),
      'Content-Security-Policy': SANDBOX,
      ...(context !== undefined && { 'X-Security-Context': `${context.type}/${context.id}` }),
    },
    download: { mediaType: type, open: () => streamOf(bytes) },
    audit: { ...audit, response_sha256: sha256Hex(bytes) },
  };
}

type AnswerRead<Place, Parts> = (
  exchange: Exchange,
  place: Place,
  parts: Parts,
) => ReadDecision<Answer>;

function* answerContent<Place, Parts>(
  answer: AnswerRead<Place, Parts>,
  [exchange, place, parts]: Parameters<AnswerRead<Place, Parts>>,
): ReadDecision<Answer> {
  const whole = yield* answer({ ...exchange, query: [] }, place, parts);
  if (whole.text === undefined || (whole.status ?? 200) !== 200) return whole;
  const binary = JSON.parse(whole.text) as Resource;
  const written = typeof binary.contentType === 'string' ? binary.contentType : '';
  const type = typeOf(written);
  if (isResourceWanted(exchange, type ?? UNKNOWN_TYPE)) {
    return exchange.query.length === 0 ? whole : yield* answer(exchange, place, parts);
  }
  return contentAnswer(whole, binary, type === undefined ? UNKNOWN_TYPE : written);
}

/** The same read, which answers the content of a Binary unless the resource is wanted. */
export const asContent =
  <Place, Parts>(answer: AnswerRead<Place, Parts>): AnswerRead<Place, Parts> =>
  (...asked) =>
    answerContent(answer, asked);
