import type { Command } from 'commander';
import { checkpoint, key } from './audit/checkpoint.js';
import { type ExportOptions, exportRecords } from './audit/export.js';
import { type PruneOptions, prune, rotateKey, type SealOptions, seal } from './audit/seal.js';
import { type TailOptions, tail } from './audit/tail.js';
import { type VerifyOptions, verify } from './audit/verify.js';
import type { CommandContext, CommonOptions } from './context.js';

/** Commands that change where records are kept or which key signs them. */
function addKeeping(audit: Command, context: CommandContext): void {
  audit
    .command('rotate-key')
    .description('a new key for the checkpoints, signed by the old one')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => rotateKey(context, options));
  audit
    .command('seal')
    .description('move old records from the database to sealed files next to it')
    .option('--older-than <days>', 'minimum age (default: storage.audit_retention_days)')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: SealOptions) => seal(context, options));
  audit
    .command('prune')
    .description('delete sealed files permanently, oldest first; the deletion is recorded')
    .requiredOption(
      '--before <time>',
      'delete files with only records from before then, like 2016-01-31',
    )
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: PruneOptions) => prune(context, options));
}

export function addAudit(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('the tamper-evident log of all actions');
  audit
    .command('tail')
    .description('the newest records')
    .option('-n, --lines <count>', 'how many', '20')
    .option('--patient <id>', 'about a patient, or another resource: Patient/123')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: TailOptions) => tail(context, options));
  audit
    .command('verify')
    .description('verify the whole chain and its checkpoints; exit status 3 if broken')
    .option('--checkpoints <file>', 'a copy of the checkpoints from another machine')
    .option('--key <file>', 'a copy of the public key from another machine')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: VerifyOptions) => verify(context, options));
  audit
    .command('checkpoint')
    .description('sign the current end of the log, outside the database')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => checkpoint(context, options));
  audit
    .command('key')
    .description('the public key of the checkpoints, to be kept on another machine')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => key(context, options));
  audit
    .command('export')
    .description('write records to a file, for archives and for verification by others')
    .requiredOption('--out <file>', 'the new file; nothing is overwritten')
    .option(
      '--format <format>',
      'jsonl (with hashes) or fhir (AuditEvent, one resource per line)',
      'jsonl',
    )
    .option('--since <time>', 'from this time on, like 2026-01-31T08:00:00Z')
    .option('--until <time>', 'before this time')
    .option('--patient <id>', 'only those about a patient, or another resource: Patient/123')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ExportOptions) => exportRecords(context, options));
  addKeeping(audit, context);
}
