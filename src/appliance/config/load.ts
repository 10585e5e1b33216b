import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, type Issue, messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { type Config, configSchema } from './schema.js';

/** The folder that holds `models/` and `appliance.config.json`, from `src/` and `dist/` alike. */
const INSTALL_DIR = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The documented default. */
export const DEFAULT_FILE = join(INSTALL_DIR, 'appliance.config.json');

/** The models that ship with the program, independent of `models_dir`. */
export const RELEASE_MODELS = join(INSTALL_DIR, 'models');
/** Public keys that ship with the program. */
export const RELEASE_KEYS = join(INSTALL_DIR, 'trusted-keys');

/** The pages of the console, as the build makes them. */
export const CONSOLE_FILES = join(INSTALL_DIR, 'dist', 'console');

/** The effective configuration: validated, paths absolute, never changed afterwards. */
export interface LoadedConfig extends Readonly<Config> {
  readonly models_dir: string;
  /** The file that it was read from, for the administrator. */
  readonly source: string;
}

/** The environment variables that override single fields; `process.env` in production. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const processEnvironment: Environment = process.env;

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('validation_error', `Cannot read the configuration ${path}.`, {
      issues: [{ field: path, issue: messageOf(cause) }],
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('validation_error', `The configuration ${path} is not JSON.`, {
      issues: [{ field: path, issue: messageOf(cause) }],
      cause,
    });
  }
}

function setPath(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    root[head] = value;
    return;
  }
  const child = root[head] ?? {};
  // A section that is not an object is a fault of the file, which an override must not hide.
  if (typeof child !== 'object' || Array.isArray(child)) return;
  root[head] = child;
  setPath(child as Record<string, unknown>, rest, value);
}

interface Override {
  readonly name: string;
  readonly path: readonly string[];
  readonly read?: (text: string) => unknown;
}

/** Made absolute here: relative to the working folder, not to the file's folder. */
const asPath = (text: string) => resolve(text);

const OVERRIDES: readonly Override[] = [
  { name: 'WARDBOX_DATA_DIR', path: ['data_dir'], read: asPath },
  { name: 'WARDBOX_HOST', path: ['server', 'host'] },
  { name: 'WARDBOX_PORT', path: ['server', 'port'], read: Number },
  { name: 'WARDBOX_LOG_LEVEL', path: ['logging', 'level'] },
  {
    name: 'WARDBOX_ENCRYPTION_KEY_FILE',
    path: ['storage', 'encryption_key_file'],
    read: asPath,
  },
];

function applyEnvironment(raw: Record<string, unknown>, env: Environment): void {
  for (const { name, path, read = String } of OVERRIDES) {
    const text = env[name];
    if (text !== undefined && text !== '') setPath(raw, path, read(text));
  }
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) freezeDeep(child);
    Object.freeze(value);
  }
  return value;
}

/** Reports all faults of a configuration at once. */
function refuse(source: string, issues: readonly Issue[]): never {
  const list = issues.map(({ field, issue }) => `  ${field}: ${issue}`).join('\n');
  throw new AppError('validation_error', `The configuration ${source} has faults:\n${list}`, {
    issues,
  });
}

/** The configuration file: the named one, else that of the environment, else the default. */
export function configSource({ file, env }: { file?: string; env: Environment }): string {
  // An empty variable counts as not set, as with the other overrides.
  const chosen = file ?? (env.WARDBOX_CONFIG || undefined);
  return chosen === undefined ? DEFAULT_FILE : resolve(chosen);
}

/**
 * Reads, overrides from the environment, validates and freezes the configuration. Relative paths
 * are resolved against the folder of the file that has them (the working folder for overrides).
 *
 * @throws AppError `validation_error` listing every fault.
 */
export function loadConfig(options: { file?: string; env: Environment }): LoadedConfig {
  const { env } = options;
  const source = configSource(options);
  const raw = readJson(source);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    refuse(source, [{ field: 'body', issue: 'must be an object' }]);
  }
  const merged = structuredClone(raw) as Record<string, unknown>;
  applyEnvironment(merged, env);
  const result = check(configSchema, merged);
  if (!result.ok) refuse(source, result.issues);
  return freezeDeep(withAbsolutePaths(result.value, source));
}

