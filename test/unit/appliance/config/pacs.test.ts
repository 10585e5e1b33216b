import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../../src/appliance/config/schema.js';

const PEER = { ae_title: 'CT1', addresses: ['10.1.0.0/16'], mode: 'live' };
const issuesOf = (pacs: object, more: object = {}) =>
  configSchema
    .safeParse({ pacs, ...more })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the configuration of the PACS', () => {
  it('is off unless a port is named, and has defaults', () => {
    const { pacs } = configSchema.parse({});
    expect(pacs).toMatchObject({ ae_title: 'WARDBOX', host: '127.0.0.1', peers: [], tls: 'off' });
    expect(pacs.port).toBeUndefined();
    expect(issuesOf({ port: 11112, peers: [PEER] })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ port: 11112 }, 'pacs.peers: must name the nodes that may connect'],
    [{ ae_title: 'a title that is too long' }, 'pacs.ae_title: must be an AE title'],
    [{ ae_title: 'A\\B' }, 'pacs.ae_title: must be an AE title'],
    [{ peers: [{ ...PEER, addresses: ['ct.hospital'] }] }, 'pacs.peers.0.addresses.0: must be an'],
    [{ peers: [{ ...PEER, mode: 'both' }] }, 'pacs.peers.0.mode'],
    [{ client_ca_file: 'ca.pem' }, 'pacs.client_ca_file: needs TLS'],
  ])('%j is refused', (pacs, message) => {
    expect(issuesOf(pacs).join('\n')).toContain(message);
  });

  it('refuses TLS without the certificate of the server', () => {
    const server = { tls: { mode: 'off' } };
    expect(issuesOf({ tls: 'on' }, { server }).join()).toContain('pacs.tls: needs the certificate');
  });
});
