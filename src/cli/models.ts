import type { Command } from 'commander';
import { byText } from '../core/by-text.js';
import { listModelPackages } from '../inference/model-package.js';
import { listKnowledge } from '../packages/knowledge.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from './context.js';
import { json, table } from './output.js';

/** Checks every hash of every package; which backend runs it is told by `/readyz`. */
async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const { models_dir } = configFor(context, options);
  const listed = [...(await listModelPackages(models_dir)), ...(await listKnowledge(models_dir))];
  listed.sort((a, b) => byText(a.id, b.id));
  const packages = listed.map((entry) => {
    if (entry.status !== 'verified') return { ...entry, version: null, title: null };
    const { version, title } = entry.package.manifest;
    return { id: entry.id, status: entry.status, version, title, reason: null };
  });
  if (packages.some(({ status }) => status !== 'verified')) context.exitCode = EXIT.notIntact;
  if (options.json) return context.output.out(json(packages));
  const rows = packages.map((p) => [p.id, p.version, p.status, p.title ?? p.reason]);
  context.output.out(table(['MODEL', 'VERSION', 'STATE', 'WHAT'], rows));
}

export function addModels(program: Command, context: CommandContext): void {
  program
    .command('models')
    .description('model packages')
    .command('list')
    .description('all packages, their files verified; exit status 3 when one is not sound')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => list(context, options));
}