type ConfiguredDestination = Config['pacs']['destinations'][number];

function withAbsoluteFiles(
  destination: ConfiguredDestination,
  file: (path: string | undefined) => string | undefined,
): ConfiguredDestination {
  const ca = file(destination.ca_file);
  const common = ca === undefined ? {} : { ca_file: ca };
  if (destination.service === 'dimse') return { ...destination, ...common };
  const authorization = file(destination.authorization_file);
  return {
    ...destination,
    ...common,
    ...(authorization !== undefined && { authorization_file: authorization }),
  };
}

const FILE_FIELDS = ['jwks_file', 'ca_file', 'client_secret_file'] as const;

/** Those fields of a section that name a file. */
const absolute = (
  section: Readonly<Partial<Record<(typeof FILE_FIELDS)[number], string | undefined>>>,
  base: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    FILE_FIELDS.flatMap((field) => {
      const path = section[field];
      return path === undefined ? [] : [[field, resolve(base, path)]];
    }),
  );

function withAbsolutePaths(config: Config, source: string): LoadedConfig {
  const base = dirname(source);
  const { tls } = config.server;
  const file = (path: string | undefined) => (path === undefined ? undefined : resolve(base, path));
  const cert = file(tls.cert_file);
  const key = file(tls.key_file);
  const clientCa = file(tls.client_ca_file);
  const keys = file(config.models.trusted_keys_dir);
  const encryptionKey = file(config.storage.encryption_key_file);
  const nodesCa = file(config.pacs.client_ca_file);
  const { upstream } = config.fhir;
  const upstreamKey = file(upstream?.key_file);
  const upstreamCa = file(upstream?.ca_file);
  const { oidc } = config.sign_in;
  const oidcSecret = file(oidc?.client_secret_file);
  const oidcKey = file(oidc?.key_file);
  const oidcCa = file(oidc?.ca_file);
  return {
    ...config,
    source,
    data_dir: resolve(base, config.data_dir),
    models_dir: file(config.models_dir) ?? RELEASE_MODELS,
    models: { ...config.models, ...(keys && { trusted_keys_dir: keys }) },
    server: {
      ...config.server,
      tls: {
        ...tls,
        ...(cert && { cert_file: cert }),
        ...(key && { key_file: key }),
        ...(clientCa && { client_ca_file: clientCa }),
      },
    },
    webhooks: config.webhooks.map(({ ca_file, secret_file, ...one }) => ({
      ...one,
      secret_file: resolve(base, secret_file),
      ...(ca_file !== undefined && { ca_file: resolve(base, ca_file) }),
    })),
    pacs: {
      ...config.pacs,
      ...(nodesCa && { client_ca_file: nodesCa }),
      destinations: config.pacs.destinations.map((one) => withAbsoluteFiles(one, file)),
    },
    cds: {
      ...config.cds,
      fhir_servers: config.cds.fhir_servers.map(({ ca_file, ...one }) => ({
        ...one,
        ...(ca_file !== undefined && { ca_file: resolve(base, ca_file) }),
      })),
    },
    storage: { ...config.storage, ...(encryptionKey && { encryption_key_file: encryptionKey }) },
    sign_in: {
      ...config.sign_in,
      ...(oidc && {
        oidc: {
          ...oidc,
          ...(oidcSecret && { client_secret_file: oidcSecret }),
          ...(oidcKey && { key_file: oidcKey }),
          ...(oidcCa && { ca_file: oidcCa }),
        },
      }),
    },
    smart: {
      ...config.smart,
      clients: config.smart.clients.map((one) => ({ ...one, ...absolute(one, base) })),
      issuers: config.smart.issuers.map(({ introspection, ...one }) => ({
        ...one,
        ...absolute(one, base),
        ...(introspection && {
          introspection: { ...introspection, ...absolute(introspection, base) },
        }),
      })),
    },
    fhir: {
      ...config.fhir,
      ...(upstream && {
        upstream: {
          ...upstream,
          ...(upstreamKey && { key_file: upstreamKey }),
          ...(upstreamCa && { ca_file: upstreamCa }),
        },
      }),
    },
  };
}
