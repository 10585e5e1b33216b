import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNetworks, isNetwork, plainAddress } from '../../../src/core/networks.js';

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);
const text = (octets: readonly number[]) => octets.join('.');
const bits = (octets: readonly number[]) =>
  octets.map((n) => n.toString(2).padStart(8, '0')).join('');

describe('createNetworks', () => {
  it('takes an IPv4 address for inside when its first bits are the network’s', () => {
    fc.assert(
      fc.property(ipv4, fc.integer({ min: 0, max: 32 }), ipv4, (network, prefix, other) => {
        // One that shares the first bits, and one that need not.
        const near = network.map((n, at) => (prefix >= 8 * (at + 1) ? n : (other[at] ?? 0)));
        const inside = createNetworks([`${text(network)}/${prefix}`]);
        for (const address of [near, other]) {
          const same = bits(address).slice(0, prefix) === bits(network).slice(0, prefix);
          expect([text(address), inside(text(address))]).toEqual([text(address), same]);
          expect(inside(`::ffff:${text(address)}`)).toBe(same);
        }
      }),
    );
  });

  it('knows IPv6 networks, single addresses and several at once', () => {
    const inside = createNetworks(['fd00:1::/32', '192.168.7.9', '::1']);
    const found = [
      'fd00:1::5',
      'fd00:2::5',
      '192.168.7.9',
      '192.168.7.8',
      '::1',
      '::2',
      'fd00:1::5%eth0',
    ];
    expect(found.filter(inside)).toEqual(['fd00:1::5', '192.168.7.9', '::1', 'fd00:1::5%eth0']);
  });

  it('takes nothing for inside when there is none, and no text that is no address', () => {
    expect(createNetworks([])('10.0.0.1')).toBe(false);
    const all = createNetworks(['0.0.0.0/0', '::/0']);
    expect(['10.0.0.1', 'fe80::1', 'unknown', '', '10.0.0'].filter(all)).toEqual([
      '10.0.0.1',
      'fe80::1',
    ]);
  });
});

describe('isNetwork', () => {
  it.each(['10.0.0.0/8', '10.1.2.3', '0.0.0.0/0', '::/0', 'fd00::/8', '::1', '10.1.2.3/32'])(
    'knows %s',
    (one) => expect(isNetwork(one)).toBe(true),
  );
  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8 ',
    'ward',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '10.0.0.0/1e1',
  ])('refuses "%s"', (one) => expect(isNetwork(one)).toBe(false));
});

describe('plainAddress', () => {
  it.each([
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::FFFF:10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '10.1.2.3'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['::ffff:0', '::ffff:0'],
  ])('makes of %s %s', (given, plain) => expect(plainAddress(given)).toBe(plain));
});
