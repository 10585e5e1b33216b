import type { Command } from 'commander';
import { withoutSecrets } from '../appliance/config/without-secrets.js';
import { type CommandContext, type CommonOptions, configFor } from './context.js';
import { json } from './output.js';

export function addConfig(program: Command, context: CommandContext): void {
  const config = program.command('config').description('the configuration file');
  config
    .command('check')
    .description('report every fault of the file without starting anything')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => {
      const { source } = configFor(context, options);
      context.output.out(options.json ? json({ ok: true, source }) : `${source} has no faults.`);
    });
  config
    .command('show')
    .description('the effective configuration: file, defaults and environment together')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines (the same)')
    .action((options: CommonOptions) =>
      context.output.out(json(withoutSecrets(configFor(context, options)))),
    );
}
