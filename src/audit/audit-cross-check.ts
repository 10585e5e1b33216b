import type { ChainLink, ChainStart } from './audit-chain.js';
import type { AuditEvent } from './audit-log.js';
import type { KeptCheckpoint } from './checkpoint.js';
import type { CheckpointsRead } from './checkpoint-list.js';
import type { SealedSegment } from './sealed-log.js';
import type { SegmentFiles } from './segment-folder.js';

export const CHECKPOINT_ACTION = 'audit.checkpoint';
export const SEAL_ACTION = 'audit.seal';
export const PRUNE_ACTION = 'audit.prune';

type NamedAction = typeof CHECKPOINT_ACTION | typeof SEAL_ACTION | typeof PRUNE_ACTION;

/** The name of a signed line in a record's target: its number and SHA-256, `4:ab…`. */
export const lineTarget = (number: number, hash: string): string => `${number}:${hash}`;

export const checkpointTarget = ({ number, hash }: KeptCheckpoint): string =>
  lineTarget(number, hash);

const TARGET = /^(\d{1,15}):([0-9a-f]{64})$/;

/** What a chain is compared with. */
export interface AuditCrossCheck extends CheckpointsRead {
  /**
   * The newest state after the verification, as a daemon may sign meanwhile. Absent for an external
   * copy, which may lack the newest lines.
   */
  readonly later?: () => CheckpointsRead;
  /** The records that were moved out of the database. */
  readonly segments: SegmentFiles;
}

interface NamedHash {
  readonly action: string;
  /** Number of the record that names the line. */
  readonly seq: number;
  readonly number: number;
  readonly hash: string;
}

const NAMING: readonly string[] = [CHECKPOINT_ACTION, SEAL_ACTION, PRUNE_ACTION];
const MAY_NAME = /"action":"audit\.(checkpoint|seal|prune)"/;

/** What the comparison with the signed lines needs of the chain, gathered while it is verified. */
export function createFactCollector(checkpoints: readonly KeptCheckpoint[]) {
  const wanted = new Set(checkpoints.map(({ seq }) => seq));
  const hashes = new Map<number, string>();
  const named: NamedHash[] = [];

  function note({ seq, hash, event }: ChainLink): void {
    if (wanted.has(seq)) hashes.set(seq, hash.toString('hex'));
    if (!MAY_NAME.test(event)) return;
    const { action, target = '' } = JSON.parse(event) as AuditEvent;
    const [, number, name] = TARGET.exec(target) ?? [];
    if (!NAMING.includes(action) || number === undefined || name === undefined) return;
    named.push({ action, seq, number: Number(number), hash: name });
  }

  return {
    hashes,
    namedBy: (action: NamedAction) => named.filter((one) => one.action === action),
    *watch(links: Iterable<ChainLink>): Generator<ChainLink> {
      for (const link of links) {
        yield link;
        // Only after it was verified.
        note(link);
      }
    },
  };
}

export type ChainFacts = Pick<ReturnType<typeof createFactCollector>, 'hashes' | 'namedBy'>;
/** A contradiction between a chain and its signed lines, and from which record on, if known. */
export interface Contradiction {
  readonly checkpoint?: number;
  readonly segment?: number;
  readonly brokenAt?: number;
  readonly reason: string;
}

/**
 * Returns the first checkpoint that contradicts the chain. Removed records are not compared.
 *
 * @param last number of the newest record
 */
export function findContradiction(
  { checkpoints }: AuditCrossCheck,
  { hashes }: ChainFacts,
  { before, last }: { before: ChainStart; last: number },
): Contradiction | undefined {
  let agreed = before.seq;
  for (const { number: checkpoint, seq, head, highest, at } of checkpoints) {
    if (seq < before.seq) continue;
    if (Math.max(seq, highest) > last) {
      const reason = `the newest records were removed: at ${at} there were ${Math.max(seq, highest)}`;
      return { checkpoint, brokenAt: last + 1, reason };
    }
    const seen = seq === before.seq ? before.hash.toString('hex') : hashes.get(seq);
    if (seen !== head) {
      const reason = `the records up to ${seq} are not those that existed at ${at}`;
      return { checkpoint, brokenAt: agreed + 1, reason };
    }
    agreed = seq;
  }
  return undefined;
}

/** Returns the first checkpoint that the chain names and that is missing or different. */
export function findMissingCheckpoint(
  { checkpoints, later }: AuditCrossCheck,
  { namedBy }: ChainFacts,
): Contradiction | undefined {
  const named = namedBy(CHECKPOINT_ACTION);
  const isNewer = named.some(({ number }) => number > checkpoints.length);
  const all = isNewer && later !== undefined ? later().checkpoints : checkpoints;
  for (const { seq, number, hash } of named) {
    const kept = all[number - 1];
    if (kept === undefined && later === undefined) continue;
    if (kept?.hash === hash) continue;
    const what = kept === undefined ? 'it is missing' : 'it is a different one';
    return { checkpoint: number, reason: `${what}: record ${seq} names it` };
  }
  return undefined;
}

/** Returns the first segment named by the chain but not the database, or removed without a record. */
export function findMissingSegment(
  segments: readonly SealedSegment[],
  { namedBy }: ChainFacts,
): Contradiction | undefined {
  for (const { seq, number, hash } of namedBy(SEAL_ACTION)) {
    const known = segments[number - 1];
    if (known?.name === hash) continue;
    const what = known === undefined ? 'it is missing' : 'it is a different one';
    return { segment: number, reason: `segment ${number}: ${what}: record ${seq} names it` };
  }
  // The record of an earlier removal may itself have been removed by a later one.
  const pruned = segments.findLast(({ isPruned }) => isPruned);
  if (pruned === undefined) return undefined;
  // It names the newest of the segments to be removed: a crash may have left some of them.
  const isRecorded = ({ number, hash }: NamedHash) =>
    number >= pruned.number && segments[number - 1]?.name === hash;
  if (namedBy(PRUNE_ACTION).some(isRecorded)) return undefined;
  const reason = `segment ${pruned.number}: no record says that its records were removed`;
  return { segment: pruned.number, brokenAt: pruned.first, reason };
}
