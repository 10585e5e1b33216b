import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '../core/errors.js';
import { keyName } from '../core/key-name.js';
import { syncPath } from '../core/sync-path.js';
import type { SignedRecord } from '../store/open.js';
import type { AuditCrossCheck } from './audit-cross-check.js';
import {
  type CheckpointFacts,
  type KeptCheckpoint,
  readCheckpoint,
  signCheckpoint,
} from './checkpoint.js';
import { type CheckpointsRead, readCheckpoints } from './checkpoint-list.js';
import type { SegmentSigner } from './segment.js';
import { createSegmentFolder } from './segment-folder.js';
import { fileFault, makeKey, readPublicKey } from './signing-key.js';

/** The signing key and the checkpoints of an audit log, in `audit/` of the data folder. */
export interface CheckpointFile {
  readonly path: string;
  readonly keyPath: string;
  /** The public key as PEM. The key is made if there is none. */
  publicKey(): string;
  /** All checkpoints; no key is made. */
  read(): CheckpointsRead;
  /** What a chain is compared with: all checkpoints, and the segments. */
  crossCheck(): AuditCrossCheck;
  /**
   * The last one, without verifying those before.
   *
   * @throws AppError `conflict` when it is damaged
   */
  newest(): KeptCheckpoint | undefined;
  /**
   * Signs and appends; on disk when it returns. To be called under the database's write lock, as are
   * all methods below.
   */
  append(facts: CheckpointFacts): KeptCheckpoint;
  /**
   * Makes a new key, signed by the old one, which signs from then on: two checkpoints, one of each key.
   * The old private key is deleted when this returns.
   */
  handOver(facts: CheckpointFacts): readonly [handover: KeptCheckpoint, first: KeptCheckpoint];
  signer(): SegmentSigner;
}

const KEY_FILE = 'signing-key.pem';
const NEXT_KEY_FILE = 'signing-key.next.pem';
const CHECKPOINT_FILE = 'checkpoints.jsonl';
const NEWLINE = 0x0a;

interface End {
  /** The last complete line; absent in an empty file. */
  readonly line?: string;
  /** Offset of its end with the newline: bytes after it are an incomplete line left by a crash. */
  readonly at: number;
}

/** Several times the length of any line. */
const MAX_LINE_BYTES = 8_192;

function endOf(path: string): End {
  if (!existsSync(path)) return { at: 0 };
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - MAX_LINE_BYTES);
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

/** Appends after the last complete line and cuts off an incomplete one. */
function appendLine(path: string, line: string): void {
  if (existsSync(path)) truncateSync(path, endOf(path).at);
  appendFileSync(path, `${line}\n`, { mode: 0o600, flush: true });
}

/** Reads checkpoints from any file; a missing file has none. */
export function readCheckpointFile(path: string, publicKey: KeyObject): CheckpointsRead {
  return readCheckpoints(existsSync(path) ? readFileSync(path, 'utf8') : '', publicKey);
}

/**
 * The state that a database must have by the newest checkpoint of its data folder: read before the
 * database is opened. An invalid checkpoint proves nothing; verification reports it.
 */
export function newestSignedRecord(dataDir: string): SignedRecord | undefined {
  try {
    return createCheckpointFile(dataDir).newest();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const privateKeyIn = (path: string) => createPrivateKey(readFileSync(path, 'utf8'));

export function createCheckpointFile(dataDir: string): CheckpointFile {
  const folder = join(dataDir, 'audit');
  const keyPath = join(folder, KEY_FILE);
  const nextPath = join(folder, NEXT_KEY_FILE);
  const path = join(folder, CHECKPOINT_FILE);

  function ensureKey(): void {
    if (existsSync(keyPath)) return;
    if (existsSync(path)) {
      // A new key would make everything signed with the lost one look foreign.
      throw fileFault(`${keyPath} is missing, the key of the checkpoints in the same folder.`);
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    makeKey(keyPath);
  }

  function read(): CheckpointsRead {
    if (!existsSync(keyPath) && !existsSync(path)) return { checkpoints: [], keys: new Map() };
    return readCheckpointFile(path, readPublicKey(keyPath));
  }

  function lastSignedBy(publicKey: KeyObject): KeptCheckpoint | undefined {
    const { line } = endOf(path);
    if (line === undefined) return undefined;
    try {
      return readCheckpoint(line, publicKey);
    } catch (cause) {
      const message = `The newest checkpoint in ${path} is damaged: ${messageOf(cause)}.`;
      throw new AppError('conflict', message, { cause });
    }
  }

  function append(facts: CheckpointFacts, last: KeptCheckpoint | undefined, next?: KeyObject) {
    const privateKey = privateKeyIn(keyPath);
    const signing = { privateKey, ...(next && { next }) };
    const { line, checkpoint } = signCheckpoint(facts, last, signing);
    appendLine(path, line);
    syncPath(folder);
    return checkpoint;
  }

  /** The first checkpoint of the next key, which then replaces the one before it. */
  function succeed(handover: KeptCheckpoint): KeptCheckpoint {
    const { line, checkpoint } = signCheckpoint(handover, handover, {
      privateKey: privateKeyIn(nextPath),
    });
    appendLine(path, line);
    renameSync(nextPath, keyPath);
    syncPath(folder);
    return checkpoint;
  }

  /** Completes or undoes a change of keys that a crash has interrupted. */
  function settle(): void {
    if (!existsSync(nextPath)) return;
    const { line = '' } = endOf(path);
    const next = readPublicKey(nextPath);
    const isOf = (key: KeyObject) => line.includes(`"key":"${keyName(key)}"`);
    if (isOf(next)) {
      lastSignedBy(next);
      renameSync(nextPath, keyPath);
      syncPath(folder);
      return;
    }
    const last = lastSignedBy(readPublicKey(keyPath));
    const announced = next.export({ type: 'spki', format: 'der' }).toString('base64');
    if (last?.handover?.next === announced) succeed(last);
    else rmSync(nextPath);
  }

  function newest(): KeptCheckpoint | undefined {
    const { line } = endOf(path);
    if (line === undefined) return undefined;
    // During a change of keys the new one has signed before it is in its final place.
    const next = existsSync(nextPath) ? readPublicKey(nextPath) : undefined;
    const isNext = next !== undefined && line.includes(`"key":"${keyName(next)}"`);
    return lastSignedBy(isNext ? next : readPublicKey(keyPath));
  }

  return {
    path,
    keyPath,
    publicKey() {
      ensureKey();
      return readPublicKey(keyPath).export({ type: 'spki', format: 'pem' }).toString();
    },
    read,
    crossCheck: () => ({
      ...read(),
      later: read,
      segments: createSegmentFolder(dataDir),
    }),
    newest,
    append(facts) {
      ensureKey();
      settle();
      return append(facts, newest());
    },
    handOver(facts) {
      ensureKey();
      settle();
      const last = newest();
      makeKey(nextPath);
      const handover = append(facts, last, readPublicKey(nextPath));
      return [handover, succeed(handover)];
    },
    signer() {
      ensureKey();
      settle();
      const privateKey = privateKeyIn(keyPath);
      const key = keyName(readPublicKey(keyPath));
      return { key, sign: (text) => sign(null, text, privateKey).toString('base64') };
    },
  };
}
