import { createHash, hash } from 'node:crypto';
import type { FilesTerms, SentFile } from '../calls/exchange.js';
import { AppError } from '../core/errors.js';
import { type MediaType, readMediaType } from '../core/media-type.js';
import { readParts } from '../core/multipart-related.js';
import { createSealedFile, type SealedWriter } from '../core/sealed-file.js';
import { openBodyMeter, requireUncompressed } from './body.js';
import type { AppContext } from './environment.js';
import { counted, storeFault, type UploadSpool } from './upload.js';

/** The files of a body as they were sent. */
export interface SentFiles {
  readonly files: readonly SentFile[];
  /** Of the body as it was sent. */
  readonly sha256: string;
  /** Of the files, independent of the boundary. */
  readonly contentSha256: string;
  /** To be called when the request has been answered: removes the files that are still there. */
  discard(): Promise<void>;
}

const parameterOf = ({ parameters }: MediaType, name: string) =>
  parameters.find(([one]) => one === name)?.[1];

/** @throws AppError `unsupported_media_type` */
function typeOf(c: AppContext, fileType: string): MediaType {
  const sent = readMediaType(c.req.header('content-type') ?? '');
  if (sent?.type === fileType) return sent;
  const isRelated = sent?.type === 'multipart/related';
  if (isRelated && parameterOf(sent, 'type')?.toLowerCase() === fileType) {
    const boundary = parameterOf(sent, 'boundary') ?? '';
    if (boundary.length >= 1 && boundary.length <= 70) return sent;
  }
  const wanted = `multipart/related with type="${fileType}" and a boundary, or ${fileType}`;
  throw new AppError('unsupported_media_type', `The Content-Type must be ${wanted}.`, {
    issues: [{ field: 'Content-Type', issue: `must be ${wanted}` }],
  });
}

/** Files that are being stored, one after the other. */
class FileStore {
  readonly #terms: FilesTerms;
  readonly #folder: string;
  readonly #writers: SealedWriter[] = [];
  readonly files: SentFile[] = [];
  readonly digests: string[] = [];

  constructor(terms: FilesTerms, folder: string) {
    this.#terms = terms;
    this.#folder = folder;
  }

  /** @throws AppError, and what reading or writing throws */
  async store(bytes: AsyncIterable<Uint8Array>, mediaType: () => string): Promise<void> {
    const { maxFiles, maxFileBytes } = this.#terms;
    if (this.#writers.length === maxFiles) {
      throw new AppError('payload_too_large', `The body holds more than ${maxFiles} files.`);
    }
    const writer = createSealedFile(this.#folder);
    this.#writers.push(writer);
    const digest = createHash('sha256');
    let left = maxFileBytes;
    let isCut = false;
    for await (const chunk of bytes) {
      digest.update(chunk);
      isCut ||= chunk.byteLength > left;
      const kept = chunk.subarray(0, left);
      left -= kept.byteLength;
      if (kept.byteLength > 0) await writer.write(kept);
    }
    const file = await writer.finish();
    this.files.push({ file, mediaType: mediaType(), isCut });
    this.digests.push(digest.digest('hex'));
  }

  async discard(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.discard()));
  }
}

/**
 * Reads a body of files. Each is written to an encrypted file of its own as it arrives, and none is in
 * memory as a whole.
 *
 * @throws AppError `unsupported_encoding`, `unsupported_media_type`, `payload_too_large`,
 *   `overloaded`, `client_closed_request`, `validation_error`
 */
export async function readFiles(
  c: AppContext,
  terms: FilesTerms,
  { folder, budget }: UploadSpool,
): Promise<SentFiles> {
  requireUncompressed(c);
  const type = typeOf(c, terms.fileType);
  const { limitBytes } = terms;
  const { body } = c.req.raw;
  const meter = openBodyMeter(c, limitBytes, budget);
  const store = new FileStore(terms, folder);
  const discard = async () => {
    meter.release();
    await store.discard();
  };
  try {
    if (body !== null) {
      const boundary = parameterOf(type, 'boundary') ?? '';
      const pieces = counted(body, meter.take);
      if (type.type === terms.fileType) await store.store(pieces, () => type.type);
      else await readParts(pieces, boundary, (part, partType) => store.store(part, partType));
    }
    if (meter.size() === 0 || store.files.length === 0) {
      throw new AppError('validation_error', 'The body holds no file.', {
        issues: [{ field: 'body', issue: 'must hold at least one file' }],
      });
    }
    const contentSha256 = hash('sha256', JSON.stringify(store.digests));
    return { files: store.files, sha256: meter.sha256(), contentSha256, discard };
  } catch (error) {
    await discard();
    throw error instanceof AppError ? error : storeFault(error);
  }
}
