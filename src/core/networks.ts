import { BlockList, isIP } from 'node:net';

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

const PREFIX = /^\d{1,3}$/;

/** Returns an IPv4 address in place of its IPv6-mapped form `::ffff:10.1.2.3`; others unchanged. */
export function plainAddress(address: string): string {
  const zone = address.indexOf('%');
  const bare = zone === -1 ? address : address.slice(0, zone);
  const inner = bare.toLowerCase().startsWith('::ffff:') ? bare.slice('::ffff:'.length) : bare;
  return isIP(inner) === 4 ? inner : bare;
}

function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  const longest = version === 4 ? 32 : 128;
  const length = slash === -1 ? String(longest) : text.slice(slash + 1);
  if (!PREFIX.test(length) || Number(length) > longest) return undefined;
  return { address, prefix: Number(length), family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether a text is an address or a network: `10.1.0.0/16`, `fd00::/8`, `192.168.1.4`. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** Whether an address belongs to one of these networks; invalid ones are ignored. */
export function createNetworks(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of texts.flatMap((text) => parseNetwork(text) ?? [])) {
    list.addSubnet(address, prefix, family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}
