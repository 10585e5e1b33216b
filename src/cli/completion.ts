import { Argument, type Command } from 'commander';
import { describeProgram } from './completion/program.js';
import { SHELLS, type ShellName } from './completion/shells.js';
import type { CommandContext } from './context.js';

export function addCompletion(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('the words that a shell completes; e.g. source <(wardbox completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action((shell: ShellName) => context.output.out(SHELLS[shell](describeProgram(program))));
}
