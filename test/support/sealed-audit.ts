import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type AuditVerdict, verifyAudit } from '../../src/audit/audit-verdict.js';
import { pruneSegments } from '../../src/audit/pruning.js';
import { Sealing, type SealOptions } from '../../src/audit/sealing.js';
import { SegmentFolder } from '../../src/audit/segment-folder.js';
import { APPLIANCE, auditIn } from './audit-checkpoints.js';

export const HOUR_MS = 3_600_000;

/** An audit log whose records can leave the base, in segments of so many. */
export function sealedAuditIn(dataDir: string, most = 5, audit = auditIn(dataDir)) {
  const { repository, store, commit, file, clock } = audit;
  const folder = new SegmentFolder(dataDir);
  const shared = { store, commit, file, folder, clock };
  const sealing = new Sealing({ ...shared, most });
  return {
    ...audit,
    dataDir,
    folder,
    sealing,
    verdict: (): AuditVerdict => verifyAudit(repository, file.crossCheck()),
    /** Seals the records that a checkpoint covers, by default all of them. */
    async seal(options: Partial<SealOptions> = {}) {
      const { checkpoint } = await audit.checkpoint();
      const before = new Date(clock() + HOUR_MS).toISOString();
      const signedTo = checkpoint?.seq ?? 0;
      return sealing.seal({ by: APPLIANCE, before, signedTo, ...options });
    },
    prune: (before = new Date(clock() + HOUR_MS).toISOString()) =>
      pruneSegments(shared, { before, by: APPLIANCE }),
  };
}

export type SealedAudit = ReturnType<typeof sealedAuditIn>;

/** Rounds of some records, a checkpoint and a seal; more records at the end. */
export async function fillSealed(audit: SealedAudit, rounds: readonly number[]): Promise<void> {
  for (const count of rounds) {
    await audit.record(count);
    await audit.seal();
  }
  await audit.record(2);
}

export const recordsPath = (dataDir: string, number: number): string =>
  join(dataDir, 'audit', 'segments', `${String(number).padStart(6, '0')}.jsonl.gz`);

export const headerPath = (dataDir: string, number: number): string =>
  join(dataDir, 'audit', 'segments', `${String(number).padStart(6, '0')}.json`);

export const linesIn = (path: string): string[] =>
  gunzipSync(readFileSync(path)).toString().split('\n').slice(0, -1);

export const packed = (lines: readonly string[]): Buffer =>
  gzipSync(lines.map((line) => `${line}\n`).join(''));
