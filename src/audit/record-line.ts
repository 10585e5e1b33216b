import type { ChainLink } from './audit-chain.js';

/**
 * A record with everything that its hash covers. The event comes last and as the hashed text, so
 * that a verifier of the file can cut it out instead of serializing it identically.
 */
export function recordLine({ seq, at, prevHash, hash, event }: ChainLink): string {
  const hashes = `"prev_hash":"${prevHash.toString('hex')}","hash":"${hash.toString('hex')}"`;
  return `{"seq":${seq},"at":${JSON.stringify(at)},${hashes},"event":${event}}`;
}

const LINE =
  /^\{"seq":(\d{1,15}),"at":"([^"\\]*)","prev_hash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","event":(.*)\}$/s;

/** Parses a line; undefined for any text that `recordLine` would not return. */
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
