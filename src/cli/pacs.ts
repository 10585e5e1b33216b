import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { type ListOptions, list } from './pacs/list.js';
import {
  type ChangeOptions,
  cancelSends,
  listQueue,
  type QueueOptions,
  retrySends,
} from './pacs/queue.js';
import { type ReadOptions, read } from './pacs/read.js';

function addQueue(pacs: Command, context: CommandContext): void {
  const queue = pacs.command('queue').description('results on their way to other nodes');
  queue
    .command('list', { isDefault: true })
    .description('what waits, and what became of the rest, without names of patients')
    .option('--state <list>', 'only these states, like queued,failed')
    .option('--destination <name>', 'only those for this one')
    .option('-n, --lines <count>', 'how many', '50')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: QueueOptions) => listQueue(context, options));
  queue
    .command('cancel [ids...]')
    .description('do not send what waits')
    .option('--destination <name>', 'all that waits for this one')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((ids: string[], options: ChangeOptions) => cancelSends(context, ids, options));
  queue
    .command('retry [ids...]')
    .description('send at once what waits, failed or was cancelled')
    .option('--destination <name>', 'all that waits or failed for this one')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((ids: string[], options: ChangeOptions) => retrySends(context, ids, options));
}

export function addPacs(program: Command, context: CommandContext): void {
  const pacs = program.command('pacs').description('images from DICOM nodes, and results for them');
  pacs
    .command('list')
    .description('what is held and what was read of it: urgent results first, without names')
    .option('-n, --lines <count>', 'how many', '50')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ListOptions) => list(context, options));
  pacs
    .command('read <uid>')
    .description('read a study, a series or an image that is held, whatever became of it before')
    .option('--route <name>', 'as this route of the configuration says')
    .option('--image-type <type>', 'as this type; nothing is sent to other nodes')
    .option('--modality <code>', 'default: that of the header')
    .option('--urgent', 'before everything that is not')
    .option('--mode <mode>', 'test or live, where both have the UID')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((uid: string, options: ReadOptions) => read(context, uid, options));
  addQueue(pacs, context);
}
