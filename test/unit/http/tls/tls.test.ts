import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueAuthority, issueServerCertificate } from '../../../../src/http/tls/certificates.js';
import { hostNames, prepareTls, type TlsMaterial } from '../../../../src/http/tls/tls.js';
import { rejectionOf } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const DAY_MS = 86_400_000;
const NOW = Date.now();

async function auto(folder: string, names: string[] = [], now = NOW): Promise<TlsMaterial> {
  const material = await prepareTls({ mode: 'auto', names }, folder, now);
  if (material === undefined) throw new Error('expected a certificate');
  return material;
}
const read = (folder: string, name: string) => readFileSync(join(folder, 'tls', name), 'utf8');

/** The name that a real client on loopback sees, which trusts the authority alone. */
async function handshake(material: TlsMaterial, servername: string): Promise<string> {
  const server = createServer({ cert: material.cert, key: material.key, minVersion: 'TLSv1.2' });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ca = readFileSync(material.caFile!, 'utf8');
  const socket = connect({ host: '127.0.0.1', port, ca, servername, rejectUnauthorized: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket.getPeerX509Certificate()!.subject;
}

describe('prepareTls, automatic', () => {
  it('creates a certificate for this machine and for the configured names', async () => {
    const { cert } = await auto(scratchFolder(), ['box.ward.example', '10.1.2.3', '2001:db8::7']);
    const certificate = new X509Certificate(cert);
    for (const name of ['localhost', hostname(), 'box.ward.example', 'BOX.ward.example']) {
      expect([name, certificate.checkHost(name)]).not.toContain(undefined);
    }
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '2001:db8::7']) {
      expect([address, certificate.checkIP(address)]).not.toContain(undefined);
    }
    expect(certificate.checkHost('other.ward.example')).toBeUndefined();
    expect(certificate.checkIP('10.1.2.4')).toBeUndefined();
    expect(certificate.ca).toBe(false);
  });

  it('is verified by a client that trusts the authority', async () => {
    const material = await auto(scratchFolder(), ['box.ward.example']);
    expect(await handshake(material, 'box.ward.example')).toContain('O=Wardbox');
    expect(await handshake(material, 'localhost')).toContain('O=Wardbox');
    await expect(handshake(material, 'evil.example')).rejects.toThrow(/altnames/i);
  });

  it('is not verified by a client that trusts the authority of another appliance', async () => {
    const material = await auto(scratchFolder());
    const { caFile } = await auto(scratchFolder());
    await expect(handshake({ ...material, caFile: caFile! }, 'localhost')).rejects.toThrow(
      /certificate|self.signed|issuer/i,
    );
  });

  it('is valid for a year and a month at most, its authority for ten years', async () => {
    const folder = scratchFolder();
    const { cert, caFile } = await auto(folder);
    const days = (pem: string) => (Date.parse(new X509Certificate(pem).validTo) - NOW) / DAY_MS;
    expect(days(cert)).toBeGreaterThan(390);
    expect(days(cert)).toBeLessThan(398);
    const authority = new X509Certificate(readFileSync(caFile!));
    expect(days(authority.toString())).toBeGreaterThan(3_600);
    expect(authority.ca).toBe(true);
    expect(new X509Certificate(cert).checkIssued(authority)).toBe(true);
    expect(new X509Certificate(cert).verify(authority.publicKey)).toBe(true);
  });

  it('keeps every file to its owner and the private key out of what clients get', async () => {
    const folder = scratchFolder();
    const { caFile } = await auto(folder);
    expect(statSync(join(folder, 'tls')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'tls')).sort()).toEqual(['ca.crt', 'ca.pem', 'server.pem']);
    for (const name of ['ca.crt', 'ca.pem', 'server.pem']) {
      expect([name, statSync(join(folder, 'tls', name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(caFile).toBe(join(folder, 'tls', 'ca.crt'));
    expect(read(folder, 'ca.crt')).toContain('BEGIN CERTIFICATE');
    expect(read(folder, 'ca.crt')).not.toContain('PRIVATE');
  });

  it('is kept while it is good, names in any order', async () => {
    const folder = scratchFolder();
    const first = await auto(folder, ['a.example', 'b.example']);
    expect(await auto(folder, ['b.example', 'a.example'], NOW + 300 * DAY_MS)).toEqual(first);
    expect(await auto(folder, ['b.example'])).toEqual(first);
  });

  it('is renewed for a new name, a new address, and near its end; the authority stays', async () => {
    const folder = scratchFolder();
    const seen = new Set<string>();
    await auto(folder);
    const authority = read(folder, 'ca.pem');
    const steps: [string[], number][] = [
      [[], NOW],
      [['new.example'], NOW],
      [['new.example', '10.9.8.7'], NOW],
      [['new.example', '10.9.8.7'], NOW + 368 * DAY_MS],
    ];
    for (const [names, now] of steps) {
      const { cert } = await auto(folder, names, now);
      expect(seen).not.toContain(cert);
      seen.add(cert);
      expect(Date.parse(new X509Certificate(cert).validTo) - now).toBeGreaterThan(30 * DAY_MS);
      expect(read(folder, 'ca.pem')).toBe(authority);
    }
  });

  it.each(['*.ward.example', 'Box.Ward.Example', 'box_3', 'box.ward.example.', 'süd.example'])(
    'is not renewed at each start for the name %s',
    async (name) => {
      const folder = scratchFolder();
      const first = await auto(folder, [name]);
      expect(await auto(folder, [name])).toEqual(first);
    },
  );

  it('is renewed when its authority was', async () => {
    const folder = scratchFolder();
    const first = await auto(folder);
    rmSync(join(folder, 'tls', 'ca.pem'));
    const second = await auto(folder);
    expect(second.cert).not.toBe(first.cert);
    expect(await handshake(second, 'localhost')).toContain('O=Wardbox');
  });

  it('hands out the authority again when its public half was lost or is another one', async () => {
    const folder = scratchFolder();
    const { caFile } = await auto(folder);
    const text = readFileSync(caFile!, 'utf8');
    rmSync(caFile!);
    await auto(folder);
    expect(readFileSync(caFile!, 'utf8')).toBe(text);
    writeFileSync(caFile!, 'something else');
    await auto(folder);
    expect(readFileSync(caFile!, 'utf8')).toBe(text);
  });

  it('makes a damaged certificate of the server again', async () => {
    const folder = scratchFolder();
    await auto(folder);
    writeFileSync(join(folder, 'tls', 'server.pem'), 'damaged');
    expect((await auto(folder)).cert).toContain('BEGIN CERTIFICATE');
  });

  it('says that TLS is at fault when the authority is damaged or the folder is none', async () => {
    const folder = scratchFolder();
    await auto(folder);
    writeFileSync(join(folder, 'tls', 'ca.pem'), 'damaged');
    const error = await rejectionOf(auto(folder));
    expect(error.code).toBe('internal_error');
    expect(error.message).toMatch(/^TLS cannot be set up: /);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect((await rejectionOf(auto(file))).code).toBe('internal_error');
  });
});

/** A certificate, its key and the key of another one, in files of these names. */
async function ownFiles() {
  const folder = scratchFolder();
  const authority = await issueAuthority('Invented hospital', NOW);
  const [pem, other] = await Promise.all([
    issueServerCertificate(authority, ['localhost'], NOW),
    issueServerCertificate(authority, ['localhost'], NOW),
  ]);
  const cut = pem.indexOf('-----BEGIN PRIVATE KEY-----');
  const [cert, key] = [pem.slice(0, cut), pem.slice(cut)];
  writeFileSync(join(folder, 'cert'), cert);
  writeFileSync(join(folder, 'key'), key);
  writeFileSync(join(folder, 'other'), other);
  const files = (named: Partial<Record<'certFile' | 'keyFile' | 'clientCaFile', string>> = {}) => {
    const path = (name: string) => join(folder, name);
    const { certFile = 'cert', keyFile = 'key', clientCaFile } = named;
    const clients = clientCaFile === undefined ? undefined : path(clientCaFile);
    return {
      mode: 'files',
      certFile: path(certFile),
      keyFile: path(keyFile),
      clientCaFile: clients,
    } as const;
  };
  return { folder, files, cert, key };
}

describe('prepareTls, by choice', () => {
  it('gives nothing when TLS is off and makes no folder', async () => {
    const folder = scratchFolder();
    expect(await prepareTls({ mode: 'off' }, folder, NOW)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives the hospital’s own files as they are', async () => {
    const { files, cert, key } = await ownFiles();
    expect(await prepareTls(files(), '', NOW)).toEqual({ cert, key });
  });

  it.each([
    ['a key that is not there', { keyFile: 'none' }, /ENOENT/],
    ['a certificate that is none', { certFile: 'key' }, /holds no certificate/],
    ['a key that is none', { keyFile: 'cert' }, /holds no private key/],
    ['the key of another certificate', { keyFile: 'other' }, /does not match the certificate/],
    ['authorities that are none', { clientCaFile: 'key' }, /must hold certificates of authorities/],
    ['a certificate that is no authority', { clientCaFile: 'cert' }, /authorities/],
  ])('refuses %s', async (_, names, message) => {
    const { files } = await ownFiles();
    const error = await rejectionOf(prepareTls(files(names), '', NOW));
    expect(error.code).toBe('internal_error');
    expect(error.message).toMatch(message);
  });

  it('gives the authorities that clients come from, however many', async () => {
    const { folder, files } = await ownFiles();
    const both = (await Promise.all(['a', 'b'].map((name) => issueAuthority(name, NOW)))).join('');
    writeFileSync(join(folder, 'both'), both);
    const { clientCa } = (await prepareTls(files({ clientCaFile: 'both' }), '', NOW)) ?? {};
    expect(clientCa).toBe(both);
    const automatic = { mode: 'auto', names: [], clientCaFile: join(folder, 'both') } as const;
    expect((await prepareTls(automatic, folder, NOW))?.clientCa).toBe(both);
  });
});

describe('hostNames', () => {
  it('names loopback, the machine and the configured names, each once, without zones', () => {
    const names = hostNames(['localhost', 'x.example']);
    for (const name of ['localhost', '127.0.0.1', '::1', hostname(), 'x.example']) {
      expect(names.filter((other) => other === name)).toHaveLength(1);
    }
    expect(names.filter((name) => name.includes('%'))).toEqual([]);
    expect(hostNames(['süd.example', '*.ward', '2001:db8::7', '12', 'Box'])).toEqual(
      expect.arrayContaining(['xn--sd-xka.example', '*.ward', '2001:db8::7', '12', 'Box']),
    );
  });
});
