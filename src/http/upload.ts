import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError, invalidField, messageOf } from '../core/errors.js';
import { createSealedFile, type SealedFile, type SealedWriter } from '../core/sealed-file.js';
import {
  type BodyBudget,
  createBodyBudget,
  cutOff,
  declaredLength,
  noRoom,
  requireUncompressed,
  tooLarge,
} from './body.js';
import type { AppContext } from './environment.js';

/** Stores uploaded files until they are processed, within a limit of disk space. */
export interface UploadSpool {
  readonly folder: string;
  readonly budget: BodyBudget;
}

/** Empties the folder: files of an earlier process cannot be decrypted any more. */
export function createUploadSpool(folder: string, totalBytes: number): UploadSpool {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { folder, budget: createBodyBudget(totalBytes) };
}

/** A form with one file in it. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: SealedFile;
  /** Of the body as it was sent. */
  readonly sha256: string;
  /** Of the fields and the file, independent of the boundary and their order. */
  readonly contentSha256: string;
  /** To be called when the request has been answered: removes the file. */
  discard(): Promise<void>;
}

const MAX_FIELDS = 50;
const FIELD_BYTES = 256 * 1024;

const malformed = (issue: string): AppError =>
  new AppError('validation_error', `The body ${issue}.`, { issues: [{ field: 'body', issue }] });

function openParser(c: AppContext, fileField: string): BusboyInstance {
  const type = c.req.header('content-type') ?? '';
  const refused = (issue: string) =>
    new AppError('unsupported_media_type', `The Content-Type ${issue}.`, {
      issues: [{ field: 'Content-Type', issue }],
    });
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw refused('must be multipart/form-data');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // The part is a file by its name alone: some clients give it no file name.
      isPartAFile: (name, _, fileName) => name === fileField || fileName !== undefined,
      limits: { fields: MAX_FIELDS, fieldSize: FIELD_BYTES, files: 2, headerPairs: 50 },
    });
  } catch {
    throw refused('must be multipart/form-data with a boundary');
  }
}

interface FormContent {
  readonly fields: Record<string, string>;
  file?: SealedFile;
  fileSha256?: string;
}

function contentSha256({ fields, fileSha256 }: FormContent): string {
  const names = Object.keys(fields).sort();
  return hash('sha256', JSON.stringify([names.map((name) => [name, fields[name]]), fileSha256]));
}

/** Collects the parts from the parser; the first fault stops it. */
function gather(parser: BusboyInstance, fileField: string, writer: SealedWriter) {
  const gathered: FormContent = { fields: {} };
  const files: Promise<void>[] = [];
  let fault: AppError | undefined;
  let wake = () => {};
  const refused = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const refuse = (error: AppError) => {
    fault ??= error;
    wake();
  };
  const store = async (stream: BusboyFileStream) => {
    try {
      const content = createHash('sha256');
      for await (const chunk of stream) {
        content.update(chunk as Uint8Array);
        await writer.write(chunk as Uint8Array);
      }
      gathered.file = await writer.finish();
      gathered.fileSha256 = content.digest('hex');
    } catch (error) {
      // The parser reports a body that ended too early in the same way.
      refuse(error instanceof AppError ? error : storeFault(error));
    }
  };
  parser.on('file', (name, stream) => {
    const isExpected = name === fileField;
    if (isExpected && files.length === 0) {
      files.push(store(stream));
      return;
    }
    refuse(invalidField(name || 'body', isExpected ? 'must be sent once' : 'is not known'));
    stream.on('error', () => undefined);
    stream.resume();
  });
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) refuse(invalidField(name, 'is too long'));
    else if (Object.hasOwn(gathered.fields, name)) refuse(invalidField(name, 'must be sent once'));
    else if (name === '__proto__') refuse(invalidField(name, 'is not known'));
    else gathered.fields[name] = value;
  });
  parser.on('fieldsLimit', () => refuse(malformed(`holds more than ${MAX_FIELDS} fields`)));
  parser.on('filesLimit', () => refuse(malformed('holds more than one file')));
  return { gathered, files, refused, fault: () => fault };
}

function storeFault(error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return malformed('is not a whole multipart/form-data body');
  return new AppError('overloaded', 'The recording could not be stored; try again later.', {
    retryAfterSeconds: 60,
    cause: new Error(messageOf(error)),
  });
}

/** Hands the body to the parser piece by piece, counting, and waits for the parser's pace. */
async function feed(
  body: ReadableStream<Uint8Array>,
  parser: BusboyInstance,
  take: (piece: Uint8Array) => void,
  { fault, refused }: Pick<ReturnType<typeof gather>, 'fault' | 'refused'>,
): Promise<void> {
  let broken: unknown;
  const ended = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    parser.once('close', resolve);
    parser.once('error', (error: unknown) => {
      broken = error;
      resolve();
    });
  });
  try {
    for await (const piece of body) {
      take(piece);
      if (broken !== undefined || fault() !== undefined) break;
      // A file that cannot be stored is no longer read, so the parser would wait forever.
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), ended, refused]);
    }
  } catch (error) {
    parser.destroy();
    if (error instanceof AppError) throw error;
    throw cutOff(error);
  }
  const why = fault();
  if (why !== undefined) {
    parser.destroy();
    throw why;
  }
  if (broken === undefined) parser.end();
  await Promise.race([ended, refused]);
  if (broken !== undefined) throw malformed('is not well-formed multipart/form-data');
}

/**
 * Reads a form with one file. The file is written to disk as it arrives, encrypted, and is never in
 * memory as a whole; sizes are refused from `Content-Length`, or as soon as the limit is passed.
 *
 * @throws AppError `unsupported_encoding`, `unsupported_media_type`, `payload_too_large`,
 *   `overloaded`, `client_closed_request`, `validation_error` that names the field
 */
export async function readUpload(
  c: AppContext,
  { fileField, limitBytes }: { readonly fileField: string; readonly limitBytes: number },
  { folder, budget }: UploadSpool,
): Promise<Upload> {
  requireUncompressed(c);
  const parser = openParser(c, fileField);
  const { body } = c.req.raw;
  const lease = budget.open();
  const length = declaredLength(c, limitBytes);
  if (length !== undefined && !lease.take(length)) throw noRoom();
  const writer = createSealedFile(folder);
  const discard = async () => {
    lease.release();
    await writer.discard();
  };
  try {
    const gathering = gather(parser, fileField, writer);
    const { gathered, files } = gathering;
    const whole = createHash('sha256');
    let size = 0;
    const take = (piece: Uint8Array) => {
      size += piece.byteLength;
      if (size > limitBytes) throw tooLarge(limitBytes);
      if (length === undefined && !lease.take(piece.byteLength)) throw noRoom();
      whole.update(piece);
    };
    if (body === null) throw invalidField(fileField, 'is required');
    await feed(body, parser, take, gathering);
    await Promise.all(files);
    const why = gathering.fault();
    if (why !== undefined) throw why;
    if (gathered.file === undefined) throw invalidField(fileField, 'is required');
    const { fields, file } = gathered;
    const digests = { sha256: whole.digest('hex'), contentSha256: contentSha256(gathered) };
    return { fields, file, ...digests, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
