import type { AuditRepository } from '../storage/audit-repository.js';
import { type ChainLink, type ChainVerdict, verifyChain } from './audit-chain.js';
import type { AuditEvent } from './audit-log.js';
import type { CheckpointFault, CheckpointsRead, KeptCheckpoint } from './checkpoint.js';

export const CHECKPOINT_ACTION = 'audit.checkpoint';

/** How a record names a checkpoint in its target: `4:` and the hash of its line. */
export const checkpointTarget = ({ number, hash }: KeptCheckpoint): string => `${number}:${hash}`;

const TARGET = /^(\d{1,15}):([0-9a-f]{64})$/;

export interface Witnesses extends Pick<CheckpointsRead, 'checkpoints' | 'fault'> {
  /**
   * Those that there are after the walk, as a daemon may make some meanwhile. Absent for a copy kept
   * elsewhere, which may lack the newest.
   */
  readonly later?: () => readonly KeptCheckpoint[];
}

export type AuditVerdict =
  | {
      readonly intact: true;
      readonly records: number;
      readonly headHash: string;
      readonly checkpoints: number;
      /** The newest record that a checkpoint vouches for, and with it all before; 0 for none. */
      readonly signedTo: number;
    }
  | {
      readonly intact: false;
      readonly records: number;
      /** Where the chain is broken, or where it can first be so. */
      readonly brokenAt?: number;
      /** The checkpoint that is amiss or that the chain contradicts. */
      readonly checkpoint?: number;
      readonly reason: string;
    };

/** What is to be known of the chain to hold it against the checkpoints, gathered on the way. */
function createObserver(checkpoints: readonly KeptCheckpoint[]) {
  const asked = new Set(checkpoints.map(({ seq }) => seq));
  const hashes = new Map<number, string>();
  const named: { seq: number; number: number; hash: string }[] = [];

  function note({ seq, hash, event }: ChainLink): void {
    if (asked.has(seq)) hashes.set(seq, hash.toString('hex'));
    if (!event.includes(CHECKPOINT_ACTION)) return;
    const { action, target = '' } = JSON.parse(event) as AuditEvent;
    const [, number, name] = TARGET.exec(target) ?? [];
    if (action !== CHECKPOINT_ACTION || number === undefined || name === undefined) return;
    named.push({ seq, number: Number(number), hash: name });
  }

  return {
    hashes,
    named,
    *watch(links: Iterable<ChainLink>): Generator<ChainLink> {
      for (const link of links) {
        yield link;
        // Only after it was found to be sound.
        note(link);
      }
    },
  };
}

type Observed = Pick<ReturnType<typeof createObserver>, 'hashes' | 'named'>;
type Contradiction = CheckpointFault & { readonly brokenAt?: number };

/** The first checkpoint that saw another chain. */
function contradiction(
  { checkpoints }: Witnesses,
  { hashes }: Observed,
  records: number,
): Contradiction | undefined {
  let agreed = 0;
  for (const { number: checkpoint, seq, head, highest, at } of checkpoints) {
    if (Math.max(seq, highest) > records) {
      const reason = `the newest records were removed: at ${at} there were ${Math.max(seq, highest)}`;
      return { checkpoint, brokenAt: records + 1, reason };
    }
    if (hashes.get(seq) !== head) {
      const reason = `the records up to ${seq} are not those that were there at ${at}`;
      return { checkpoint, brokenAt: agreed + 1, reason };
    }
    agreed = seq;
  }
  return undefined;
}

/** The first checkpoint that the chain names and that is not there, or is another one. */
function unwitnessed(
  { checkpoints, later }: Witnesses,
  { named }: Observed,
): Contradiction | undefined {
  const isNewer = named.some(({ number }) => number > checkpoints.length);
  const all = isNewer && later !== undefined ? later() : checkpoints;
  for (const { seq, number, hash } of named) {
    const kept = all[number - 1];
    if (kept === undefined && later === undefined) continue;
    if (kept?.hash === hash) continue;
    const what = kept === undefined ? 'it is missing' : 'it is another one';
    return { checkpoint: number, reason: `${what}: record ${seq} names it` };
  }
  return undefined;
}

function chainVerdict(repository: AuditRepository, links: Iterable<ChainLink>): ChainVerdict {
  const verdict = verifyChain(links, repository.highestEver());
  const misplaced = verdict.intact ? repository.firstMisplaced() : undefined;
  if (misplaced === undefined) return verdict;
  const reason = 'the record is kept under another target than its own';
  return { intact: false, records: verdict.records, brokenAt: misplaced, reason };
}

/**
 * Walks the whole chain and holds it against its checkpoints, and these against it: a base that was
 * set back to an older state or rewritten from some record on, hashes, counter and all, contradicts
 * the checkpoints; checkpoints that were removed or made anew contradict the records that name them.
 * Whoever sets back both alike is only found against a copy of the checkpoints kept elsewhere.
 */
export function verifyAudit(repository: AuditRepository, witnesses: Witnesses): AuditVerdict {
  const observer = createObserver(witnesses.checkpoints);
  const chain = chainVerdict(repository, observer.watch(repository.each()));
  if (!chain.intact) return chain;
  const { records, headHash } = chain;
  const { fault, checkpoints } = witnesses;
  const wrong =
    contradiction(witnesses, observer, records) ?? fault ?? unwitnessed(witnesses, observer);
  if (wrong !== undefined) return { intact: false, records, ...wrong };
  const signedTo = checkpoints.at(-1)?.seq ?? 0;
  return { intact: true, records, headHash, checkpoints: checkpoints.length, signedTo };
}
