import type { ChainLink } from './audit-chain.js';

/**
 * A record with all that its hash covers. The event comes last and as the text that was hashed, so
 * that whoever verifies the file can cut it out instead of having to write it alike.
 */
export function recordLine({ seq, at, prevHash, hash, event }: ChainLink): string {
  const hashes = `"prev_hash":"${prevHash.toString('hex')}","hash":"${hash.toString('hex')}"`;
  return `{"seq":${seq},"at":${JSON.stringify(at)},${hashes},"event":${event}}`;
}

const LINE =
  /^\{"seq":(\d{1,15}),"at":"([^"\\]*)","prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","event":(.*)\}$/s;

/** The record of a line; nothing for any other text than `recordLine` gives. */
export function readRecordLine(line: string): ChainLink | undefined {
  const [, seq, at, prevHash, hash, event] = LINE.exec(line) ?? [];
  if (seq === undefined || at === undefined || event === undefined) return undefined;
  if (prevHash === undefined || hash === undefined) return undefined;
  return {
    seq: Number(seq),
    at,
    event,
    prevHash: Buffer.from(prevHash, 'hex'),
    hash: Buffer.from(hash, 'hex'),
  };
}
