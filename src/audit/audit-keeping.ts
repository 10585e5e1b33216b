import type { Clock } from '../core/clock.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { CommitQueue } from '../store/commit-queue.js';
import type { AuditEvent } from './audit-log.js';
import { type CheckpointFile, createCheckpointFile } from './checkpoint-file.js';
import { type Checkpoints, createCheckpoints } from './checkpoints.js';
import { createSealing, type Sealing } from './sealing.js';
import { createSegmentFolder, type SegmentFolder } from './segment-folder.js';

export interface AuditKeepingParts {
  readonly dataDir: string;
  readonly repository: AuditRepository;
  readonly queue: CommitQueue<AuditEvent>;
  readonly clock: Clock;
}

/** Parts of a data folder's audit log besides the database: checkpoints and sealed segments. */
export interface AuditKeeping {
  readonly file: CheckpointFile;
  readonly folder: SegmentFolder;
  readonly checkpoints: Checkpoints;
  readonly sealing: Sealing;
}

export function createAuditKeeping(parts: AuditKeepingParts): AuditKeeping {
  const { dataDir, ...shared } = parts;
  const file = createCheckpointFile(dataDir);
  const folder = createSegmentFolder(dataDir);
  return {
    file,
    folder,
    checkpoints: createCheckpoints({ file, ...shared }),
    sealing: createSealing({ file, folder, ...shared }),
  };
}
