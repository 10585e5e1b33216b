import { invalidField } from '../../core/errors.js';
import type { AuditEvent } from '../../security/audit-log.js';
import { type AuditRow, createAuditRepository } from '../../storage/audit-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { json, table } from '../output.js';

export interface TailOptions extends CommonOptions {
  readonly lines: string;
}

const MOST_LINES = 10_000;

function lineCount(text: string): number {
  const lines = Number(text);
  if (Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES) return lines;
  throw invalidField('lines', `must be a whole number from 1 to ${MOST_LINES}`);
}

const eventOf = ({ event }: AuditRow) => JSON.parse(event) as AuditEvent;

export async function tail(context: CommandContext, options: TailOptions): Promise<void> {
  const { output } = context;
  await withDatabase(context, options, (database) => {
    const rows = createAuditRepository(database).tail(lineCount(options.lines));
    if (options.json) {
      const records = rows.map((row) => ({
        seq: row.seq,
        at: row.at,
        ...eventOf(row),
        hash: row.hash.toString('hex'),
      }));
      return output.out(json(records));
    }
    const head = ['SEQ', 'TIME', 'ACTOR', 'ACTION', 'OUTCOME', 'STATUS', 'REQUEST', 'HASH'];
    const lines = rows.map((row) => {
      const event = eventOf(row);
      const { action, actor, outcome, status, request_id } = event;
      const hash = row.hash.toString('hex').slice(0, 12);
      return [row.seq, row.at, actor.id, action, outcome, status, request_id, hash];
    });
    output.out(lines.length === 0 ? 'The audit log is empty.' : table(head, lines));
  });
}
