import { existsSync } from 'node:fs';
import {
  type AuditCrossCheck,
  type AuditVerdict,
  placeOf,
  verifyAudit,
} from '../../audit/audit-verdict.js';
import { CheckpointFile, readCheckpointFile } from '../../audit/checkpoint-file.js';
import { SegmentFolder } from '../../audit/segment-folder.js';
import { readPublicKey } from '../../audit/signing-key.js';
import { AppError } from '../../core/errors.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  EXIT,
  withDatabaseToRead,
} from '../context.js';
import { json } from '../output.js';

export interface VerifyOptions extends CommonOptions {
  /** A copy of the checkpoints from another machine. */
  readonly checkpoints?: string;
  /** A copy of the public key from another machine. */
  readonly key?: string;
}

/** What the chain is compared with: the appliance's own checkpoints, or a copy of them. */
function crossCheckFor(
  dataDir: string,
  { checkpoints: copy, key }: VerifyOptions,
): AuditCrossCheck {
  const own = new CheckpointFile(dataDir);
  if (copy === undefined && key === undefined) return own.crossCheck();
  const path = copy ?? own.path;
  if (!existsSync(path)) throw new AppError('not_found', `There are no checkpoints at ${path}.`);
  const publicKey = readPublicKey(key ?? own.keyPath);
  const read = () => readCheckpointFile(path, publicKey);
  const segments = new SegmentFolder(dataDir);
  if (copy === undefined) return { ...read(), later: read, segments };
  // The copy may be older than a change of the key; only the local file has the keys after it.
  const { keys } = readCheckpointFile(own.path, publicKey);
  return { ...read(), keys: new Map([...keys, ...read().keys]), segments };
}

function sentence(verdict: AuditVerdict): string {
  if (!verdict.intact) {
    return `The audit log is NOT intact at ${placeOf(verdict)}: ${verdict.reason}.`;
  }
  const { records, headHash, checkpoints, signedTo, segments, from } = verdict;
  const signed =
    checkpoints === 0
      ? 'No checkpoint covers it yet: wardbox audit checkpoint.'
      : `Signed checkpoints that match it: ${checkpoints}, the newest up to record ${signedTo}.`;
  return [
    `The audit log is intact: ${records} records, head ${headHash}`,
    signed,
    ...(segments === undefined ? [] : [`Sealed segments: ${segments}.`]),
    ...(from === undefined
      ? []
      : [`From record ${from} on: older ones were removed, as recorded.`]),
  ].join('\n');
}

export async function verify(context: CommandContext, options: VerifyOptions): Promise<void> {
  const { output } = context;
  const dataDir = configFor(context, options).data_dir;
  await withDatabaseToRead(context, options, (database) => {
    // Read before the records, so that what a running daemon adds in between is not a contradiction.
    const crossCheck = crossCheckFor(dataDir, options);
    const verdict = verifyAudit(createAuditRepository(database), crossCheck);
    if (!verdict.intact) context.exitCode = EXIT.notIntact;
    output.out(options.json ? json(verdict) : sentence(verdict));
  });
}
