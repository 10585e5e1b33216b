import type { BodyTerms, ExchangeBody, ExchangeHeaders, Query } from '../calls/exchange.js';
import { sha256Hex } from '../core/digest.js';
import { USUAL_EXTENT } from '../core/json-extent.js';
import { readMediaType } from '../core/media-type.js';
import { type BodyBudget, jsonOf, readBytes, readRaw, readText, releasedOnFault } from './body.js';
import type { AppContext } from './environment.js';

const FORM = 'application/x-www-form-urlencoded';

export const queryOf = (text: string): Query => (text === '' ? [] : [...new URLSearchParams(text)]);

/** The body of a request. */
export interface SentBody {
  readonly body?: ExchangeBody;
  readonly form?: Query;
  /** SHA-256 of the whole body. */
  readonly contentSha256: string;
  release(): void;
}

export const NOTHING_SENT: SentBody = { contentSha256: sha256Hex(''), release: () => undefined };

/** Whether the request has no body. Without a socket, as in a test, a body may have no length header. */
function isEmpty(c: AppContext): boolean {
  const length = c.req.header('content-length');
  if (length !== undefined) return length === '0';
  if (c.req.header('transfer-encoding') !== undefined) return false;
  return c.env?.incoming !== undefined || c.req.raw.body === null;
}

/** Whether a media type is stated, and none of the usual ones. */
function isOtherType(c: AppContext, { types }: BodyTerms): boolean {
  const stated = readMediaType(c.req.header('content-type') ?? '');
  return stated !== undefined && !types.includes(stated.type);
}

/**
 * @param base `https://host:port/v1/fhir` by the client's `Host`
 * @throws AppError as `readText` and `readJson`
 */
export async function readSent(
  c: AppContext,
  terms: BodyTerms,
  budget: BodyBudget,
  base: string,
): Promise<SentBody> {
  if (terms.optional && isEmpty(c)) return NOTHING_SENT;
  if (terms.types.includes(FORM)) {
    const { text, bytes, release } = await readText(c, terms, budget);
    return { form: queryOf(text), contentSha256: sha256Hex(bytes), release };
  }
  if (terms.orBytes !== undefined && isOtherType(c, terms)) {
    const { bytes, release } = await readBytes(c, terms.orBytes, budget);
    const sha256 = sha256Hex(bytes);
    return { body: { value: undefined, text: '', sha256, bytes }, contentSha256: sha256, release };
  }
  const { extent = USUAL_EXTENT, readInWorker } = terms;
  const raw = await readRaw(c, terms, budget);
  const { release } = raw;
  return releasedOnFault(raw, async () => {
    const read = await readInWorker?.(raw.bytes, base);
    if (read !== undefined) return { body: read, contentSha256: read.sha256, release };
    const { value, text, bytes } = jsonOf(raw, extent);
    const sent = sha256Hex(bytes);
    return { body: { value, text, sha256: sent }, contentSha256: sent, release };
  });
}

const HEADERS: ReadonlyArray<readonly [keyof ExchangeHeaders, string]> = [
  ['ifMatch', 'if-match'],
  ['ifNoneMatch', 'if-none-match'],
  ['ifNoneExist', 'if-none-exist'],
  ['ifModifiedSince', 'if-modified-since'],
  ['prefer', 'prefer'],
  ['accept', 'accept'],
  ['contentType', 'content-type'],
  ['securityContext', 'x-security-context'],
];

export function headersOf(c: AppContext): ExchangeHeaders {
  const headers: Partial<Record<keyof ExchangeHeaders, string>> = {};
  for (const [name, header] of HEADERS) {
    const value = c.req.header(header);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
