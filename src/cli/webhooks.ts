import type { Command } from 'commander';
import type { CommandContext } from './context.js';
import { type ListOptions, list } from './webhooks/list.js';
import { type ReplayOptions, replay } from './webhooks/replay.js';
import { type TestOptions, test } from './webhooks/test.js';

export function addWebhooks(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('programs that are told what happens');
  webhooks
    .command('list')
    .description('events that wait or were given up, and what became of the rest')
    .option('--state <list>', 'only these states, like waiting,failed')
    .option('-n, --lines <count>', 'how many', '50')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ListOptions) => list(context, options));
  webhooks
    .command('test [urls...]')
    .description('send a signed event of the type webhook.test now; exit status 1 where one fails')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((urls: string[], options: TestOptions) => test(context, urls, options));
  webhooks
    .command('replay [events...]')
    .description('send events once more; a receiver knows them by their id')
    .option('--failed', 'all that were given up')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((events: string[], options: ReplayOptions) => replay(context, events, options));
}
