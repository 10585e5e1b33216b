import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.js';
import { decodeText, parseBody } from '../core/json-bytes.js';
import { type JsonExtent, USUAL_EXTENT } from '../core/json-extent.js';
import { readMediaType } from '../core/media-type.js';
import type { AppContext } from './environment.js';

/** Memory that request bodies may take at the same time, all requests together. */
export interface BodyBudget {
  open(): BodyLease;
}

/** The share of one request in the budget. */
export interface BodyLease {
  /** False when the budget is exceeded. */
  take(bytes: number): boolean;
  /** Releases all of it. */
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

const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);

const noRoom = (): AppError =>
  new AppError('overloaded', 'Too many large requests at once; try again soon.', {
    retryAfterSeconds: 2,
  });

export const cutOff = (cause: unknown): AppError =>
  new AppError('client_closed_request', 'The body ended early.', { cause });

/** Reads a body of unknown length, and stops as soon as it exceeds a limit. */
async function readStream(
  body: ReadableStream<Uint8Array>,
  limit: number,
  lease: BodyLease,
): Promise<Buffer<ArrayBuffer>> {
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
 * The `Content-Length` of a request, if it has one.
 *
 * @throws AppError `payload_too_large` when it is over the limit or malformed
 */
function declaredLength(c: AppContext, limit: number): number | undefined {
  const length = c.req.header('content-length');
  if (length === undefined) return undefined;
  // A length of anything but digits is invalid, and must not reach the budget.
  if (!/^\d+$/.test(length) || Number(length) > limit) throw tooLarge(limit);
  return Number(length);
}

async function readWithin(
  c: AppContext,
  limit: number,
  lease: BodyLease,
): Promise<Buffer<ArrayBuffer>> {
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

/** Required values of these content type parameters; others are ignored. */
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ['charset', /^utf-8$/i],
  ['fhirversion', /^4\.0(\.1)?$/],
]);

/** @throws AppError `unsupported_media_type` */
function requireType(c: AppContext, types: readonly string[]): void {
  const sent = readMediaType(c.req.header('content-type') ?? '');
  const fits = sent?.parameters.every(([name, value]) => PARAMETERS.get(name)?.test(value) ?? true);
  if (fits && types.includes(sent?.type ?? '')) return;
  const wanted = types.join(' or ');
  throw new AppError('unsupported_media_type', `The Content-Type must be ${wanted}.`, {
    issues: [{ field: 'Content-Type', issue: `must be ${wanted}, in UTF-8` }],
  });
}

/** Measures a body that is written to disk as it arrives. */
export interface BodyMeter {
  /** @throws AppError `payload_too_large`, `overloaded` */
  take(piece: Uint8Array): void;
  size(): number;
  /** Of all that was taken, hex; to be called once. */
  sha256(): string;
  /** Releases its share of the budget. */
  release(): void;
}

/**
 * Takes the share of a body whose length is declared at once, of any other as it arrives.
 *
 * @throws AppError `payload_too_large`, `overloaded`, `validation_error`
 */
export function openBodyMeter(c: AppContext, limitBytes: number, budget: BodyBudget): BodyMeter {
  const lease = budget.open();
  const length = declaredLength(c, limitBytes);
  if (length !== undefined && !lease.take(length)) throw noRoom();
  const digest = createHash('sha256');
  let size = 0;
  return {
    take(piece) {
      size += piece.byteLength;
      if (size > limitBytes) throw tooLarge(limitBytes);
      if (length === undefined && !lease.take(piece.byteLength)) throw noRoom();
      digest.update(piece);
    },
    size: () => size,
    sha256: () => digest.digest('hex'),
    release: () => lease.release(),
  };
}

/**
 * Compressed bodies are refused: their size would be known only afterwards.
 *
 * @throws AppError `unsupported_encoding`
 */
export function requireUncompressed(c: AppContext): void {
  const codings = (c.req.header('content-encoding') ?? '').split(',');
  if (codings.every((coding) => /^(identity)?$/i.test(coding.trim()))) return;
  const message = 'The body must not be compressed: Content-Encoding must be absent or identity.';
  throw new AppError('unsupported_encoding', message, {
    issues: [{ field: 'Content-Encoding', issue: 'must be absent or identity' }],
  });
}

/** The body as it was sent. */
export interface RawBody {
  readonly bytes: Buffer<ArrayBuffer>;
  /** To be called when the request has been answered. */
  release(): void;
}

export interface TextBody extends RawBody {
  readonly text: string;
}

export interface JsonBody extends TextBody {
  readonly value: unknown;
}

interface BodyLimits {
  readonly types: readonly string[];
  readonly limitBytes: number;
}

/** Runs `work` with a body; when it fails, the memory of the body is released. */
export async function releasedOnFault<B extends RawBody, T>(
  body: B,
  work: (body: B) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(body);
  } catch (error) {
    body.release();
    throw error;
  }
}

/**
 * Reads a body. Its size is refused from `Content-Length` before a byte is read, or, where the
 * length is unknown, as soon as the limit is exceeded; its memory is taken from the budget.
 *
 * @throws AppError `unsupported_encoding`, `unsupported_media_type`, `payload_too_large`,
 * `overloaded`, `client_closed_request`
 */
export async function readRaw(
  c: AppContext,
  { types, limitBytes }: BodyLimits,
  budget: BodyBudget,
): Promise<RawBody> {
  requireUncompressed(c);
  requireType(c, types);
  return readLeased(c, limitBytes, budget);
}

/**
 * Reads a body of any type in the same way.
 *
 * @throws AppError as `readRaw`, but for the type
 */
export async function readBytes(
  c: AppContext,
  limitBytes: number,
  budget: BodyBudget,
): Promise<RawBody> {
  requireUncompressed(c);
  return readLeased(c, limitBytes, budget);
}

async function readLeased(c: AppContext, limitBytes: number, budget: BodyBudget): Promise<RawBody> {
  const lease = budget.open();
  try {
    return { bytes: await readWithin(c, limitBytes, lease), release: lease.release };
  } catch (error) {
    lease.release();
    throw error;
  }
}

/**
 * Reads a body of text in the same way.
 *
 * @throws AppError as `readRaw`, and `invalid_json` for invalid UTF-8
 */
export async function readText(
  c: AppContext,
  limits: BodyLimits,
  budget: BodyBudget,
): Promise<TextBody> {
  const raw = await readRaw(c, limits, budget);
  return releasedOnFault(raw, () => ({ ...raw, text: decodeText(raw.bytes) }));
}

/**
 * Reads a body of JSON in the same way.
 *
 * @throws AppError as `readText`, and `validation_error` for a forbidden key and for a body beyond
 *   the limits
 */
export async function readJson(
  c: AppContext,
  limitBytes: number,
  budget: BodyBudget,
  types: readonly string[] = ['application/json'],
): Promise<JsonBody> {
  const raw = await readRaw(c, { types, limitBytes }, budget);
  return releasedOnFault(raw, () => jsonOf(raw, USUAL_EXTENT));
}

/** The same for bytes that have been read. */
export function jsonOf(raw: RawBody, extent: JsonExtent): JsonBody {
  const text = decodeText(raw.bytes);
  return { text, value: parseBody(text, raw.bytes, extent), ...raw };
}
