import { hash, type KeyObject } from 'node:crypto';
import { messageOf } from '../core/errors.js';
import { keyName } from '../core/key-name.js';
import {
  FOREIGN,
  type KeptCheckpoint,
  keyInDer,
  readCheckpoint,
  readLine,
  ZEROS,
} from './checkpoint.js';

/** A fault in a file of checkpoints, and which checkpoint has it. */
export interface CheckpointFault {
  readonly checkpoint: number;
  readonly reason: string;
}

/** Public keys by their names. */
export type Keys = ReadonlyMap<string, KeyObject>;

export interface CheckpointsRead {
  /** The valid ones before the fault, if there is one. */
  readonly checkpoints: readonly KeptCheckpoint[];
  /** Keys that have signed, or may sign, from the first to the newest. */
  readonly keys: Keys;
  readonly fault?: CheckpointFault;
}

function orderReason(read: KeptCheckpoint, last: KeptCheckpoint | undefined): string | undefined {
  if (read.number !== (last?.number ?? 0) + 1) return 'it is missing, or out of order';
  if (read.previous !== (last?.hash ?? ZEROS)) return 'it does not follow the one before it';
  if (read.seq < (last?.seq ?? 0)) return 'it is behind the one before it';
  return undefined;
}

/** The key that must have signed the first line, if that is known before verification. */
function firstKey(line: string | undefined): string | undefined {
  try {
    return line === undefined ? undefined : readLine(line).key;
  } catch {
    return undefined;
  }
}

/**
 * All keys that the lines name, and the trusted one. A line that names a key proves nothing: only the
 * current key of the sequence may sign.
 */
function namedKeys(lines: readonly string[], trusted: KeyObject): Map<string, KeyObject> {
  const keys = new Map([[keyName(trusted), trusted]]);
  for (const line of lines) {
    if (!line.includes('"next":')) continue;
    try {
      const { handover } = readLine(line);
      for (const der of handover === undefined ? [] : [handover.public, handover.next]) {
        const key = keyInDer(der);
        keys.set(keyName(key), key);
      }
    } catch {
      // Reported when this line is reached.
    }
  }
  return keys;
}

const nextName = (der: string) => hash('sha256', Buffer.from(der, 'base64'), 'hex');

/**
 * Reads the valid beginning of a file of checkpoints, one JSON object per line: each signed with the
 * current key, unchanged, none missing, each naming the one before it. An incomplete last line left
 * by a crash is ignored.
 *
 * A key hands over to the next one in the last checkpoint that it signs. The trusted key may be any of
 * them: later checkpoints are proven by signatures, earlier ones by the hashes in what it has signed
 * itself. It must therefore be the first, or have signed something.
 */
export function readCheckpoints(text: string, trusted: KeyObject): CheckpointsRead {
  const lines = text.split('\n').slice(0, -1);
  const named = namedKeys(lines, trusted);
  const name = keyName(trusted);
  const checkpoints: KeptCheckpoint[] = [];
  let turn = firstKey(lines[0]);
  const turns = new Set([name, ...(turn === undefined ? [] : [turn])]);
  let hasSigned = lines.length === 0 || turn === name;

  const keys = () => new Map([...named].filter(([one]) => turns.has(one)));
  for (const line of lines) {
    const last = checkpoints.at(-1);
    try {
      const checkpoint = readCheckpoint(line, named.get(turn ?? name));
      const reason = orderReason(checkpoint, last);
      if (reason !== undefined) throw new Error(reason);
      checkpoints.push(checkpoint);
      hasSigned ||= checkpoint.key === name;
      if (checkpoint.handover === undefined) continue;
      turn = nextName(checkpoint.handover.next);
      turns.add(turn);
    } catch (error) {
      const fault = { checkpoint: (last?.number ?? 0) + 1, reason: messageOf(error) };
      return { checkpoints, keys: keys(), fault };
    }
  }
  if (hasSigned) return { checkpoints, keys: keys() };
  return { checkpoints: [], keys: keys(), fault: { checkpoint: 1, reason: FOREIGN } };
}
