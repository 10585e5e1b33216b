import type { AuditRepository } from '../storage/audit-repository.js';
import { type Before, type ChainLink, verifyChain } from './audit-chain.js';
import {
  type AuditCrossCheck,
  createFactCollector,
  findContradiction,
  findMissingCheckpoint,
  findMissingSegment,
} from './audit-cross-check.js';
import {
  beginningOf,
  readSealedLog,
  recordsOf,
  type SealedLog,
  type SealedSegment,
  SegmentDamage,
} from './sealed-log.js';
import type { SegmentFiles } from './segment-folder.js';

export type { AuditCrossCheck } from './audit-cross-check.js';

export type AuditVerdict =
  | {
      readonly intact: true;
      readonly records: number;
      readonly headHash: string;
      readonly checkpoints: number;
      /** The newest record that a checkpoint vouches for, and with it all before; 0 for none. */
      readonly signedTo: number;
      /** Stretches of records that lie in files, those removed included; absent where there are none. */
      readonly segments?: number;
      /** The oldest record that is there; absent where it is the first one of all. */
      readonly from?: number;
    }
  | {
      readonly intact: false;
      readonly records: number;
      /** Where the chain is broken, or where it can first be so. */
      readonly brokenAt?: number;
      /** The checkpoint that is amiss or that the chain contradicts. */
      readonly checkpoint?: number;
      /** The segment that is amiss. */
      readonly segment?: number;
      readonly reason: string;
    };

/** Where a log is broken, in words. */
export function placeOf({ brokenAt, checkpoint, segment }: Broken): string {
  return [
    ...(brokenAt === undefined ? [] : [`record ${brokenAt}`]),
    ...(checkpoint === undefined ? [] : [`checkpoint ${checkpoint}`]),
    ...(brokenAt === undefined && segment !== undefined ? [`segment ${segment}`] : []),
  ].join(', ');
}

type Broken = Extract<AuditVerdict, { readonly intact: false }>;

/** All records that are there, oldest first: of the segments, then of the base. */
export function* allRecords(
  repository: Pick<AuditRepository, 'each'>,
  segments: readonly SealedSegment[],
  files: SegmentFiles,
): Generator<ChainLink> {
  for (const segment of segments) if (!segment.isPruned) yield* recordsOf(segment, files);
  yield* repository.each();
}

function walk(links: Iterable<ChainLink>, repository: AuditRepository, before: Before) {
  let records = 0;
  function* counted() {
    for (const link of links) {
      yield link;
      records += 1;
    }
  }
  try {
    return verifyChain(counted(), repository.highestEver(), before);
  } catch (error) {
    if (!(error instanceof SegmentDamage)) throw error;
    return { intact: false, records, ...error.fault } as const;
  }
}

function misplacedIn(repository: AuditRepository, records: number): Broken | undefined {
  const brokenAt = repository.firstMisplaced();
  if (brokenAt === undefined) return undefined;
  const reason = 'the record is kept under another target than its own';
  return { intact: false, records, brokenAt, reason };
}

function sealedLogOf(
  repository: AuditRepository,
  { keys, later, segments }: AuditCrossCheck,
): SealedLog {
  const rows = repository.segments();
  const sealed = readSealedLog(rows, segments, keys);
  if (sealed.fault === undefined || later === undefined) return sealed;
  // It may have been sealed meanwhile, with a key that was new.
  return readSealedLog(rows, segments, later().keys);
}

/**
 * Walks the whole chain, through the segments that have left the base and then through the base, and
 * holds it against its checkpoints, and these against it: a base that was set back to an older state
 * or rewritten from some record on, hashes, counter and all, contradicts the checkpoints; checkpoints
 * or segments that were removed or made anew contradict the records that name them. Whoever sets back
 * all alike is only found against a copy of the checkpoints kept elsewhere.
 */
export function verifyAudit(
  repository: AuditRepository,
  crossCheck: AuditCrossCheck,
): AuditVerdict {
  const { fault, checkpoints, segments: files } = crossCheck;
  const sealed = sealedLogOf(repository, crossCheck);
  if (sealed.fault !== undefined) return { intact: false, records: 0, ...sealed.fault };
  const { segments } = sealed;
  const before = beginningOf(segments);
  const collector = createFactCollector(checkpoints);
  const links = collector.watch(allRecords(repository, segments, files));
  const chain = walk(links, repository, before);
  if (!chain.intact) return chain;
  const { records, headHash } = chain;
  const misplaced = misplacedIn(repository, records);
  if (misplaced !== undefined) return misplaced;
  const last = before.seq + records;
  const wrong =
    findContradiction(crossCheck, collector, { before, last }) ??
    fault ??
    findMissingCheckpoint(crossCheck, collector) ??
    findMissingSegment(segments, collector);
  if (wrong !== undefined) return { intact: false, records, ...wrong };
  const signedTo = checkpoints.at(-1)?.seq ?? 0;
  return {
    ...{ intact: true, records, headHash, checkpoints: checkpoints.length, signedTo },
    ...(segments.length > 0 && { segments: segments.length }),
    ...(before.seq > 0 && { from: before.seq + 1 }),
  };
}
