import { Command } from 'commander';
import type { Environment } from '../../src/appliance/config/load.js';
import { addCommands } from '../../src/cli/commands.js';
import type { CommandContext } from '../../src/cli/context.js';
import { configFile } from './config-file.js';
import { stoppedClock } from './stopped-clock.js';

/** The commands in this process, with a configuration and a data folder of their own. */
export function commandLine(config: Record<string, unknown> = {}, environment: Environment = {}) {
  const { file, folder } = configFile(config);
  const clock = stoppedClock();
  const said: string[] = [];
  const run = async (...words: string[]) => {
    said.length = 0;
    const context: CommandContext = {
      environment: { WARDBOX_CONFIG: file, SUDO_USER: 'alice', ...environment },
      clock,
      output: { out: (text) => void said.push(text), err: (text) => void said.push(text) },
      exitCode: 0,
    };
    const program = new Command('wardbox').exitOverride().configureOutput({
      writeOut: (text) => void said.push(text),
      writeErr: (text) => void said.push(text),
    });
    addCommands(program, context);
    await program.parseAsync(words, { from: 'user' });
    return { text: said.join('\n'), exitCode: context.exitCode };
  };
  return { run, file, folder, clock };
}
