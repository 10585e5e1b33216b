import type { ChainLink } from '../../audit/audit-chain.js';
import { createAuditHistory } from '../../audit/audit-history.js';
import { type AuditEvent, actorText } from '../../audit/audit-log.js';
import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { namesOf } from '../../audit/subject.js';
import { invalidField } from '../../core/errors.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import { type CommandContext, type CommonOptions, configFor, withDatabase } from '../context.js';
import { json, table } from '../output.js';

export interface TailOptions extends CommonOptions {
  readonly lines: string;
  readonly patient?: string;
}

const MAX_LINES = 10_000;

function lineCount(text: string): number {
  const lines = Number(text);
  if (Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES) return lines;
  throw invalidField('lines', `must be a whole number from 1 to ${MAX_LINES}`);
}

const eventOf = ({ event }: ChainLink) => JSON.parse(event) as AuditEvent;

export async function tail(context: CommandContext, options: TailOptions): Promise<void> {
  const { output } = context;
  const crossCheck = new CheckpointFile(configFor(context, options).data_dir).crossCheck();
  await withDatabase(context, options, (database) => {
    const repository = createAuditRepository(database);
    const history = createAuditHistory(repository, crossCheck);
    const names = options.patient === undefined ? undefined : namesOf(options.patient, repository);
    const rows = history.newest(lineCount(options.lines), names);
    if (options.json) {
      const records = rows.map((row) => ({
        seq: row.seq,
        at: row.at,
        ...eventOf(row),
        hash: row.hash.toString('hex'),
      }));
      return output.out(json(records));
    }
    const nothing = names ? 'There is no record about it.' : 'The audit log is empty.';
    const head = ['SEQ', 'TIME', 'ACTOR', 'ACTION', 'OUTCOME', 'STATUS', 'REQUEST', 'HASH'];
    const lines = rows.map((row) => {
      const event = eventOf(row);
      const { action, actor, outcome, status, request_id } = event;
      const hash = row.hash.toString('hex').slice(0, 12);
      return [row.seq, row.at, actorText(actor), action, outcome, status, request_id, hash];
    });
    output.out(lines.length === 0 ? nothing : table(head, lines));
  });
}
