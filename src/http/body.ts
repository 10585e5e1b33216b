import { AppError } from '../core/errors.js';
import type { AppContext } from './environment.js';

/** Memory that request bodies may take at the same time, all requests together. */
export interface BodyBudget {
  /** Undefined when there is no room; otherwise how to give the room back. */
  reserve(bytes: number): (() => void) | undefined;
}

export function createBodyBudget(totalBytes: number): BodyBudget {
  let taken = 0;
  return {
    reserve(bytes) {
      if (taken + bytes > totalBytes) return undefined;
      taken += bytes;
      let held = true;
      return () => {
        if (held) taken -= bytes;
        held = false;
      };
    },
  };
}

const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);

const cutOff = (cause: unknown): AppError =>
  new AppError('client_closed_request', 'The body ended early.', { cause });

/** Reads a body of unknown length, and stops reading as soon as it is over the limit. */
async function readStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readBytes(c: AppContext, declared: number | undefined, limit: number) {
  try {
    if (declared !== undefined) return Buffer.from(await c.req.arrayBuffer());
    const { body } = c.req.raw;
    return body === null ? Buffer.alloc(0) : await readStream(body, limit);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw cutOff(error);
  }
}

function requireJson(c: AppContext): void {
  const type = c.req.header('content-type') ?? '';
  if (/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) return;
  throw new AppError('unsupported_media_type', 'The Content-Type must be application/json.', {
    issues: [{ field: 'Content-Type', issue: 'must be application/json, in UTF-8' }],
  });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    // The parser's own message quotes the text around the fault, which may be patient data; it goes
    // neither to the client nor to the log.
    const fault = cause instanceof SyntaxError ? 'is not valid JSON' : 'is not valid UTF-8';
    throw new AppError('invalid_json', `The body ${fault}.`, {
      issues: [{ field: 'body', issue: fault }],
    });
  }
}

export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
  /** To be called when the request is done with. */
  release(): void;
}

/**
 * Reads a JSON body. Its size is refused from `Content-Length` before a byte is read, or, where the
 * length is not told, as soon as the limit is passed; memory for it is reserved first.
 *
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `overloaded`, `invalid_json`,
 * `client_closed_request`
 */
export async function readJson(
  c: AppContext,
  limit: number,
  budget: BodyBudget,
): Promise<JsonBody> {
  const length = c.req.header('content-length');
  const declared = length === undefined ? undefined : Number(length);
  if (declared !== undefined && !(declared <= limit)) throw tooLarge(limit);
  requireJson(c);
  const release = budget.reserve(declared ?? limit);
  if (release === undefined) {
    throw new AppError('overloaded', 'Too many large requests at once; try again soon.', {
      retryAfterSeconds: 2,
    });
  }
  try {
    const bytes = await readBytes(c, declared, limit);
    return { value: parseJson(bytes), bytes, release };
  } catch (error) {
    release();
    throw error;
  }
}
