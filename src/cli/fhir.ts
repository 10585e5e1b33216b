import type { Command } from 'commander';
import type { CommandContext, CommonOptions } from './context.js';
import type { ExportOptions } from './fhir/export.js';
import type { ImportOptions } from './fhir/import.js';

// Each command's module is loaded on demand, so that the other commands start without it.

const collect = (value: string, before: readonly string[]) => [...before, value];

export function addFhir(program: Command, context: CommandContext): void {
  const fhir = program.command('fhir').description('FHIR resources in bulk, while the daemon runs');
  fhir
    .command('import <file...>')
    .description('NDJSON, resources and bundles, gzip or not; exit status 4 when some are refused')
    .requiredOption('--mode <mode>', 'test or live')
    .option('--errors <file>', 'append an OperationOutcome for each resource that is refused')
    .option('--again', 'import a file again that was imported before')
    .option('--keep-bundles', 'store bundles as bundles instead of their entries')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (files: string[], options: ImportOptions) => {
      const { importFiles } = await import('./fhir/import.js');
      await importFiles(context, files, options);
    });
  fhir
    .command('export')
    .description('NDJSON, one file per type, readable by its owner only')
    .requiredOption('--mode <mode>', 'test or live')
    .requiredOption('--out <folder>', 'folder for the files; nothing there is overwritten')
    .option('--type <type>', 'a resource type; may be repeated (default: all)', collect, [])
    .option('--since <time>', 'only resources changed since, like 2026-01-31T08:00:00Z')
    .option('--patient <id>', "only one patient's compartment")
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (options: ExportOptions) => {
      const { exportFiles } = await import('./fhir/export.js');
      await exportFiles(context, options);
    });
  fhir
    .command('reindex')
    .description('rebuild the search index of every resource')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (options: CommonOptions) => {
      const { reindex } = await import('./fhir/reindex.js');
      await reindex(context, options);
    });
}
