import type { Command } from 'commander';
import type { CommandContext, CommonOptions } from './context.js';
import { cancel } from './jobs/cancel.js';
import { type ListOptions, list } from './jobs/list.js';

export function addJobs(program: Command, context: CommandContext): void {
  const jobs = program.command('jobs').description('asynchronous work');
  jobs
    .command('list')
    .description('the newest jobs of all keys, without their requests and answers')
    .option('--status <list>', 'only these states, like queued,running')
    .option('-n, --lines <count>', 'how many', '50')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: ListOptions) => list(context, options));
  jobs
    .command('cancel <job_id>')
    .description('cancel a queued or running job; a running daemon stops the work')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((jobId: string, options: CommonOptions) => cancel(context, jobId, options));
}
