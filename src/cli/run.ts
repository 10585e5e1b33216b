import { Command, CommanderError } from 'commander';
import { processEnvironment } from '../appliance/config/load.js';
import { systemClock } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import { VERSION } from '../core/version.js';
import { addCommands } from './commands.js';
import { type CommandContext, EXIT } from './context.js';
import { allowClosedPipe, terminal } from './output.js';

function createProgram(context: CommandContext): Command {
  const program = new Command('wardbox')
    .description('A clinical AI appliance that runs on your own hardware, offline.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  program
    .command('version')
    .description('the version of this program')
    .action(() => context.output.out(VERSION));
  addCommands(program, context);
  return program;
}

/**
 * Runs the command that this process was started with.
 *
 * @returns the exit status
 */
export async function runCommandLine(): Promise<number> {
  allowClosedPipe();
  const context: CommandContext = {
    environment: processEnvironment,
    clock: systemClock,
    output: terminal,
    exitCode: EXIT.ok,
  };
  try {
    await createProgram(context).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end here too, with the status 0; what was wrong has been printed.
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    context.output.err(`wardbox: ${messageOf(error)}`);
    return EXIT.failed;
  }
  return context.exitCode;
}
