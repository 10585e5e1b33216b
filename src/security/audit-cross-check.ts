import type { Before, ChainLink } from './audit-chain.js';
import type { AuditEvent } from './audit-log.js';
import type { KeptCheckpoint } from './checkpoint.js';
import type { CheckpointsRead } from './checkpoint-list.js';
import type { SealedSegment } from './sealed-log.js';
import type { SegmentFiles } from './segment-folder.js';

export const CHECKPOINT_ACTION = 'audit.checkpoint';
export const SEAL_ACTION = 'audit.seal';
export const PRUNE_ACTION = 'audit.prune';

type NamedAction = typeof CHECKPOINT_ACTION | typeof SEAL_ACTION | typeof PRUNE_ACTION;

/** How a record names a signed line in its target: its number and SHA-256, `4:ab…`. */
export const lineTarget = (number: number, hash: string): string => `${number}:${hash}`;

export const checkpointTarget = ({ number, hash }: KeptCheckpoint): string =>
  lineTarget(number, hash);

const TARGET = /^(\d{1,15}):([0-9a-f]{64})$/;

/** What a chain is held against. */
export interface AuditCrossCheck extends CheckpointsRead {
  /**
   * What there is after the walk, as a daemon may sign meanwhile. Absent for a copy kept elsewhere,
   * which may lack the newest.
   */
  readonly later?: () => CheckpointsRead;
  /** Where the records lie that have left the base. */
  readonly segments: SegmentFiles;
}

interface Named {
  readonly action: string;
  /** Of the record that names the line. */
  readonly seq: number;
  readonly number: number;
  readonly hash: string;
}

const NAMING: readonly string[] = [CHECKPOINT_ACTION, SEAL_ACTION, PRUNE_ACTION];
const MAY_NAME = /"action":"audit\.(checkpoint|seal|prune)"/;

/** What is to be known of the chain to hold it against the signed lines, gathered on the way. */
export function createFactCollector(checkpoints: readonly KeptCheckpoint[]) {
  const asked = new Set(checkpoints.map(({ seq }) => seq));
  const hashes = new Map<number, string>();
  const named: Named[] = [];

  function note({ seq, hash, event }: ChainLink): void {
    if (asked.has(seq)) hashes.set(seq, hash.toString('hex'));
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
        // Only after it was found to be sound.
        note(link);
      }
    },
  };
}

export type ChainFacts = Pick<ReturnType<typeof createFactCollector>, 'hashes' | 'namedBy'>;
/** What a chain and its signed lines disagree on, and from which record on, where that is known. */
export interface Contradiction {
  readonly checkpoint?: number;
  readonly segment?: number;
  readonly brokenAt?: number;
  readonly reason: string;
}

/**
 * The first checkpoint that saw another chain. Of records that were removed it is not asked.
 *
 * @param last number of the newest record
 */
export function findContradiction(
  { checkpoints }: AuditCrossCheck,
  { hashes }: ChainFacts,
  { before, last }: { before: Before; last: number },
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
      const reason = `the records up to ${seq} are not those that were there at ${at}`;
      return { checkpoint, brokenAt: agreed + 1, reason };
    }
    agreed = seq;
  }
  return undefined;
}

/** The first checkpoint that the chain names and that is not there, or is another one. */
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
    const what = kept === undefined ? 'it is missing' : 'it is another one';
    return { checkpoint: number, reason: `${what}: record ${seq} names it` };
  }
  return undefined;
}

/** The first segment that the chain names and the base does not, or whose removal nobody recorded. */
export function findMissingSegment(
  segments: readonly SealedSegment[],
  { namedBy }: ChainFacts,
): Contradiction | undefined {
  for (const { seq, number, hash } of namedBy(SEAL_ACTION)) {
    const known = segments[number - 1];
    if (known?.name === hash) continue;
    const what = known === undefined ? 'it is missing' : 'it is another one';
    return { segment: number, reason: `segment ${number}: ${what}: record ${seq} names it` };
  }
  // The record of an earlier removal may itself have been removed by a later one.
  const pruned = segments.findLast(({ isPruned }) => isPruned);
  if (pruned === undefined) return undefined;
  // It names the newest of those that were to go: a crash may have left some of them.
  const isRecorded = ({ number, hash }: Named) =>
    number >= pruned.number && segments[number - 1]?.name === hash;
  if (namedBy(PRUNE_ACTION).some(isRecorded)) return undefined;
  const reason = `segment ${pruned.number}: no record says that its records were removed`;
  return { segment: pruned.number, brokenAt: pruned.first, reason };
}
