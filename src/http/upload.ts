import { createHash, hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FileFields, FilePart, Form, FormContent } from '../calls/form.js';
import { AppError, invalidField, messageOf } from '../core/errors.js';
import { feedParser, MultipartFault } from '../core/multipart-related.js';
import { createSealedFile, type SealedWriter } from '../core/sealed-file.js';
import {
  type BodyBudget,
  createBodyBudget,
  cutOff,
  openBodyMeter,
  requireUncompressed,
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

/** A form as it was sent. */
export interface Upload extends FormContent {
  /** Of the body as it was sent. */
  readonly sha256: string;
  /** Of the fields and the files, independent of the boundary and the order of the fields. */
  readonly contentSha256: string;
  /** To be called when the request has been answered: removes the file. */
  discard(): Promise<void>;
}

const MAX_FIELDS = 50;
const FIELD_BYTES = 256 * 1024;

const maxFiles = ({ count, max = 1 }: FileFields[string]): number =>
  count === 'several' ? max : 1;

const malformed = (issue: string): AppError =>
  new AppError('validation_error', `The body ${issue}.`, { issues: [{ field: 'body', issue }] });

/** Whether the body is said to be a form. */
export const isForm = (c: AppContext): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(c.req.header('content-type') ?? '');

function openParser(c: AppContext, files: FileFields): BusboyInstance {
  const type = c.req.header('content-type') ?? '';
  const refused = (issue: string) =>
    new AppError('unsupported_media_type', `The Content-Type ${issue}.`, {
      issues: [{ field: 'Content-Type', issue }],
    });
  if (!isForm(c)) throw refused('must be multipart/form-data');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // The part is a file by its name alone: some clients give it no file name.
      isPartAFile: (name, _, fileName) =>
        fileName !== undefined || (name !== undefined && Object.hasOwn(files, name)),
      limits: {
        fields: MAX_FIELDS,
        fieldSize: FIELD_BYTES,
        // One more than there may be, so that what is too much is refused by its name.
        files: Object.values(files).reduce((sum, field) => sum + maxFiles(field), 1),
        headerPairs: 50,
      },
    });
  } catch {
    throw refused('must be multipart/form-data with a boundary');
  }
}

/** A part that was stored, with the hash of its content. */
interface StoredPart extends FilePart {
  readonly sha256: string;
}

interface GatheredForm {
  readonly fields: Record<string, string>;
  readonly parts: StoredPart[];
}

function contentSha256({ fields, parts }: GatheredForm): string {
  const names = Object.keys(fields).sort();
  // The files of one field keep their order.
  const files = parts
    .map(({ field, sha256 }) => [field, sha256] as const)
    .sort(([one], [other]) => (one === other ? 0 : one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([names.map((name) => [name, fields[name]]), files]));
}

/** Why a part with this name is not a file of the form; undefined where it is one. */
function filePartFault({ files, types }: Form, name: string, sent: ReadonlyMap<string, number>) {
  const field = Object.hasOwn(files, name) ? files[name] : undefined;
  if (field !== undefined) {
    const max = maxFiles(field);
    if ((sent.get(name) ?? 0) < max) return undefined;
    return max === 1 ? 'must be sent once' : `must be sent at most ${max} times`;
  }
  return (
    base64Issue(files, name) ?? (types.has(name) ? 'must be text, not a file' : 'is not known')
  );
}

/** What is base64 in JSON has another name in a form. */
function base64Issue(files: FileFields, name: string): string | undefined {
  const entry = Object.entries(files).find(([, { base64Field }]) => base64Field === name);
  return entry && `is a field of JSON: a form has the file itself, as ${entry[0]}`;
}

/** Collects the parts from the parser; the first fault stops it. */
function gather(parser: BusboyInstance, form: Form, writer: SealedWriter) {
  const gathered: GatheredForm = { fields: {}, parts: [] };
  const sent = new Map<string, number>();
  let stored = Promise.resolve();
  let end = 0;
  let fault: AppError | undefined;
  let wake = () => {};
  const refused = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const refuse = (error: AppError) => {
    fault ??= error;
    wake();
  };
  const store = async (field: string, stream: BusboyFileStream) => {
    const start = end;
    try {
      const content = createHash('sha256');
      for await (const chunk of stream) {
        content.update(chunk as Uint8Array);
        await writer.write(chunk as Uint8Array);
        end += (chunk as Uint8Array).byteLength;
      }
      if (end === start) throw invalidField(field, 'must not be empty');
      gathered.parts.push({ field, start, bytes: end - start, sha256: content.digest('hex') });
    } catch (error) {
      // The parser reports a body that ended too early in the same way.
      refuse(error instanceof AppError ? error : storeFault(error));
    }
  };
  parser.on('file', (name, stream) => {
    // It may fail before its turn to be read.
    stream.on('error', () => undefined);
    const issue = filePartFault(form, name, sent);
    if (issue === undefined) {
      sent.set(name, (sent.get(name) ?? 0) + 1);
      stored = stored.then(() => store(name, stream));
      return;
    }
    refuse(invalidField(name || 'body', issue));
    stream.resume();
  });
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    const issue = base64Issue(form.files, name);
    if (issue !== undefined) refuse(invalidField(name, issue));
    else if (nameTruncated || valueTruncated) refuse(invalidField(name, 'is too long'));
    else if (Object.hasOwn(gathered.fields, name)) refuse(invalidField(name, 'must be sent once'));
    else if (name === '__proto__') refuse(invalidField(name, 'is not known'));
    else gathered.fields[name] = value;
  });
  parser.on('fieldsLimit', () => refuse(malformed(`holds more than ${MAX_FIELDS} fields`)));
  parser.on('filesLimit', () => refuse(malformed('holds too many files')));
  return { gathered, stored: () => stored, refused, fault: () => fault };
}

