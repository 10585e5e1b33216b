import { isAscii } from 'node:buffer';
import { AppError, invalidField } from '../core/errors.js';
import { checkExtent, type JsonExtent, USUAL_EXTENT } from '../core/json-extent.js';
import type { AppContext } from './environment.js';
import { forbiddenKeyIn, mayHoldForbiddenKey } from './forbidden-key.js';

/** Memory that request bodies may take at the same time, all requests together. */
export interface BodyBudget {
  open(): BodyLease;
}

/** One request's part of the budget. */
export interface BodyLease {
  /** False when there is no room for that much more. */
  take(bytes: number): boolean;
  /** Gives all of it back. */
  release(): void;
}

export function createBodyBudget(totalBytes: number): BodyBudget {
  let taken = 0;
  return {
    open() {
      let held = 0;
      return {
        take(bytes) {
          if (taken + bytes > totalBytes) return false;
          taken += bytes;
          held += bytes;
          return true;
        },
        release() {
          taken -= held;
          held = 0;
        },
      };
    },
  };
}

export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);

export const noRoom = (): AppError =>
  new AppError('overloaded', 'Too many large requests at once; try again soon.', {
    retryAfterSeconds: 2,
  });

export const cutOff = (cause: unknown): AppError =>
  new AppError('client_closed_request', 'The body ended early.', { cause });

/** Reads a body of unknown length, and stops reading as soon as it is over a limit. */
async function readStream(
  body: ReadableStream<Uint8Array>,
  limit: number,
  lease: BodyLease,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    if (!lease.take(chunk.byteLength)) throw noRoom();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The length that a request tells, if it tells one.
 *
 * @throws AppError `payload_too_large` when it is over the limit, or no length at all
 */
export function declaredLength(c: AppContext, limit: number): number | undefined {
  const length = c.req.header('content-length');
  if (length === undefined) return undefined;
  // Anything but digits is no length, and must not get as far as the budget.
  if (!/^\d+$/.test(length) || Number(length) > limit) throw tooLarge(limit);
  return Number(length);
}

async function readBytes(c: AppContext, limit: number, lease: BodyLease): Promise<Buffer> {
  const length = declaredLength(c, limit);
  try {
    if (length === undefined) {
      const { body } = c.req.raw;
      return body === null ? Buffer.alloc(0) : await readStream(body, limit, lease);
    }
    if (!lease.take(length)) throw noRoom();
    return Buffer.from(await c.req.arrayBuffer());
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw cutOff(error);
  }
}

/** What may stand behind the type: UTF-8, and the FHIR version that is spoken here. */
const PARAMETER = /^(charset\s*=\s*"?utf-8"?|fhirversion\s*=\s*"?4\.0(\.1)?"?)?$/i;

/** @throws AppError `unsupported_media_type` */
function requireType(c: AppContext, types: readonly string[]): void {
  const header = c.req.header('content-type') ?? '';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  if (types.includes(type.toLowerCase()) && parameters.every((one) => PARAMETER.test(one))) return;
  const wanted = types.join(' or ');
  throw new AppError('unsupported_media_type', `The Content-Type must be ${wanted}.`, {
    issues: [{ field: 'Content-Type', issue: `must be ${wanted}, in UTF-8` }],
  });
}

const notUtf8 = (): AppError =>
  new AppError('invalid_json', 'The body is not valid UTF-8.', {
    issues: [{ field: 'body', issue: 'is not valid UTF-8' }],
  });

function decode(bytes: Buffer): string {
  // A picture in base64 is megabytes of ASCII, which needs no decoder.
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text around the fault, which may be patient data; it goes
    // neither to the client nor to the log.
    throw new AppError('invalid_json', 'The body is not valid JSON.', {
      issues: [{ field: 'body', issue: 'is not valid JSON' }],
    });
  }
}

/** The parsed body, in which no key can reach the workings of an object. */
function readValue(text: string, bytes: Buffer, extent: JsonExtent): unknown {
  checkExtent(bytes, extent);
  const value = parseJson(text);
  const forbidden = mayHoldForbiddenKey(bytes) ? forbiddenKeyIn(value) : undefined;
  if (forbidden !== undefined) throw invalidField(forbidden, 'is not known');
  return value;
}

export interface TextBody {
  readonly text: string;
  readonly bytes: Buffer;
  /** To be called when the request is done with. */
  release(): void;
}

export interface JsonBody extends TextBody {
  readonly value: unknown;
}

/**
 * Reads a body of text. Its size is refused from `Content-Length` before a byte is read, or, where
 * the length is not told, as soon as the limit is passed; memory for it comes out of the budget.
 *
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `overloaded`, `invalid_json` for
 * what is not UTF-8, `client_closed_request`
 */
export async function readText(
  c: AppContext,
  { types, limitBytes }: { readonly types: readonly string[]; readonly limitBytes: number },
  budget: BodyBudget,
): Promise<TextBody> {
  requireType(c, types);
  const lease = budget.open();
  try {
    const bytes = await readBytes(c, limitBytes, lease);
    return { text: decode(bytes), bytes, release: lease.release };
  } catch (error) {
    lease.release();
    throw error;
  }
}

/**
 * Reads a body of JSON in the same way.
 *
 * @throws AppError as `readText`, and `validation_error` for a key that no field may have and for
 * more than a body may hold
 */
export async function readJson(
  c: AppContext,
  limitBytes: number,
  budget: BodyBudget,
  types: readonly string[] = ['application/json'],
  extent: JsonExtent = USUAL_EXTENT,
): Promise<JsonBody> {
  const body = await readText(c, { types, limitBytes }, budget);
  try {
    return { ...body, value: readValue(body.text, body.bytes, extent) };
  } catch (error) {
    body.release();
    throw error;
  }
}
