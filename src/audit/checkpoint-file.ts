import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
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
import { appendLine, lastLineOf } from './line-file.js';
import type { SegmentSigner } from './segment.js';
import { SegmentFolder } from './segment-folder.js';
import { fileFault, makeKey, readPublicKey } from './signing-key.js';

const KEY_FILE = 'signing-key.pem';
const NEXT_KEY_FILE = 'signing-key.next.pem';
const CHECKPOINT_FILE = 'checkpoints.jsonl';

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
    return new CheckpointFile(dataDir).newest();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const privateKeyIn = (path: string) => createPrivateKey(readFileSync(path, 'utf8'));

/** Whether a line of checkpoints names a key as the one that signed it. */
const isSignedBy = (line: string, key: KeyObject): boolean =>
  line.includes(`"key":"${keyName(key)}"`);

/** The signing key and the checkpoints of an audit log, in `audit/` of the data folder. */
export class CheckpointFile {
  readonly path: string;
  readonly keyPath: string;
  readonly #dataDir: string;
  readonly #folder: string;
  /** The next key, until it has signed and the one before it is deleted. */
  readonly #nextPath: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'audit');
    this.path = join(this.#folder, CHECKPOINT_FILE);
    this.keyPath = join(this.#folder, KEY_FILE);
    this.#nextPath = join(this.#folder, NEXT_KEY_FILE);
  }

  /** The public key as PEM. The key is made if there is none. */
  publicKey(): string {
    this.#ensureKey();
    return readPublicKey(this.keyPath).export({ type: 'spki', format: 'pem' }).toString();
  }

  /** All checkpoints; no key is made. */
  read(): CheckpointsRead {
    if (!existsSync(this.keyPath) && !existsSync(this.path)) {
      return { checkpoints: [], keys: new Map() };
    }
    return readCheckpointFile(this.path, readPublicKey(this.keyPath));
  }

  /** What a chain is compared with: all checkpoints, and the segments. */
  crossCheck(): AuditCrossCheck {
    const segments = new SegmentFolder(this.#dataDir);
    return { ...this.read(), later: () => this.read(), segments };
  }

  /**
   * The last one, without verifying those before.
   *
   * @throws AppError `conflict` when it is damaged
   */
  newest(): KeptCheckpoint | undefined {
    const { line } = lastLineOf(this.path);
    if (line === undefined) return undefined;
    // During a change of keys the new one has signed before it is in its final place.
    const next = existsSync(this.#nextPath) ? readPublicKey(this.#nextPath) : undefined;
    const isNext = next !== undefined && isSignedBy(line, next);
    return this.#newestBy(isNext ? next : readPublicKey(this.keyPath));
  }

  /**
   * Signs and appends; on disk when it returns. To be called under the database's write lock, as are
   * all methods below.
   */
  append(facts: CheckpointFacts): KeptCheckpoint {
    this.#prepare();
    return this.#sign(facts, this.newest());
  }

  /**
   * Makes a new key, signed by the old one, which signs from then on: two checkpoints, one of each key.
   * The old private key is deleted when this returns.
   */
  handOver(facts: CheckpointFacts): readonly [handover: KeptCheckpoint, first: KeptCheckpoint] {
    this.#prepare();
    const last = this.newest();
    makeKey(this.#nextPath);
    const handover = this.#sign(facts, last, readPublicKey(this.#nextPath));
    return [handover, this.#signWithNext(handover)];
  }

  signer(): SegmentSigner {
    this.#prepare();
    const privateKey = privateKeyIn(this.keyPath);
    const key = keyName(readPublicKey(this.keyPath));
    return { key, sign: (text) => sign(null, text, privateKey).toString('base64') };
  }

  #prepare(): void {
    this.#ensureKey();
    this.#settle();
  }

  #ensureKey(): void {
    if (existsSync(this.keyPath)) return;
    if (existsSync(this.path)) {
      // A new key would make everything signed with the lost one look foreign.
      const fault = 'is missing, the key of the checkpoints in the same folder.';
      throw fileFault(`${this.keyPath} ${fault}`);
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o700);
    makeKey(this.keyPath);
  }

  /** Completes or undoes a change of keys that a crash has interrupted. */
  #settle(): void {
    if (!existsSync(this.#nextPath)) return;
    const { line = '' } = lastLineOf(this.path);
    const next = readPublicKey(this.#nextPath);
    if (isSignedBy(line, next)) {
      this.#newestBy(next);
      this.#replaceKey();
      return;
    }
    const last = this.#newestBy(readPublicKey(this.keyPath));
    const nextInBase64 = next.export({ type: 'spki', format: 'der' }).toString('base64');
    if (last?.handover?.next === nextInBase64) this.#signWithNext(last);
    else rmSync(this.#nextPath);
  }

  /** @throws AppError `conflict` for a newest checkpoint that is damaged or by another key */
  #newestBy(publicKey: KeyObject): KeptCheckpoint | undefined {
    const { line } = lastLineOf(this.path);
    if (line === undefined) return undefined;
    try {
      return readCheckpoint(line, publicKey);
    } catch (cause) {
      const message = `The newest checkpoint in ${this.path} is damaged: ${messageOf(cause)}.`;
      throw new AppError('conflict', message, { cause });
    }
  }

  #sign(
    facts: CheckpointFacts,
    last: KeptCheckpoint | undefined,
    next?: KeyObject,
  ): KeptCheckpoint {
    const privateKey = privateKeyIn(this.keyPath);
    const signing = { privateKey, ...(next && { next }) };
    const { line, checkpoint } = signCheckpoint(facts, last, signing);
    appendLine(this.path, line);
    syncPath(this.#folder);
    return checkpoint;
  }

  /** The first checkpoint of the next key, which then replaces the one before it. */
  #signWithNext(handover: KeptCheckpoint): KeptCheckpoint {
    const privateKey = privateKeyIn(this.#nextPath);
    const { line, checkpoint } = signCheckpoint(handover, handover, { privateKey });
    appendLine(this.path, line);
    this.#replaceKey();
    return checkpoint;
  }

  #replaceKey(): void {
    renameSync(this.#nextPath, this.keyPath);
    syncPath(this.#folder);
  }
}
