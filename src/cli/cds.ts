import type { Command } from 'commander';
import { type ReportOptions, report } from './cds/report.js';
import type { CommandContext } from './context.js';

export function addCds(program: Command, context: CommandContext): void {
  const cds = program.command('cds').description('cards of decision support (CDS Hooks)');
  cds
    .command('report')
    .description('how often the cards of each rule were shown, accepted and overridden, and why')
    .option('--mode <mode>', 'test or live', 'live')
    .option('--days <count>', 'cards that were shown in the last days', '90')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ReportOptions) => report(context, options));
}
