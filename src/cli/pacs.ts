import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { type ListOptions, list } from './pacs/list.js';

export function addPacs(program: Command, context: CommandContext): void {
  const pacs = program.command('pacs').description('images that DICOM nodes have sent');
  pacs
    .command('list')
    .description('what is held and what was read of it: urgent results first, without names')
    .option('-n, --lines <count>', 'how many', '50')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ListOptions) => list(context, options));
}
