import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { messageOf } from '../core/errors.js';

/** What was true of the audit chain at one moment, signed and kept outside the database. */
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
}

/** What a checkpoint says of the chain. */
export type CheckpointFacts = Pick<Checkpoint, 'seq' | 'head' | 'highest' | 'at'>;

/** A checkpoint as it stands in the file. */
export interface KeptCheckpoint extends Checkpoint {
  /** SHA-256 of its line, hex: by this the chain and the next checkpoint name it. */
  readonly hash: string;
}

/** What is wrong with a file of checkpoints, and with which of them. */
export interface CheckpointFault {
  readonly checkpoint: number;
  readonly reason: string;
}

export interface CheckpointsRead {
  /** Those before the fault, if there is one. */
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly fault?: CheckpointFault;
}

const FORMAT = 'wardbox-checkpoint-1';
const ZEROS = '0'.repeat(64);

/**
 * What is signed: a domain line and all fields in their order, each ended by a newline, so that no
 * two checkpoints have the same text.
 */
function signedText({ number, seq, head, highest, at, key, previous }: Checkpoint): Buffer {
  const fields = [FORMAT, number, seq, head, highest, at, key, previous];
  return Buffer.from(fields.map((field) => `${field}\n`).join(''));
}

/** SHA-256 of a public key in DER, hex: its name. */
export function keyName(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex');
}

const kept = (checkpoint: Checkpoint, line: string): KeptCheckpoint => ({
  ...checkpoint,
  hash: hash('sha256', line, 'hex'),
});

/**
 * The checkpoint that follows `last` in the file, and its line without the newline. The signature is
 * Ed25519 (RFC 8032) in base64.
 */
export function signCheckpoint(
  facts: CheckpointFacts,
  last: KeptCheckpoint | undefined,
  privateKey: KeyObject,
): { line: string; checkpoint: KeptCheckpoint } {
  const { seq, head, highest, at } = facts;
  const key = keyName(createPublicKey(privateKey));
  const number = (last?.number ?? 0) + 1;
  const checkpoint = { number, seq, head, highest, at, key, previous: last?.hash ?? ZEROS };
  const signature = sign(null, signedText(checkpoint), privateKey).toString('base64');
  const line = JSON.stringify({ format: FORMAT, ...checkpoint, signature });
  return { line, checkpoint: kept(checkpoint, line) };
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

const UNREADABLE = 'it cannot be read';

function parsed(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch (cause) {
    throw new Error(UNREADABLE, { cause });
  }
}

/** @throws Error for a line that is not a checkpoint */
function readLine(line: string): Signed {
  const read = parsed(line);
  const { format, number, seq, head, highest, at, key, previous, signature } = read;
  if (format !== FORMAT || typeof at !== 'string' || typeof signature !== 'string') {
    throw new Error(UNREADABLE);
  }
  if (!isCount(number) || !isCount(seq) || !isCount(highest)) throw new Error(UNREADABLE);
  if (!isHash(head) || !isHash(key) || !isHash(previous)) throw new Error(UNREADABLE);
  return { number, seq, head, highest, at, key, previous, signature };
}

type Signed = Checkpoint & { readonly signature: string };

function signatureFault(signed: Signed, publicKey: KeyObject): string | undefined {
  if (signed.key !== keyName(publicKey)) return 'it was signed with a foreign key';
  const signature = Buffer.from(signed.signature, 'base64');
  return verify(null, signedText(signed), publicKey, signature) ? undefined : 'it was changed';
}

function orderFault(read: Checkpoint, last: KeptCheckpoint | undefined): string | undefined {
  if (read.number !== (last?.number ?? 0) + 1) return 'it is missing, or out of its order';
  if (read.previous !== (last?.hash ?? ZEROS)) return 'it does not follow the one before it';
  if (read.seq < (last?.seq ?? 0)) return 'it is behind the one before it';
  return undefined;
}

/**
 * Reads one line by itself, whatever stands before it.
 *
 * @throws Error that says what is wrong with it
 */
export function readCheckpoint(line: string, publicKey: KeyObject): KeptCheckpoint {
  const signed = readLine(line);
  const reason = signatureFault(signed, publicKey);
  if (reason !== undefined) throw new Error(reason);
  const { signature: _, ...checkpoint } = signed;
  return kept(checkpoint, line);
}

/**
 * Reads a file of checkpoints, one JSON object a line, as far as they are sound: signed with this
 * key, unchanged, none missing, each naming the one before it. The beginning of a line that a crash
 * has left at the end is passed over.
 */
export function readCheckpoints(text: string, publicKey: KeyObject): CheckpointsRead {
  const lines = text.split('\n').slice(0, -1);
  const checkpoints: KeptCheckpoint[] = [];
  for (const line of lines) {
    const last = checkpoints.at(-1);
    try {
      const checkpoint = readCheckpoint(line, publicKey);
      const reason = orderFault(checkpoint, last);
      if (reason !== undefined) throw new Error(reason);
      checkpoints.push(checkpoint);
    } catch (error) {
      const fault = { checkpoint: (last?.number ?? 0) + 1, reason: messageOf(error) };
      return { checkpoints, fault };
    }
  }
  return { checkpoints };
}
