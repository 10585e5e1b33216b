import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';

/** A source that sends no byte for this long is given up. */
const PATIENCE_MS = 60_000;

export interface FetchOptions {
  /** The expected SHA-256; undefined where it is not known. */
  readonly sha256?: string | undefined;
  readonly maxBytes: number;
  /** Called with the number of bytes received so far. */
  readonly onProgress: (bytes: number) => void;
}

/** `fetch` hides the reason for a failed connection in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  return cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`;
}

const refuse = (url: string, why: string, cause?: unknown) =>
  new AppError('unprocessable', `${url} cannot be fetched: ${why}.`, { cause });

async function receive(
  url: string,
  path: string,
  { maxBytes, onProgress }: FetchOptions,
): Promise<string> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error('no more data came')), PATIENCE_MS);
  const digest = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    const response = await fetch(url, { signal: patience.signal });
    if (!response.ok || response.body === null) throw refuse(url, `status ${response.status}`);
    for await (const chunk of response.body) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw refuse(url, `it has more than ${maxBytes} bytes`);
      digest.update(chunk);
      await file.writeFile(chunk);
      onProgress(bytes);
    }
    await file.sync();
  } catch (error) {
    throw error instanceof AppError ? error : refuse(url, reasonOf(error), error);
  } finally {
    clearTimeout(timer);
    await file.close();
  }
  return digest.digest('hex');
}

/**
 * Downloads a file from a public source for a person at the command line: the daemon never does.
 *
 * @returns its SHA-256
 * @throws AppError when it cannot be downloaded completely, or has another SHA-256
 */
export async function fetchFile(url: string, path: string, options: FetchOptions): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sha256 = await receive(url, path, options);
  if (options.sha256 !== undefined && options.sha256 !== sha256) {
    throw refuse(url, `its SHA-256 is ${sha256}, expected was ${options.sha256}`);
  }
  return sha256;
}
