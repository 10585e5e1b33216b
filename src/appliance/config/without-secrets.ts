import type { LoadedConfig } from './load.js';

/** Names of fields whose value is itself secret; the path of a file with a secret is not. */
const SECRET = /(secret|password|passphrase|token|credential)s?$/i;
const HIDDEN = '(hidden)';

function shown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one, key)]));
  }
  return SECRET.test(name) && value !== undefined ? HIDDEN : value;
}

/** The effective configuration as people may see it: secrets are hidden. */
export const withoutSecrets = (config: LoadedConfig): Readonly<Record<string, unknown>> =>
  Object(shown(config));
