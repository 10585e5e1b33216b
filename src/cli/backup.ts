import type { Command } from 'commander';
import { type BackupOptions, makeBackup } from './backup/make.js';
import { type VerifyOptions, verifyBackup } from './backup/verify.js';
import type { CommandContext } from './context.js';

export function addBackup(program: Command, context: CommandContext): void {
  const backup = program.command('backup').description('copies of all data in one file');
  backup
    .command('make', { isDefault: true })
    .description('make one, beside a running daemon, and restore it for a trial')
    .requiredOption('--out <path>', 'a new file, or a folder in which it is named by its time')
    .option('--keep <count>', 'in that folder: remove the oldest until so many are left')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: BackupOptions) => makeBackup(context, options));
  backup
    .command('verify <file>')
    .description('restore it for a trial; exit status 3 when it is damaged')
    .option('--key-file <file>', 'the encryption key of a backup that is encrypted')
    .option('--scratch <folder>', 'where it is unpacked meanwhile (default: beside the file)')
    .option('--json', 'for machines')
    .action((file: string, options: VerifyOptions) => verifyBackup(context, file, options));
}
