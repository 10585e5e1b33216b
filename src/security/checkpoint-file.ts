import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '../core/errors.js';
import type { Witnesses } from './audit-verdict.js';
import {
  type CheckpointFacts,
  type CheckpointsRead,
  type KeptCheckpoint,
  readCheckpoint,
  readCheckpoints,
  signCheckpoint,
} from './checkpoint.js';

/** What an audit log is signed with and by what it is known, in `audit/` of the data folder. */
export interface CheckpointFile {
  readonly path: string;
  readonly keyPath: string;
  /** The public key as PEM. The key is made when there is none. */
  publicKey(): string;
  /** All checkpoints; nothing is made. */
  read(): CheckpointsRead;
  /** What a chain is to be held against: all that there are. */
  witnesses(): Witnesses;
  /**
   * The last one, without a look at those before.
   *
   * @throws AppError `conflict` when it is not sound
   */
  newest(): KeptCheckpoint | undefined;
  /** Signs and appends; on disk when it returns. To be called under the database's write lock. */
  append(facts: CheckpointFacts): KeptCheckpoint;
}

const KEY_FILE = 'signing-key.pem';
const CHECKPOINT_FILE = 'checkpoints.jsonl';
const NEWLINE = 0x0a;

function fault(message: string, cause?: unknown): AppError {
  return new AppError('internal_error', message, { cause });
}

/**
 * The public key of a file that holds it or the private one.
 *
 * @throws AppError `internal_error`
 */
export function readPublicKey(path: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(path, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is not an Ed25519 key');
    return key;
  } catch (cause) {
    throw fault(`The key ${path} cannot be read: ${messageOf(cause)}.`, cause);
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A new key under its name, whole or not at all; one that somebody else has just made stays. */
function makeKey(folder: string, path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const temporary = `${path}.${process.pid}`;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(temporary, pem, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
    syncFolder(folder);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

interface End {
  /** The last whole line; absent in an empty file. */
  readonly line?: string;
  /** Where it ends, its newline included: what a crash has left behind it is no line. */
  readonly at: number;
}

/** Several times as long as any line. */
const MOST_OF_A_LINE = 8_192;

function endOf(path: string): End {
  if (!existsSync(path)) return { at: 0 };
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - MOST_OF_A_LINE);
    const bytes = Buffer.alloc(size - from);
    readSync(descriptor, bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf(NEWLINE);
    if (end < 0) return { at: 0 };
    const start = end === 0 ? 0 : bytes.lastIndexOf(NEWLINE, end - 1) + 1;
    return { line: bytes.toString('utf8', start, end), at: from + end + 1 };
  } finally {
    closeSync(descriptor);
  }
}

/** Writes at the end of what is whole and cuts off what a crash has left there. */
function appendLine(path: string, at: number, line: string): void {
  if (existsSync(path)) truncateSync(path, at);
  appendFileSync(path, `${line}\n`, { mode: 0o600, flush: true });
}

/** Reads checkpoints from any file; one that is not there has none. */
export function readCheckpointFile(path: string, publicKey: KeyObject): CheckpointsRead {
  return readCheckpoints(existsSync(path) ? readFileSync(path, 'utf8') : '', publicKey);
}

export function createCheckpointFile(dataDir: string): CheckpointFile {
  const folder = join(dataDir, 'audit');
  const keyPath = join(folder, KEY_FILE);
  const path = join(folder, CHECKPOINT_FILE);

  function ensureKey(): void {
    if (existsSync(keyPath)) return;
    if (existsSync(path)) {
      // A new one would make all that was signed with the lost one look foreign.
      throw fault(`${keyPath} is missing, with which the checkpoints beside it were signed.`);
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    makeKey(folder, keyPath);
  }

  function read(): CheckpointsRead {
    if (!existsSync(keyPath) && !existsSync(path)) return { checkpoints: [] };
    return readCheckpointFile(path, readPublicKey(keyPath));
  }

  function newest({ line }: End): KeptCheckpoint | undefined {
    if (line === undefined) return undefined;
    const publicKey = readPublicKey(keyPath);
    try {
      return readCheckpoint(line, publicKey);
    } catch (cause) {
      const message = `The newest checkpoint in ${path} is not sound: ${messageOf(cause)}.`;
      throw new AppError('conflict', message, { cause });
    }
  }

  return {
    path,
    keyPath,
    publicKey() {
      ensureKey();
      return readPublicKey(keyPath).export({ type: 'spki', format: 'pem' }).toString();
    },
    read,
    witnesses: () => ({ ...read(), later: () => read().checkpoints }),
    newest: () => newest(endOf(path)),
    append(facts) {
      ensureKey();
      const end = endOf(path);
      const privateKey = createPrivateKey(readFileSync(keyPath, 'utf8'));
      const { line, checkpoint } = signCheckpoint(facts, newest(end), privateKey);
      appendLine(path, end.at, line);
      syncFolder(folder);
      return checkpoint;
    },
  };
}
