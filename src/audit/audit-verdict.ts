import type { AuditRepository } from '../store/audit-repository.js';
import { type ChainLink, type ChainStart, verifyChain } from './audit-chain.js';
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
      /** The newest record that a checkpoint covers, and with it all before; 0 for none. */
      readonly signedTo: number;
      /** Number of segments in files, removed ones included; absent where there are none. */
      readonly segments?: number;
      /** The oldest record that still exists; absent where it is the very first one. */
      readonly from?: number;
    }
  | {
      readonly intact: false;
      readonly records: number;
      /** The first record that is, or may be, broken. */
      readonly brokenAt?: number;
      /** The checkpoint that is damaged or that contradicts the chain. */
      readonly checkpoint?: number;
      /** The damaged segment. */
      readonly segment?: number;
      readonly reason: string;
    };

/** Describes where a log is broken. */
export function placeOf({ brokenAt, checkpoint, segment }: BrokenVerdict): string {
  return [
    ...(brokenAt === undefined ? [] : [`record ${brokenAt}`]),
    ...(checkpoint === undefined ? [] : [`checkpoint ${checkpoint}`]),
    ...(brokenAt === undefined && segment !== undefined ? [`segment ${segment}`] : []),
  ].join(', ');
}

type BrokenVerdict = Extract<AuditVerdict, { readonly intact: false }>;

/** All existing records, oldest first: of the segments, then of the database. */
export function* allRecords(
  repository: Pick<AuditRepository, 'each'>,
  segments: readonly SealedSegment[],
  files: SegmentFiles,
): Generator<ChainLink> {
  for (const segment of segments) if (!segment.isPruned) yield* recordsOf(segment, files);
  yield* repository.each();
}

function verifyLinks(links: Iterable<ChainLink>, repository: AuditRepository, before: ChainStart) {
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

function misplacedIn(repository: AuditRepository, records: number): BrokenVerdict | undefined {
  const brokenAt = repository.firstMisplaced();
  if (brokenAt === undefined) return undefined;
  const reason = 'the record is stored under another target than its own';
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
 * Verifies the whole chain, first the segments and then the database, and compares it with its
 * checkpoints in both directions: a database that was reset to an older state or rewritten from some
 * record on, with hashes and counter, contradicts the checkpoints; checkpoints or segments that were
 * removed or replaced contradict the records that name them. Resetting everything alike is found only
 * with a copy of the checkpoints from another machine.
 */
export const verifyAudit = (
  repository: AuditRepository,
  crossCheck: AuditCrossCheck,
): AuditVerdict => repository.onSnapshot(() => verdictOf(repository, crossCheck));

function verdictOf(repository: AuditRepository, crossCheck: AuditCrossCheck): AuditVerdict {
  const { fault, checkpoints, segments: files } = crossCheck;
  const sealed = sealedLogOf(repository, crossCheck);
  if (sealed.fault !== undefined) return { intact: false, records: 0, ...sealed.fault };
  const { segments } = sealed;
  const before = beginningOf(segments);
  const collector = createFactCollector(checkpoints);
  const links = collector.watch(allRecords(repository, segments, files));
  const chain = verifyLinks(links, repository, before);
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
    intact: true,
    records,
    headHash,
    checkpoints: checkpoints.length,
    signedTo,
    ...(segments.length > 0 && { segments: segments.length }),
    ...(before.seq > 0 && { from: before.seq + 1 }),
  };
}
