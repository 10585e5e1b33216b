import { existsSync } from 'node:fs';
import { AppError } from '../../core/errors.js';
import { type AuditVerdict, verifyAudit, type Witnesses } from '../../security/audit-verdict.js';
import {
  createCheckpointFile,
  readCheckpointFile,
  readPublicKey,
} from '../../security/checkpoint-file.js';
import { createAuditRepository } from '../../storage/audit-repository.js';
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  EXIT,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

export interface VerifyOptions extends CommonOptions {
  /** A copy of the checkpoints, kept elsewhere. */
  readonly checkpoints?: string;
  /** The public key, kept elsewhere. */
  readonly key?: string;
}

/** What the chain is held against: the appliance's own checkpoints, or a copy from elsewhere. */
function witnessesFor(dataDir: string, { checkpoints: copy, key }: VerifyOptions): Witnesses {
  const own = createCheckpointFile(dataDir);
  if (copy === undefined && key === undefined) return own.witnesses();
  const path = copy ?? own.path;
  if (!existsSync(path)) throw new AppError('not_found', `There are no checkpoints at ${path}.`);
  const publicKey = readPublicKey(key ?? own.keyPath);
  const read = () => readCheckpointFile(path, publicKey);
  return copy === undefined ? { ...read(), later: () => read().checkpoints } : read();
}

function sentence(verdict: AuditVerdict): string {
  if (!verdict.intact) {
    const { brokenAt, checkpoint, reason } = verdict;
    const places = [
      ...(brokenAt === undefined ? [] : [`record ${brokenAt}`]),
      ...(checkpoint === undefined ? [] : [`checkpoint ${checkpoint}`]),
    ];
    return `The audit log is NOT intact at ${places.join(', ')}: ${reason}.`;
  }
  const { records, headHash, checkpoints, signedTo } = verdict;
  const signed =
    checkpoints === 0
      ? 'No checkpoint vouches for it yet: wardbox audit checkpoint.'
      : `Signed checkpoints that agree with it: ${checkpoints}, the newest up to record ${signedTo}.`;
  return `The audit log is intact: ${records} records, head ${headHash}\n${signed}`;
}

export async function verify(context: CommandContext, options: VerifyOptions): Promise<void> {
  const { output } = context;
  const dataDir = configFor(context, options).data_dir;
  await withDatabase(context, options, (database) => {
    // Read before the records: what a running daemon adds meanwhile is then no contradiction.
    const witnesses = witnessesFor(dataDir, options);
    const repository = createAuditRepository(database);
    const verdict = database.transaction(() => verifyAudit(repository, witnesses))();
    if (!verdict.intact) context.exitCode = EXIT.notIntact;
    output.out(options.json ? json(verdict) : sentence(verdict));
  });
}
