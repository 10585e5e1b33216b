import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, messageOf } from '../../core/errors.js';

/** A JSON text of a file, or why it cannot be read as text. */
export interface Piece {
  /** The line in which it begins, from 1 on. */
  readonly line: number;
  readonly text?: string;
  readonly fault?: 'encoding' | 'too-long';
}

const NEWLINE = 0x0a;

function isCompressed(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(2);
    return readSync(descriptor, head, 0, 2, 0) === 2 && head[0] === 0x1f && head[1] === 0x8b;
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a file, decompressed if they are gzip, regardless of the file's name. */
async function* bytesOf(file: string, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 262_144 });
  // Errors of the file also reach the end of the pipe, and are thrown there.
  const source = isCompressed(file) ? pipeline(raw, createGunzip(), () => undefined) : raw;
  try {
    for await (const chunk of source) {
      report(raw.bytesRead);
      yield chunk as Buffer;
    }
  } catch (cause) {
    const message = `${file} cannot be read to its end: ${messageOf(cause)}.`;
    throw new AppError('validation_error', message, { cause });
  }
}

function decoded(line: number, bytes: Buffer): Piece {
  try {
    return { line, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { line, fault: 'encoding' };
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Piece> {
  let parts: Buffer[] = [];
  let size = 0;
  let line = 0;
  const add = (part: Buffer) => {
    size += part.length;
    // The rest of a line that is too long is skipped and not kept in memory.
    if (size <= maxBytes) parts.push(part);
  };
  const take = (): Piece => {
    line += 1;
    const piece: Piece =
      size > maxBytes ? { line, fault: 'too-long' } : decoded(line, Buffer.concat(parts));
    parts = [];
    size = 0;
    return piece;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

const isBlank = ({ text }: Piece) => text?.trim() === '';

/** A line of NDJSON is a complete object; the first line of an indented document is not. */
function opensDocument({ text = '{}' }: Piece): boolean {
  const trimmed = text.trim();
  return !(trimmed.startsWith('{') && trimmed.endsWith('}'));
}

/** All lines of a document as one text. */
async function gathered(
  first: Piece,
  others: AsyncIterator<Piece>,
  maxBytes: number,
): Promise<Piece> {
  const { line } = first;
  const texts = [first.text ?? ''];
  let size = texts[0]?.length ?? 0;
  for (let next = await others.next(); next.done !== true; next = await others.next()) {
    const { text, fault } = next.value;
    if (fault !== undefined) return { line, fault };
    size += (text?.length ?? 0) + 1;
    if (size > maxBytes) return { line, fault: 'too-long' };
    texts.push(text ?? '');
  }
  return { line, text: texts.join('\n') };
}

/**
 * Yields the contents of a file: the lines of NDJSON, or one document over many lines.
 *
 * @param maxBytes of a line or a document; a longer one is yielded as a fault, not kept in memory
 * @param report called with the number of bytes of the file read so far
 */
export async function* piecesOf(
  file: string,
  maxBytes: number,
  report: (bytes: number) => void,
): AsyncGenerator<Piece> {
  const lines = linesOf(bytesOf(file, report), maxBytes);
  let isFirst = true;
  for await (const piece of lines) {
    if (isBlank(piece)) continue;
    if (isFirst && opensDocument(piece)) {
      yield await gathered(piece, lines, maxBytes);
      return;
    }
    isFirst = false;
    yield piece;
  }
}
