import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** The beginning of links to this server: `https://host:port`. */
export type OwnAddress = (host: string | undefined) => string;

export interface OwnAddressParts {
  /** The error where a client addresses the server by a name that is not its own. */
  readonly url: string;
  /** PEM; its names are the server's. */
  readonly certificate?: string;
  /** Further names. */
  readonly names: readonly string[];
}

/** A name or address, and perhaps a port. */
const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9.-]{1,253}))(?::\d{1,5})?$/i;
const LOCAL = ['localhost', '127.0.0.1', '::1'];
/** Results are cached by name; limited, as clients can invent names. */
const MAX_REMEMBERED = 100;

function isNamed(certificate: X509Certificate | undefined, name: string): boolean {
  if (certificate === undefined) return false;
  const match = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  return match !== undefined;
}

/**
 * Links use the host of the client's request, so that they work under the name it uses; but only
 * when that is one of this server's names: an invented `Host` must not appear in an answer.
 */
export function createOwnAddress({ url, certificate, names }: OwnAddressParts): OwnAddress {
  const scheme = url.slice(0, url.indexOf('://'));
  const paper = certificate === undefined ? undefined : new X509Certificate(certificate);
  const own = new Set(
    [...LOCAL, ...names, new URL(url).hostname].map((name) => name.toLowerCase()),
  );
  const addresses = new Map<string, string>();

  function addressOf(host: string): string {
    const [, address, name = address ?? ''] = HOST.exec(host) ?? [];
    const isOwn = name !== '' && (own.has(name.toLowerCase()) || isNamed(paper, name));
    return isOwn ? `${scheme}://${host}` : url;
  }

  return (host) => {
    if (host === undefined) return url;
    const remembered = addresses.get(host);
    if (remembered !== undefined) return remembered;
    const address = addressOf(host);
    if (addresses.size < MAX_REMEMBERED) addresses.set(host, address);
    return address;
  };
}
