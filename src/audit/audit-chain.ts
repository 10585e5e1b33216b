import { hash } from 'node:crypto';

/** A record of the chain; `hash` covers all other fields and, through `prevHash`, all earlier records. */
export interface ChainLink {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

export type ChainVerdict =
  | { readonly intact: true; readonly records: number; readonly headHash: string }
  | {
      readonly intact: false;
      readonly records: number;
      readonly brokenAt: number;
      readonly reason: string;
    };

export const GENESIS_HASH = Buffer.alloc(32);

/**
 * SHA-256 over a domain line, the number, the time, the previous hash in hex and the event's exact
 * text, each ended by a newline: no two records have the same input.
 */
export function linkHash(link: Omit<ChainLink, 'hash'>): Buffer {
  const { seq, at, prevHash, event } = link;
  const lines = `wardbox-audit-1\n${seq}\n${at}\n${prevHash.toString('hex')}\n${event}\n`;
  return hash('sha256', lines, 'buffer');
}

/** Returns the link that follows `last` (the very first one when there is none). */
export function nextLink(last: ChainLink | undefined, at: string, event: string): ChainLink {
  const [seq, prevHash] = [(last?.seq ?? 0) + 1, last?.hash ?? GENESIS_HASH];
  return { seq, at, event, prevHash, hash: linkHash({ seq, at, event, prevHash }) };
}

/** The record after which verification begins; number 0 before the very first one. */
export type ChainStart = Pick<ChainLink, 'seq' | 'hash'>;

/**
 * Verifies the chain from its first record, or from the one after `before`. Finds an edited, removed,
 * inserted or reordered record and its number; a removed end is found when `highestEver` (the
 * counter that the database keeps by itself) differs from the last record's number. Rewriting
 * records, hashes and counter alike is found only with a copy of `headHash` from another machine.
 */
export function verifyChain(
  links: Iterable<ChainLink>,
  highestEver: number,
  before: ChainStart = { seq: 0, hash: GENESIS_HASH },
): ChainVerdict {
  let last: ChainStart = before;
  let records = 0;
  const broken = (brokenAt: number, reason: string): ChainVerdict => ({
    intact: false,
    records,
    brokenAt,
    reason,
  });
  for (const link of links) {
    const expected = last.seq + 1;
    if (link.seq !== expected) return broken(expected, 'the record is missing');
    if (!link.prevHash.equals(last.hash)) {
      return broken(link.seq, 'the record does not follow the one before it');
    }
    if (!link.hash.equals(linkHash(link))) return broken(link.seq, 'the record was changed');
    last = link;
    records += 1;
  }
  if (highestEver > last.seq) return broken(last.seq + 1, 'the newest records were removed');
  if (highestEver < last.seq) return broken(last.seq, 'the counter of records was set back');
  return { intact: true, records, headHash: last.hash.toString('hex') };
}
