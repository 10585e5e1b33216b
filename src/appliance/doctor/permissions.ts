import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf } from '../../model-packages/refusal.js';
import type { LoadedConfig } from '../config/load.js';
import { type Check, type CheckResult, failed, warning, worstOf } from './check.js';

const OTHERS = 0o077;
const WORLD = 0o007;
const PUBLIC = /\.(crt|pub)$|public/;
/** `tls/`, `audit/` and their contents; the data folder has no deeper folders. */
const DEPTH = 3;

const octal = ({ mode }: Stats) => (mode & 0o777).toString(8).padStart(4, '0');

function entriesBelow(folder: string, depth: number): string[] {
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...entriesBelow(path, depth - 1)] : [path];
  });
}

function faultOf(path: string, dataDir: string, folder: Stats): CheckResult[] {
  // A spooled recording may be deleted between the listing and the check.
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined || facts.isSymbolicLink()) return [];
  if (facts.uid !== folder.uid) {
    const found = `${path} belongs to user ${facts.uid}, the data folder to ${folder.uid}.`;
    return [failed(found, `chown -R --reference=${dataDir} ${dataDir}; run wardbox as its owner`)];
  }
  if ((facts.mode & OTHERS) === 0 || PUBLIC.test(basename(path))) return [];
  const found = `${path} is open to others (${octal(facts)}).`;
  return [warning(found, `chmod go= ${path}`)];
}

function dataFaults(dataDir: string): CheckResult[] {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined) {
    return [failed(`There is no data folder ${dataDir}.`, 'set the appliance up: wardbox init')];
  }
  const open =
    (folder.mode & OTHERS) === 0
      ? []
      : [failed(`${dataDir} is open to others (${octal(folder)}).`, `chmod 0700 ${dataDir}`)];
  try {
    return [
      ...open,
      ...entriesBelow(dataDir, DEPTH).flatMap((path) => faultOf(path, dataDir, folder)),
    ];
  } catch (error) {
    const found = `${dataDir} cannot be read (${codeOf(error)}).`;
    return [...open, failed(found, 'run as the user of the daemon, or as root')];
  }
}

/** Files with secrets that the administrator keeps; a group such as ssl-cert may read them. */
function keyFaults({
  server: { tls },
  fhir,
  sign_in,
  pacs,
  webhooks,
}: LoadedConfig): CheckResult[] {
  const files = {
    'server.tls.key_file': tls.key_file,
    'fhir.upstream.key_file': fhir.upstream?.key_file,
    'sign_in.oidc.key_file': sign_in.oidc?.key_file,
    'sign_in.oidc.client_secret_file': sign_in.oidc?.client_secret_file,
    ...Object.fromEntries(
      pacs.destinations.flatMap((one, at) =>
        one.service === 'dicomweb'
          ? [[`pacs.destinations.${at}.authorization_file`, one.authorization_file]]
          : [],
      ),
    ),
    ...Object.fromEntries(
      webhooks.map(({ secret_file }, at) => [`webhooks.${at}.secret_file`, secret_file]),
    ),
  };
  return Object.entries(files).flatMap(([field, path]) => {
    if (path === undefined) return [];
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined)
      return [failed(`${field} ${path} does not exist.`, `correct ${field}`)];
    if ((facts.mode & WORLD) === 0) return [];
    const found = `${field} ${path} can be read by every user (${octal(facts)}).`;
    return [failed(found, `chmod o= ${path}`)];
  });
}

/** Checks that only the daemon's user can read patient data, keys and certificates. */
export const checkPermissions: Check = ({ config }) =>
  worstOf(
    [...dataFaults(config.data_dir), ...keyFaults(config)],
    `${config.data_dir} and the key files are the owner's alone.`,
  );
