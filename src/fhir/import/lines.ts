import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A JSON text of a file, or why it cannot be read as text. */
export interface Piece {
  /** The line in which it begins, from 1 on. */
  readonly line: number;
  readonly text?: string;
  readonly fault?: 'encoding' | 'too-long';
}

const NEWLINE = 0x0a;

async function* joined(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Decompresses what is gzip, whatever it is called. */
async function* inflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    let head: Uint8Array = new Uint8Array(0);
    for (let isEnd = false; head.length < 2 && !isEnd; ) {
      const next = await chunks.next();
      isEnd = next.done === true;
      if (next.done !== true) head = Buffer.concat([head, next.value]);
    }
    const bytes = joined(head, chunks);
    // Errors of the source also reach the end of the pipe, and are thrown there.
    if (isGzip(head)) yield* pipeline(Readable.from(bytes), createGunzip(), () => undefined);
    else yield* bytes;
  } finally {
    await chunks.return?.();
  }
}

function decoded(line: number, bytes: Buffer): Piece {
  try {
    return { line, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { line, fault: 'encoding' };
  }
}

async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Piece> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let line = 0;
  const add = (part: Uint8Array) => {
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
 * Yields what a file holds: the lines of NDJSON, or one document over many lines.
 *
 * @param bytes of the file, gzip or not
 * @param maxBytes of a line or a document; a longer one is yielded as a fault, not kept in memory
 */
export async function* piecesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Piece> {
  const lines = linesOf(inflated(bytes), maxBytes);
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
