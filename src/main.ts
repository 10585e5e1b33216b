#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addCommands } from './cli/commands.js';
import { type CommandContext, EXIT } from './cli/context.js';
import { terminal } from './cli/output.js';
import { processEnvironment } from './config/load.js';
import { systemClock } from './core/clock.js';
import { messageOf } from './core/errors.js';
import { VERSION } from './core/version.js';

const context: CommandContext = {
  environment: processEnvironment,
  clock: systemClock,
  output: terminal,
  exitCode: EXIT.ok,
};

const program = new Command('wardbox')
  .description('A clinical AI appliance that runs on your own box, offline.')
  .version(VERSION, '-V, --version')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

program
  .command('version')
  .description('the version of this program')
  .action(() => context.output.out(VERSION));
addCommands(program, context);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version end here too, with the status 0; what was wrong has been printed.
    context.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else {
    context.output.err(`wardbox: ${messageOf(error)}`);
    context.exitCode = EXIT.failed;
  }
}
process.exitCode = context.exitCode;
