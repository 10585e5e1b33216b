import { type EncryptionState, encryptionState } from '../../appliance/doctor/encryption-state.js';
import type { DatabaseForm } from '../../store/encryption/connect.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from '../context.js';
import { json } from '../output.js';

const FORMS: Readonly<Record<DatabaseForm, string>> = {
  none: 'not there yet',
  plain: 'not encrypted',
  encrypted: 'encrypted',
};

function report(dataDir: string, state: EncryptionState): string {
  const { database, keyFile, keyId, fault, unfinished } = state;
  return [
    `Data             ${dataDir}`,
    `Database         ${FORMS[database]}`,
    `Key file         ${keyFile ?? 'none is configured'}`,
    ...(keyId === undefined ? [] : [`Key              ${keyId}`]),
    ...(fault === undefined ? [] : [`FAULT            ${fault}`]),
    ...(unfinished === undefined
      ? []
      : [`UNFINISHED       ${unfinished}: run the command that was killed again`]),
  ].join('\n');
}

/** `wardbox encryption status`: exit status 3 where database and configuration do not match. */
export function showStatus(context: CommandContext, options: CommonOptions): void {
  const config = configFor(context, options);
  const state = encryptionState(config);
  if (state.fault !== undefined) context.exitCode = EXIT.notIntact;
  const { database, keyFile: key_file, keyId: key_id, fault, unfinished } = state;
  const facts = { data_dir: config.data_dir, database, key_file, key_id, fault, unfinished };
  context.output.out(options.json ? json(facts) : report(config.data_dir, state));
}
