import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNetworks } from '../../../src/core/networks.js';
import {
  clientAddress,
  clientBehind,
  isFromThisMachine,
  isWithinMachine,
} from '../../../src/http/client-address.js';
import { remoteAddress } from '../../../src/http/environment.js';
import { listen } from '../../../src/http/server.js';
import { smallApp } from '../../support/http-app.js';

const trusted = createNetworks(['10.0.0.0/24', 'fd00::/16']);
const behind = (peer: string, forwarded?: string) => clientBehind(peer, forwarded, trusted);

describe('clientBehind', () => {
  it.each<[string, string | undefined, string]>([
    ['192.0.2.7', undefined, '192.0.2.7'],
    // Whoever is no proxy of ours may say what it likes.
    ['192.0.2.7', '203.0.113.5', '192.0.2.7'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '198.51.100.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
    ['10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
    ['fd00::1', '[2001:db8::9]:4711', '2001:db8::9'],
    ['fd00::1', '2001:db8::9', '2001:db8::9'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.5,', '10.0.0.1'],
  ])('of %s, told "%s", is %s', (peer, forwarded, client) => {
    expect(behind(peer, forwarded)).toBe(client);
  });

  it('is never an entry before the first untrusted one', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.ipV4(),
        fc.array(fc.constantFrom('10.0.0.9', 'fd00::9')),
        (made, client, hops) => {
          fc.pre(!trusted(client));
          const row = [made, client, ...hops].join(', ');
          expect(behind('10.0.0.1', row)).toBe(client);
        },
      ),
    );
  });
});

describe('isWithinMachine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['::ffff:127.0.0.5', '::ffff:127.0.0.1', true],
    ['::1', '::1', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.3', false],
    ['::ffff:10.1.2.4', '::ffff:10.1.2.3', false],
    [undefined, undefined, false],
  ])('from %s to %s: %s', (remote, local, is) => {
    expect(isWithinMachine({ remoteAddress: remote, localAddress: local })).toBe(is);
  });
});

describe('clientAddress', () => {
  const serve = async (proxies: readonly string[]) => {
    const app = smallApp();
    app.use(clientAddress(proxies));
    app.get('/', (c) => c.json({ remote: remoteAddress(c), own: isFromThisMachine(c) }));
    const server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
    onTestFinished(() => server.drain(0));
    return async (headers: Record<string, string> = {}) =>
      (await fetch(server.url, { headers: { connection: 'close', ...headers } })).json();
  };

  it('is the peer, unless a trusted proxy states another', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.5' };
    const unknown = await serve([]);
    expect(await unknown()).toEqual({ remote: '127.0.0.1', own: true });
    expect(await unknown(forwarded)).toEqual({ remote: '127.0.0.1', own: false });
    const known = await serve(['127.0.0.0/8']);
    expect(await known(forwarded)).toEqual({ remote: '203.0.113.5', own: false });
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])(
    'takes nothing for this machine’s own that bears %s',
    async (name) => {
      const ask = await serve(['127.0.0.1']);
      expect(await ask({ [name]: '127.0.0.1' })).toMatchObject({ own: false });
    },
  );

  it('knows nothing of a request without a socket', async () => {
    const app = smallApp();
    app.use(clientAddress(['0.0.0.0/0']));
    app.get('/', (c) => c.json({ remote: remoteAddress(c) ?? null, own: isFromThisMachine(c) }));
    const answer = await app.request('/', { headers: { 'X-Forwarded-For': '203.0.113.5' } });
    expect(await answer.json()).toEqual({ remote: null, own: false });
  });
});
