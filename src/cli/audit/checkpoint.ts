import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { Checkpoints } from '../../audit/checkpoints.js';
import { createAuditStore } from '../../store/audit-store.js';
import { createCommit } from '../../store/create-commit.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  configFor,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

/** Signs the current end of the chain, whether or not a daemon is running. */
export async function checkpoint(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output, clock } = context;
  const dataDir = configFor(context, options).data_dir;
  await withDatabase(context, options, async (database) => {
    const queue = commitQueue(context, database);
    const file = new CheckpointFile(dataDir);
    const store = createAuditStore(database, queue);
    const commit = createCommit({ database, queue });
    const checkpoints = new Checkpoints({ file, store, commit, clock });
    const { isNew, checkpoint: made } = await checkpoints.make(administrator(context));
    if (options.json) return output.out(json({ is_new: isNew, checkpoint: made ?? null }));
    if (made === undefined) return output.out('The audit log is empty: there is nothing to sign.');
    const { number, seq, head, at } = made;
    const what = isNew ? 'signed' : 'is up to date: nothing was recorded since';
    output.out(`Checkpoint ${number} ${what}\nrecord ${seq}, head ${head}, ${at}\n${file.path}`);
  });
}

/** Prints the public key, with which others can verify checkpoints. */
export async function key(context: CommandContext, options: CommonOptions): Promise<void> {
  const dataDir = configFor(context, options).data_dir;
  await withDatabase(context, options, () => {
    const pem = new CheckpointFile(dataDir).publicKey();
    context.output.out(options.json ? json({ public_key: pem }) : pem.trimEnd());
  });
}
