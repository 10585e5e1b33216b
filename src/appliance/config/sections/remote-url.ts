import { z } from 'zod';
import { isLoopback } from '../../../core/addresses.js';

/** Where patient data and credentials are sent: unencrypted only on this machine. */
function isRemote(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || /[?#]/.test(address) || url.username + url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(host));
}

/** The address of another machine that the appliance sends requests to. */
export const remoteUrl = z
  .string()
  .max(2_000)
  .refine(isRemote, 'must be an https address without a query, a fragment, a name or a password');

/** Scheme, host and port of such a machine. */
export const remoteOrigin = remoteUrl.refine(
  (address) => URL.canParse(address) && new URL(address).origin === address,
  'must be an origin without a path, such as https://login.hospital.example',
);
