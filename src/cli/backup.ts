import type { Command } from 'commander';
import type { BackupOptions } from './backup/make.js';
import type { VerifyOptions } from './backup/verify.js';
import type { CommandContext } from './context.js';

export function addBackup(program: Command, context: CommandContext): void {
  const backup = program.command('backup').description('backups: all data in one file');
  backup
    .command('make', { isDefault: true })
    .description('make a backup while the daemon runs, and verify it by a trial restore')
    .requiredOption('--out <path>', 'a new file, or a folder in which it is named by its time')
    .option('--keep <count>', 'in that folder: delete the oldest backups beyond this number')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action(async (options: BackupOptions) => {
      const { makeBackup } = await import('./backup/make.js');
      await makeBackup(context, options);
    });
  backup
    .command('verify <file>')
    .description('verify a backup by a trial restore; exit status 3 when it is damaged')
    .option('--key-file <file>', 'the encryption key of a backup that is encrypted')
    .option('--scratch <folder>', 'folder for temporary files (default: that of the backup)')
    .option('--json', 'for machines')
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyBackup } = await import('./backup/verify.js');
      await verifyBackup(context, file, options);
    });
}