/** Of a file that could not be read or stored. */
export function storeFault(error: unknown): AppError {
  if (error instanceof MultipartFault) return malformed('is not well-formed multipart');
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return malformed('is not a whole multipart body');
  return new AppError('overloaded', 'The file could not be stored; try again later.', {
    retryAfterSeconds: 60,
    cause: new Error(messageOf(error)),
  });
}

/** The pieces of a body, counted. */
export async function* counted(
  body: ReadableStream<Uint8Array>,
  take: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      take(piece);
      yield piece;
    }
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error);
  }
}

/** @throws AppError `validation_error` */
function requireFiles(files: FileFields, { parts }: Pick<GatheredForm, 'parts'>): void {
  for (const [name, { count }] of Object.entries(files)) {
    if (count !== 'optional' && !parts.some(({ field }) => field === name)) {
      throw invalidField(name, 'is required');
    }
  }
}

/**
 * Reads a form. Its files are written to disk as they arrive, one after the other into one encrypted
 * file, and are never in memory as a whole; sizes are refused from `Content-Length`, or as soon as
 * the limit is passed.
 *
 * @throws AppError `unsupported_encoding`, `unsupported_media_type`, `payload_too_large`,
 *   `overloaded`, `client_closed_request`, `validation_error` that names the field
 */
export async function readUpload(
  c: AppContext,
  { form, limitBytes }: { readonly form: Form; readonly limitBytes: number },
  { folder, budget }: UploadSpool,
): Promise<Upload> {
  requireUncompressed(c);
  const parser = openParser(c, form.files);
  const { body } = c.req.raw;
  const meter = openBodyMeter(c, limitBytes, budget);
  const writer = createSealedFile(folder);
  const discard = async () => {
    meter.release();
    await writer.discard();
  };
  try {
    const gathering = gather(parser, form, writer);
    const { gathered, stored } = gathering;
    if (body !== null) await feedParser(counted(body, meter.take), parser, gathering);
    await stored();
    const why = gathering.fault();
    if (why !== undefined) throw why;
    requireFiles(form.files, gathered);
    const file = await writer.finish().catch((error: unknown) => {
      throw storeFault(error);
    });
    const parts = gathered.parts.map(({ sha256: _, ...part }): FilePart => part);
    const digests = { sha256: meter.sha256(), contentSha256: contentSha256(gathered) };
    return { fields: gathered.fields, file, parts, ...digests, discard };
  } catch (error) {
    await discard();
    throw error instanceof MultipartFault ? storeFault(error) : error;
  }
}
