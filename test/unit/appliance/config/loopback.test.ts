import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../../src/appliance/config/schema.js';
import { isLoopback } from '../../../../src/core/addresses.js';

const mayGoPlain = (host: string) =>
  configSchema.safeParse({ server: { host, tls: { mode: 'off' } } }).success;

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.2', '127.255.255.255', '127.0.0.0', '::1', 'localhost'])(
    'takes %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
      expect(mayGoPlain(host)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '128.0.0.1',
    '12.7.0.1',
    '127.0.0.1.evil.com',
    '127.evil.com',
    '127.0.0.1:80',
    '127.0.0.256',
    '127.1',
    '127.0.0.01',
    '0x7f.0.0.1',
    '2130706433',
    ' 127.0.0.1',
    '127.0.0.1\n',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::2',
    '1::1',
    '::1%eth0',
    '[::1]',
    'localhost.evil.com',
    'localhost.',
    'evil-localhost',
    '',
  ])('refuses %j', (host) => {
    expect(isLoopback(host)).toBe(false);
    expect(mayGoPlain(host)).toBe(false);
  });

  it('takes an IPv4 address exactly when it begins with 127', () => {
    fc.assert(
      fc.property(fc.ipV4(), (host) => {
        expect(mayGoPlain(host)).toBe(host.split('.')[0] === '127');
      }),
    );
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (rest) => {
        expect(mayGoPlain(`127.${rest.join('.')}`)).toBe(true);
      }),
    );
  });

  it('takes no other IPv6 address and no other name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.domain(), fc.string()), (host) => {
        const isIpv4Loopback = /^127\.\d+\.\d+\.\d+$/.test(host);
        fc.pre(host !== '::1' && host !== 'localhost' && !isIpv4Loopback);
        expect(mayGoPlain(host)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(mayGoPlain(`127.0.0.1.${domain}`)).toBe(false);
      }),
    );
  });

  it('does not matter where TLS is on', () => {
    const server = { host: '0.0.0.0', tls: { mode: 'auto' } };
    expect(configSchema.safeParse({ server }).success).toBe(true);
  });
});
