import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, invalidFields } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { DEFAULT_FILE } from './load.js';
import { configSchema } from './schema.js';

/** Settings of a new configuration that differ from the documented default. */
export interface ConfigurationChoices {
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: number;
  /** Relative to the configuration's own folder. */
  readonly encryptionKeyFile?: string;
  /** Names and addresses for the certificate, in addition to those found on the machine. */
  readonly names?: readonly string[];
}

interface Document {
  data_dir: string;
  server: { host: string; port: number; tls: { names: string[] } };
  storage: { encryption_key_file?: string };
}

/**
 * Writes a new configuration file: the documented default with the given settings.
 *
 * @throws AppError `conflict` when the file exists, `validation_error` for an invalid setting
 */
export function writeConfig(file: string, wishes: ConfigurationChoices): void {
  const { dataDir, host, port, names, encryptionKeyFile } = wishes;
  if (existsSync(file)) {
    throw new AppError('conflict', `${file} already exists; change it with an editor.`);
  }
  const { $schema: _, ...document } = JSON.parse(readFileSync(DEFAULT_FILE, 'utf8')) as Document & {
    $schema?: string;
  };
  if (dataDir !== undefined) document.data_dir = dataDir;
  if (host !== undefined) document.server.host = host;
  if (port !== undefined) document.server.port = port;
  if (names !== undefined) document.server.tls.names = [...names];
  if (encryptionKeyFile !== undefined) document.storage.encryption_key_file = encryptionKeyFile;
  const result = check(configSchema, document);
  if (!result.ok) throw invalidFields(result.issues);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o640, flag: 'wx' });
}
