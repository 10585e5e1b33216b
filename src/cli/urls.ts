import type { LoadedConfig } from '../appliance/config/load.js';
import { isUnspecified, urlHost } from '../core/addresses.js';
import { hostNames } from '../http/tls/tls.js';

/** Base URLs at which clients can reach the appliance. */
export function urlsOf({ server: { host, port, tls } }: LoadedConfig): string[] {
  const hosts = isUnspecified(host) ? hostNames(tls.names) : [host];
  const scheme = tls.mode === 'off' ? 'http' : 'https';
  return hosts.map((name) => `${scheme}://${urlHost(name)}:${port}`);
}
