#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addAudit } from './cli/audit.js';
import { addBackup } from './cli/backup.js';
import { addCompletion } from './cli/completion.js';
import { addConfig } from './cli/config.js';
import { type CommandContext, EXIT } from './cli/context.js';
import { addDoctor } from './cli/doctor.js';
import { addFhir } from './cli/fhir.js';
import { addInit } from './cli/init.js';
import { addKeys } from './cli/keys.js';
import { addModels } from './cli/models.js';
import { terminal } from './cli/output.js';
import { addRestore } from './cli/restore.js';
import { addServe } from './cli/serve.js';
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
for (const add of [
  addInit,
  addServe,
  addKeys,
  addAudit,
  addFhir,
  addModels,
  addConfig,
  addDoctor,
  addCompletion,
  addBackup,
  addRestore,
])
  add(program, context);

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
