import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { messageOf } from '../core/errors.js';
import { keyName } from '../core/key-name.js';

/** The state of the audit chain at one moment, signed and kept outside the database. */
export interface Checkpoint {
  /** 1, 2, 3 … */
  readonly number: number;
  /** The newest record and its hash, hex. */
  readonly seq: number;
  readonly head: string;
  /** The highest number ever given to a record, by the database's own counter. */
  readonly highest: number;
  readonly at: string;
  /** SHA-256 of the public key in DER (SubjectPublicKeyInfo), hex. */
  readonly key: string;
  /** SHA-256 of the line of the checkpoint before, hex; zeros in the first. */
  readonly previous: string;
  /** In the last checkpoint of a key: that key and the one that signs from then on. */
  readonly handover?: KeyHandover;
}

/** Public keys in DER, base64. */
export interface KeyHandover {
  readonly public: string;
  readonly next: string;
}

/** The claims of a checkpoint about the chain. */
export type CheckpointFacts = Pick<Checkpoint, 'seq' | 'head' | 'highest' | 'at'>;

/** A checkpoint as written in the file. */
export interface KeptCheckpoint extends Checkpoint {
  /** SHA-256 of its line, hex: the chain and the next checkpoint name it by this. */
  readonly hash: string;
}

const FORMAT = 'wardbox-checkpoint-1';
const HANDOVER_FORMAT = 'wardbox-checkpoint-2';
export const ZEROS = '0'.repeat(64);

/** Concatenates values in their order, each ended by a newline: no two lists have the same text. */
export const signedLines = (values: readonly (string | number)[]): Buffer =>
  Buffer.from(values.map((value) => `${value}\n`).join(''));

function signedText(checkpoint: Checkpoint): Buffer {
  const { number, seq, head, highest, at, key, previous, handover } = checkpoint;
  const fields = [number, seq, head, highest, at, key, previous];
  if (handover === undefined) return signedLines([FORMAT, ...fields]);
  return signedLines([HANDOVER_FORMAT, ...fields, handover.public, handover.next]);
}

const derOf = (publicKey: KeyObject) => publicKey.export({ type: 'spki', format: 'der' });

const kept = (checkpoint: Checkpoint, line: string): KeptCheckpoint => ({
  ...checkpoint,
  hash: hash('sha256', line, 'hex'),
});

interface SigningKeys {
  readonly privateKey: KeyObject;
  /** The key that signs after this checkpoint. */
  readonly next?: KeyObject;
}

/**
 * Returns the checkpoint that follows `last`, and its line without the newline. The signature is
 * Ed25519 (RFC 8032) in base64.
 */
export function signCheckpoint(
  facts: CheckpointFacts,
  last: KeptCheckpoint | undefined,
  { privateKey, next }: SigningKeys,
): { line: string; checkpoint: KeptCheckpoint } {
  const { seq, head, highest, at } = facts;
  const publicKey = createPublicKey(privateKey);
  const number = (last?.number ?? 0) + 1;
  const previous = last?.hash ?? ZEROS;
  const fields = { number, seq, head, highest, at, key: keyName(publicKey), previous };
  const handover = next && {
    public: derOf(publicKey).toString('base64'),
    next: derOf(next).toString('base64'),
  };
  const checkpoint = { ...fields, ...(handover && { handover }) };
  const signature = sign(null, signedText(checkpoint), privateKey).toString('base64');
  const format = handover === undefined ? FORMAT : HANDOVER_FORMAT;
  const line = JSON.stringify({ format, ...fields, ...handover, signature });
  return { line, checkpoint: kept(checkpoint, line) };
}

export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

export const UNREADABLE = 'it cannot be read';

/** @throws Error for invalid JSON */
export function parsedLine(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch (cause) {
    throw new Error(UNREADABLE, { cause });
  }
}

function handoverOf(read: Record<string, unknown>): KeyHandover | undefined {
  const { format, public: own, next } = read;
  if (format === FORMAT && own === undefined && next === undefined) return undefined;
  if (format !== HANDOVER_FORMAT || typeof own !== 'string' || typeof next !== 'string') {
    throw new Error(UNREADABLE);
  }
  return { public: own, next };
}

type SignedCheckpoint = Checkpoint & { readonly signature: string };

/** @throws Error for a line that is not a checkpoint */
export function readLine(line: string): SignedCheckpoint {
  const read = parsedLine(line);
  const { number, seq, head, highest, at, key, previous, signature } = read;
  const handover = handoverOf(read);
  if (typeof at !== 'string' || typeof signature !== 'string') throw new Error(UNREADABLE);
  if (!isCount(number) || !isCount(seq) || !isCount(highest)) throw new Error(UNREADABLE);
  if (!isHash(head) || !isHash(key) || !isHash(previous)) throw new Error(UNREADABLE);
  const fields = { number, seq, head, highest, at, key, previous, signature };
  return { ...fields, ...(handover && { handover }) };
}

/** @throws Error unless it is an Ed25519 public key */
export function keyInDer(base64: string): KeyObject {
  try {
    const key = createPublicKey({
      key: Buffer.from(base64, 'base64'),
      format: 'der',
      type: 'spki',
    });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new Error(`${UNREADABLE} (${messageOf(cause)})`, { cause });
  }
  throw new Error(UNREADABLE);
}

export const FOREIGN = 'it was signed with a foreign key';
export const CHANGED = 'it was changed';

/** Checks that the owner of a key has signed these values; @throws Error with the fault */
export function checkSignature(
  { key, signature }: { key: string; signature: string },
  text: Buffer,
  publicKey: KeyObject | undefined,
): void {
  if (publicKey === undefined || key !== keyName(publicKey)) throw new Error(FOREIGN);
  if (!verify(null, text, publicKey, Buffer.from(signature, 'base64'))) throw new Error(CHANGED);
}

/**
 * Reads one line by itself, independent of the lines before it.
 *
 * @throws Error with the fault
 */
export function readCheckpoint(line: string, publicKey: KeyObject | undefined): KeptCheckpoint {
  const { signature, ...checkpoint } = readLine(line);
  checkSignature({ key: checkpoint.key, signature }, signedText(checkpoint), publicKey);
  return kept(checkpoint, line);
}
