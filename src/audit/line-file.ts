import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  truncateSync,
} from 'node:fs';

const NEWLINE = 0x0a;
/** Several times the length of any line. */
const MAX_LINE_BYTES = 8_192;

export interface LastLine {
  /** The last complete line; absent in an empty file. */
  readonly line?: string;
  /** Offset of its end with the newline: bytes after it are an incomplete line left by a crash. */
  readonly end: number;
}

/** Reads the last complete line of a file; a missing file has none. */
export function lastLineOf(path: string): LastLine {
  if (!existsSync(path)) return { end: 0 };
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - MAX_LINE_BYTES);
    const bytes = Buffer.alloc(size - from);
    readSync(descriptor, bytes, 0, bytes.length, from);
    const newline = bytes.lastIndexOf(NEWLINE);
    if (newline < 0) return { end: 0 };
    const start = newline === 0 ? 0 : bytes.lastIndexOf(NEWLINE, newline - 1) + 1;
    return { line: bytes.toString('utf8', start, newline), end: from + newline + 1 };
  } finally {
    closeSync(descriptor);
  }
}

/** Appends after the last complete line and cuts off an incomplete one; on disk when it returns. */
export function appendLine(path: string, line: string): void {
  if (existsSync(path)) truncateSync(path, lastLineOf(path).end);
  appendFileSync(path, `${line}\n`, { mode: 0o600, flush: true });
}
