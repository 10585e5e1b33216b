import type { Clock } from '../core/clock.js';
import type { AuditStore } from '../store/audit-store.js';
import type { Commit } from '../store/unit-of-work.js';
import type { AuditEvent } from './audit-log.js';
import { CheckpointFile } from './checkpoint-file.js';
import { Checkpoints } from './checkpoints.js';
import { Sealing } from './sealing.js';
import { SegmentFolder } from './segment-folder.js';

export interface AuditKeepingParts {
  readonly dataDir: string;
  readonly store: AuditStore;
  readonly commit: Commit<AuditEvent>;
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
  const file = new CheckpointFile(dataDir);
  const folder = new SegmentFolder(dataDir);
  return {
    file,
    folder,
    checkpoints: new Checkpoints({ file, ...shared }),
    sealing: new Sealing({ file, folder, ...shared }),
  };
}
