import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isUnspecified } from '../../core/addresses.js';
import { type CheckResult, failed, ok, type QuickCheck, warning } from './check.js';
import { kernelTables, listeningAt } from './listeners.js';

export interface AddressFacts {
  readonly host: string;
  readonly port: number;
  /** Addresses of this machine's interfaces. */
  readonly own: readonly string[];
  /** Addresses on which a process listens at the port. */
  readonly listening: readonly string[];
  readonly daemonUp: boolean;
}

/** Ranges that are not routed on the internet: RFC 1918, 3927, 4193, 4291, 6598. */
const INNER = new BlockList();
for (const [range, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  INNER.addSubnet(range, prefix, 'ipv4');
}
INNER.addAddress('::1', 'ipv6');
INNER.addSubnet('fc00::', 7, 'ipv6');
INNER.addSubnet('fe80::', 10, 'ipv6');

const isPublic = (address: string) =>
  isIP(address) !== 0 && !INNER.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const LOCAL = new BlockList();
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4');
LOCAL.addAddress('::1', 'ipv6');
const isLocal = (address: string) =>
  address === 'localhost' ||
  (isIP(address) !== 0 && LOCAL.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));

/** Finds listeners beyond the configured address. */
function isBeyond(listening: string, host: string): boolean {
  if (isUnspecified(host) || listening === host) return false;
  // A name is not resolved: that would query the network.
  if (isIP(host) === 0 && host !== 'localhost') return false;
  return !(isLocal(host) && isLocal(listening));
}

/** Checks that the daemon can be reached at the configured addresses, and at no others. */
export function judgeAddress({ host, port, own, listening, daemonUp }: AddressFacts): CheckResult {
  const at = `${host}:${port}`;
  if (isIP(host) !== 0 && !isUnspecified(host) && !isLocal(host) && !own.includes(host)) {
    const remedy = 'correct server.host or the network of this machine';
    return failed(`No interface of this machine has the address ${host}.`, remedy);
  }
  const beyond = listening.filter((address) => isBeyond(address, host));
  if (daemonUp && beyond.length > 0) {
    const message = `${at} is configured, but a process also listens at ${beyond.join(', ')}.`;
    return warning(message, 'systemctl edit wardbox.socket, or change server.host');
  }
  if (!daemonUp && port !== 0 && listening.length > 0) {
    const message = `The daemon does not answer, but port ${port} is in use.`;
    return warning(message, 'wardbox.socket holds it for the daemon; otherwise see ss -ltnp');
  }
  const reached = isUnspecified(host) ? own : [host];
  const outer = reached.filter(isPublic);
  if (outer.length > 0) {
    const message = `${at} has public internet addresses: ${outer.join(', ')}.`;
    return warning(
      message,
      'listen on a private address (server.host), or put a firewall in front',
    );
  }
  if (isLocal(host)) return ok(`${at}: this machine only.`);
  return ok(`${at}: private addresses only.`);
}

export const checkAddress: QuickCheck = ({ config: { server }, daemon }) =>
  judgeAddress({
    host: server.host,
    port: server.port,
    own: Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).map(({ address }) => address),
    ),
    listening: listeningAt(server.port, kernelTables()),
    daemonUp: daemon.state === 'up',
  });
