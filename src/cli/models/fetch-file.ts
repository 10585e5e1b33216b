import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';

/** Without a byte for so long a source is given up. */
const PATIENCE_MS = 60_000;

export interface FetchOptions {
  /** What it must have; nothing where it has never been looked up. */
  readonly sha256?: string | undefined;
  readonly mostBytes: number;
  /** Told how many bytes have come so far. */
  readonly told: (bytes: number) => void;
}

/** Where a redirect leads can be seen, and why a connection failed is in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  return cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`;
}

const refuse = (url: string, why: string, cause?: unknown) =>
  new AppError('unprocessable', `${url} cannot be had: ${why}.`, { cause });

async function receive(
  url: string,
  path: string,
  { mostBytes, told }: FetchOptions,
): Promise<string> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error('nothing came any more')), PATIENCE_MS);
  const digest = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    const response = await fetch(url, { signal: patience.signal });
    if (!response.ok || response.body === null) throw refuse(url, `status ${response.status}`);
    for await (const chunk of response.body) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > mostBytes) throw refuse(url, `it has more than ${mostBytes} bytes`);
      digest.update(chunk);
      await file.writeFile(chunk);
      told(bytes);
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
 * Fetches a file from a public source, for a person at the command line: the daemon never does.
 *
 * @returns its SHA-256
 * @throws AppError when it cannot be had whole, or is not the one that is meant
 */
export async function fetchFile(url: string, path: string, options: FetchOptions): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sha256 = await receive(url, path, options);
  if (options.sha256 !== undefined && options.sha256 !== sha256) {
    throw refuse(url, `its SHA-256 is ${sha256}, and ${options.sha256} is meant`);
  }
  return sha256;
}
