import type { Command } from 'commander';
import { invalidField } from '../core/errors.js';
import { type ChainVerdict, verifyChain } from '../security/audit-chain.js';
import type { AuditEvent } from '../security/audit-log.js';
import {
  type AuditRepository,
  type AuditRow,
  createAuditRepository,
} from '../storage/audit-repository.js';
import { type CommandContext, type CommonOptions, EXIT, withDatabase } from './context.js';
import { json, table } from './output.js';

interface TailOptions extends CommonOptions {
  readonly lines: string;
}

const MOST_LINES = 10_000;

function lineCount(text: string): number {
  const lines = Number(text);
  if (Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES) return lines;
  throw invalidField('lines', `must be a whole number from 1 to ${MOST_LINES}`);
}

const eventOf = ({ event }: AuditRow) => JSON.parse(event) as AuditEvent;

async function tail(context: CommandContext, options: TailOptions): Promise<void> {
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

function verdictOn(repository: AuditRepository): ChainVerdict {
  const verdict = verifyChain(repository.each(), repository.highestEver());
  const misplaced = verdict.intact ? repository.firstMisplaced() : undefined;
  if (misplaced === undefined) return verdict;
  const reason = 'the record is kept under another target than its own';
  return { intact: false, records: verdict.records, brokenAt: misplaced, reason };
}

async function verify(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  await withDatabase(context, options, (database) => {
    const repository = createAuditRepository(database);
    const verdict = verdictOn(repository);
    if (!verdict.intact) context.exitCode = EXIT.notIntact;
    if (options.json) return output.out(json(verdict));
    output.out(
      verdict.intact
        ? `The audit log is intact: ${verdict.records} records, head ${verdict.headHash}`
        : `The audit log is NOT intact at record ${verdict.brokenAt}: ${verdict.reason}.`,
    );
  });
}

export function addAudit(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('the tamper-evident log of all that was done');
  audit
    .command('tail')
    .description('the newest records')
    .option('-n, --lines <count>', 'how many', '20')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: TailOptions) => tail(context, options));
  audit
    .command('verify')
    .description('walk the whole chain; exit status 3 when it is broken')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => verify(context, options));
}
