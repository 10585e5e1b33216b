import { readFileSync } from 'node:fs';
import { AppError, messageOf } from '../core/errors.js';
import { createOutboundClient } from '../core/outbound-client.js';
import type { CdsTerms } from '../operations/capabilities.js';
import type { ClientServer } from '../operations/cds/fetch-record.js';
import type { LoadedConfig } from './config/load.js';

const CONNECT_MS = 5_000;

function readAuthority(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const issue = messageOf(cause);
    const message = `The file of ${field} cannot be used: ${issue}.`;
    throw new AppError('validation_error', message, { issues: [{ field, issue }], cause });
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/**
 * What CDS Hooks needs of the configuration.
 *
 * @param bases of the FHIR server of this appliance
 * @throws AppError `validation_error` that names the file that cannot be read
 */
export function openCds({ cds }: LoadedConfig, bases: readonly string[]): CdsTerms {
  const servers = cds.fhir_servers.map(({ url, ca_file }, index): ClientServer => {
    const ca = ca_file && { ca: readAuthority(`cds.fhir_servers.${index}.ca_file`, ca_file) };
    const fault = (message: string, options: object) => new Error(message, options);
    const { send } = createOutboundClient({ ...ca, connectMs: CONNECT_MS, fault });
    return { url: withoutSlash(url), send };
  });
  const own = new Set(bases.map(withoutSlash));
  return { servers, isOwnServer: (url) => own.has(url), showFrom: cds.show_from };
}
