import { isIP } from 'node:net';
import { isLoopback } from '../core/addresses.js';
import { createNetworks, plainAddress } from '../core/networks.js';
import type { AppContext, AppMiddleware } from './environment.js';

/** Some proxies append the port: `10.1.2.3:4711`, `[fd00::1]:4711`. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;

function readHop(text: string): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = plainAddress(v6 ?? v4 ?? text);
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The client of a request that came through proxies: the last address in the list that is not a
 * trusted proxy. The sender of the request may have forged the entries before it.
 *
 * @param peer the address at the other end of the connection
 * @param forwarded `X-Forwarded-For`: each proxy has appended the address of its own client
 */
export function clientBehind(
  peer: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = plainAddress(peer);
  const hops = forwarded === undefined ? [] : forwarded.split(',');
  while (isTrusted(client)) {
    const hop = readHop(hops.pop()?.trim() ?? '');
    if (hop === undefined) return client;
    client = hop;
  }
  return client;
}

/** Finds the address that log and audit records name; only these proxies are trusted. */
export function clientAddress(trustedProxies: readonly string[]): AppMiddleware {
  const isTrusted = createNetworks(trustedProxies);
  const clientOf = (c: AppContext, peer: string) =>
    trustedProxies.length === 0
      ? plainAddress(peer)
      : clientBehind(peer, c.req.header('x-forwarded-for'), isTrusted);
  return function clientAddressMiddleware(c, next) {
    const peer = c.env?.incoming?.socket.remoteAddress;
    if (peer !== undefined) c.set('remote', clientOf(c, peer));
    return next();
  };
}

interface ConnectionEnds {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}

/** Whether both ends of a connection are this machine, by loopback or by one of its addresses. */
export function isWithinMachine({ remoteAddress, localAddress }: ConnectionEnds): boolean {
  if (remoteAddress === undefined) return false;
  return isLoopback(plainAddress(remoteAddress)) || remoteAddress === localAddress;
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request was made on this machine itself. A proxy on the same machine, known to the
 * configuration or not, forwards for clients on other machines.
 */
export function isFromThisMachine(c: AppContext): boolean {
  const socket = c.env?.incoming?.socket;
  if (socket === undefined || !isWithinMachine(socket)) return false;
  return PROXY_HEADERS.every((name) => c.req.header(name) === undefined);
}
