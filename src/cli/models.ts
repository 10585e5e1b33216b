import type { Command } from 'commander';
import type { CommandContext, CommonOptions } from './context.js';
import type { InstallOptions } from './models/install.js';
import type { PullOptions } from './models/pull.js';
import type { VerifyOptions } from './models/verify.js';

// Each command's module is loaded on demand, so that the other commands start without it.

function addLooking(models: Command, context: CommandContext): void {
  models
    .command('list')
    .description('all packages, their files verified; exit status 3 when one is damaged')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (options: CommonOptions) => {
      const { list } = await import('./models/list.js');
      await list(context, options);
    });
  models
    .command('verify [what]')
    .description('hashes and signatures of all packages, of one, or of a file; status 3 if damaged')
    .option('--golden', 'run their golden cases too')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (what: string | undefined, options: VerifyOptions) => {
      const { verify } = await import('./models/verify.js');
      await verify(context, what, options);
    });
  models
    .command('bench [id]')
    .description('how long the golden inputs take on each backend of this machine')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (id: string | undefined, options: CommonOptions) => {
      const { bench } = await import('./models/bench.js');
      await bench(context, id, options);
    });
}

function addChanging(models: Command, context: CommandContext): void {
  models
    .command('install <file>')
    .description('install a package from one file (.wbm); it is tried before anything changes')
    .option('--allow-older', 'also when a later version is active')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (file: string, options: InstallOptions) => {
      const { install } = await import('./models/install.js');
      await install(context, file, options);
    });
  models
    .command('rollback <id>')
    .description('activate the previous version again')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (id: string, options: CommonOptions) => {
      const { rollback } = await import('./models/change.js');
      await rollback(context, id, options);
    });
  models
    .command('remove <id>')
    .description('remove an installed package; those that came with the program stay')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (id: string, options: CommonOptions) => {
      const { remove } = await import('./models/change.js');
      await remove(context, id, options);
    });
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
    .action(async (recipe: string | undefined, options: PullOptions) => {
      const { pullRecipe } = await import('./models/pull.js');
      await pullRecipe(context, recipe, options);
    });
}

export function addModels(program: Command, context: CommandContext): void {
  const models = program.command('models').description('packages of models and of knowledge');
  addLooking(models, context);
  addChanging(models, context);
  addMaking(models, context);
}
