import type { Command } from 'commander';
import { checkpoint, key } from './audit/checkpoint.js';
import { type ExportOptions, exportRecords } from './audit/export.js';
import { type TailOptions, tail } from './audit/tail.js';
import { type VerifyOptions, verify } from './audit/verify.js';
import type { CommandContext, CommonOptions } from './context.js';

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
    .description('walk the whole chain, hold it against its checkpoints; exit status 3 if broken')
    .option('--checkpoints <file>', 'a copy of the checkpoints that was kept elsewhere')
    .option('--key <file>', 'the public key that was kept elsewhere')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: VerifyOptions) => verify(context, options));
  audit
    .command('checkpoint')
    .description('sign where the log stands, outside the database')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => checkpoint(context, options));
  audit
    .command('key')
    .description('the public key of the checkpoints, to be kept elsewhere')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => key(context, options));
  audit
    .command('export')
    .description('records in a file, for archives and for verification by others')
    .requiredOption('--out <file>', 'where they go; nothing is overwritten')
    .option(
      '--format <format>',
      'jsonl (with hashes) or fhir (AuditEvent, a resource a line)',
      'jsonl',
    )
    .option('--since <time>', 'from then on, like 2026-01-31T08:00:00Z')
    .option('--until <time>', 'before then')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ExportOptions) => exportRecords(context, options));
}
