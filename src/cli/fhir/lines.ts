import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, messageOf } from '../../core/errors.js';

/** JSON text that stands in a file, or why what stands there cannot be read as text. */
export interface Piece {
  /** The line it begins in, from 1 on. */
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

/** The bytes of a file, decompressed where they are gzip, whatever the file is called. */
async function* bytesOf(file: string, told: (bytes: number) => void): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 262_144 });
  // What goes wrong with the file comes out of the end of the pipe too, and is thrown there.
  const source = isCompressed(file) ? pipeline(raw, createGunzip(), () => undefined) : raw;
  try {
    for await (const chunk of source) {
      told(raw.bytesRead);
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

async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Piece> {
  let parts: Buffer[] = [];
  let size = 0;
  let line = 0;
  const add = (part: Buffer) => {
    size += part.length;
    // The rest of a line that is too long is passed over without being kept.
    if (size <= mostBytes) parts.push(part);
  };
  const take = (): Piece => {
    line += 1;
    const piece: Piece =
      size > mostBytes ? { line, fault: 'too-long' } : decoded(line, Buffer.concat(parts));
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

/** A line of NDJSON is a whole object; the first line of a document that is laid out is not. */
function opensDocument({ text = '{}' }: Piece): boolean {
  const trimmed = text.trim();
  return !(trimmed.startsWith('{') && trimmed.endsWith('}'));
}

/** All lines of a document as one text. */
async function gathered(
  first: Piece,
  others: AsyncIterator<Piece>,
  mostBytes: number,
): Promise<Piece> {
  const { line } = first;
  const texts = [first.text ?? ''];
  let size = texts[0]?.length ?? 0;
  for (let next = await others.next(); next.done !== true; next = await others.next()) {
    const { text, fault } = next.value;
    if (fault !== undefined) return { line, fault };
    size += (text?.length ?? 0) + 1;
    if (size > mostBytes) return { line, fault: 'too-long' };
    texts.push(text ?? '');
  }
  return { line, text: texts.join('\n') };
}

/**
 * What a file holds: the lines of NDJSON, or one document over many lines.
 *
 * @param mostBytes of a line or a document; a longer one is told as a fault and not kept in memory
 * @param told how many bytes of the file were read so far
 */
export async function* piecesOf(
  file: string,
  mostBytes: number,
  told: (bytes: number) => void,
): AsyncGenerator<Piece> {
  const lines = linesOf(bytesOf(file, told), mostBytes);
  let isFirst = true;
  for await (const piece of lines) {
    if (isBlank(piece)) continue;
    if (isFirst && opensDocument(piece)) {
      yield await gathered(piece, lines, mostBytes);
      return;
    }
    isFirst = false;
    yield piece;
  }
}
