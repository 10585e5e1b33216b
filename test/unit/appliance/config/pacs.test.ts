import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../../src/appliance/config/schema.js';

const PEER = { ae_title: 'CT1', addresses: ['10.1.0.0/16'], mode: 'live' };
const PACS = {
  name: 'pacs',
  mode: 'live',
  service: 'dimse',
  ae_title: 'ARCHIVE',
  host: 'pacs.hospital.example',
  port: 104,
};
const WEB = { name: 'web', mode: 'live', service: 'dicomweb', url: 'https://pacs.example/dicom' };
const ROUTE = { name: 'chest', image_type: 'chest_xray' };
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

  it('takes destinations, by C-STORE and by STOW-RS', () => {
    const { pacs } = configSchema.parse({ pacs: { destinations: [PACS, WEB] } });
    expect(pacs).toMatchObject({ destinations: [{ ...PACS, tls: 'off' }, WEB], send_days: 7 });
    const web = { ...WEB, url: 'http://127.0.0.1:8042/dicom-web' };
    expect(issuesOf({ destinations: [web] })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ name: 'A PACS' }, 'pacs.destinations.0.name: must be 1 to 32 small letters'],
    [{ mode: 'both' }, 'pacs.destinations.0.mode'],
    [{ service: 'ftp' }, 'pacs.destinations.0.service'],
    [{ port: 0 }, 'pacs.destinations.0.port'],
    [{ ca_file: 'ca.pem' }, 'pacs.destinations.0.ca_file: needs TLS'],
    [{ authorization_file: 'token' }, 'authorization_file'],
    [{ ...WEB, url: 'http://pacs.example/' }, 'pacs.destinations.0.url: must be an https address'],
  ])('refuses a destination with %j', (change, message) => {
    const isWeb = 'url' in change;
    const destination = isWeb ? change : { ...PACS, ...change };
    expect(issuesOf({ destinations: [destination] }).join('\n')).toContain(message);
  });

  it('refuses two destinations of one name, and routes to one that is not there', () => {
    expect(issuesOf({ destinations: [PACS, { ...WEB, name: 'pacs' }] })).toEqual([
      'pacs.destinations.1.name: is used twice',
    ]);
    const routed = { ...ROUTE, destinations: ['pacs', 'gone'] };
    expect(issuesOf({ destinations: [PACS], routes: [routed] })).toEqual([
      'pacs.routes.0.destinations.1: is no name in pacs.destinations',
    ]);
  });

  it('fetches earlier images from a destination: a DIMSE node needs the listener', () => {
    const from = (name: string) => [{ ...ROUTE, prior: { from: name } }];
    const destinations = [PACS, WEB];
    expect(issuesOf({ destinations, routes: from('web') })).toEqual([]);
    expect(issuesOf({ destinations, routes: from('elsewhere') })).toEqual([
      'pacs.routes.0.prior.from: is no name in pacs.destinations',
    ]);
    expect(issuesOf({ port: 11112, peers: [PEER], destinations, routes: from('pacs') })).toEqual(
      [],
    );
    expect(issuesOf({ destinations, routes: from('pacs') })).toEqual([
      'pacs.routes.0.prior.from: is of the service dimse and needs pacs.port: the image is sent there',
    ]);
  });

  it('refuses TLS without the certificate of the server', () => {
    const server = { tls: { mode: 'off' } };
    expect(issuesOf({ tls: 'on' }, { server }).join()).toContain('pacs.tls: needs the certificate');
  });
});
