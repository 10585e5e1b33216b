import type { Command } from 'commander';
import type { CommandContext, CommonOptions } from './context.js';
import { bench } from './models/bench.js';
import { remove, rollback } from './models/change.js';
import { type InstallOptions, install } from './models/install.js';
import { list } from './models/list.js';
import { type PullOptions, pullRecipe } from './models/pull.js';
import { type VerifyOptions, verify } from './models/verify.js';

function addLooking(models: Command, context: CommandContext): void {
  models
    .command('list')
    .description('all packages, their files verified; exit status 3 when one is not sound')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => list(context, options));
  models
    .command('verify [what]')
    .description('hashes and signatures of all packages, of one, or of a file; status 3 if damaged')
    .option('--golden', 'have them give their golden answers too')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((what: string | undefined, options: VerifyOptions) => verify(context, what, options));
  models
    .command('bench [id]')
    .description('how long the golden inputs take on each backend of this machine')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((id: string | undefined, options: CommonOptions) => bench(context, id, options));
}

function addChanging(models: Command, context: CommandContext): void {
  models
    .command('install <file>')
    .description('a package in one file (.wbm), tried before anything changes')
    .option('--allow-older', 'also when a later version answers now')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((file: string, options: InstallOptions) => install(context, file, options));
  models
    .command('rollback <id>')
    .description('have the version before answer again')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((id: string, options: CommonOptions) => rollback(context, id, options));
  models
    .command('remove <id>')
    .description('take away what was installed; what came with the program stays')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((id: string, options: CommonOptions) => remove(context, id, options));
}

function addMaking(models: Command, context: CommandContext): void {
  models
    .command('pull [recipe]')
    .description('on a machine with internet: make a package from a public source, or list recipes')
    .option('--out <file>', 'a new file (default: RECIPE.wbm)')
    .option('--from <url>', 'a mirror of huggingface.co')
    .option('--sign-key <file>', 'private key (Ed25519, PEM) to sign it with')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((recipe: string | undefined, options: PullOptions) =>
      pullRecipe(context, recipe, options),
    );
}

export function addModels(program: Command, context: CommandContext): void {
  const models = program.command('models').description('packages of models and of knowledge');
  addLooking(models, context);
  addChanging(models, context);
  addMaking(models, context);
}
