import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type AgentOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueAuthority, issueServerCertificate } from '../../src/http/tls/certificates.js';
import { issueClientCertificate, splitPem } from '../support/client-certificate.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { createClient } from '../support/https-client.js';
import { OUTER_ADDRESS } from '../support/outer-address.js';
import { connectRaw } from '../support/raw-client.js';

const DAY_MS = 86_400_000;
const NOW = Date.now();

const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

let authority: string;
beforeAll(async () => {
  authority = await issueAuthority('Invented hospital', NOW);
});

/** The files of `server.tls`, in a folder of their own. */
function folderOfFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-tls-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => writeFileSync(path(name), text);
  const certificate = async (now = NOW) => {
    const { cert, key } = splitPem(await issueServerCertificate(authority, ['127.0.0.1'], now));
    write('server.crt', cert);
    write('server.key', key);
    return new X509Certificate(cert).fingerprint256;
  };
  const tls = { mode: 'files', cert_file: path('server.crt'), key_file: path('server.key') };
  write('ca.crt', splitPem(authority).cert);
  return { path, write, certificate, tls };
}

async function started(tls: Record<string, unknown>): Promise<Daemon> {
  const daemon = await startDaemon({ config: { server: { tls } } });
  cleanups.push(() => daemon.stop());
  return daemon;
}

/** A client with a connection of its own, which it keeps. */
async function keeping({ url }: Daemon, caFile: string, options: AgentOptions = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...options });
  cleanups.push(() => agent.destroy());
  return createClient(url, caFile, agent);
}

async function shown(daemon: Daemon, caFile: string): Promise<string | undefined> {
  const { socket } = await connectRaw({ url: daemon.url, caFile });
  const paper = (socket as TLSSocket).getPeerX509Certificate();
  socket.destroy();
  return paper?.fingerprint256;
}

const reload = (daemon: Daemon) => daemon.process.kill('SIGHUP');

describe('certificate files', () => {
  it('are taken over on SIGHUP without a restart, and not while they are at fault', async () => {
    const { path, write, certificate, tls } = folderOfFiles();
    const first = await certificate();
    const daemon = await started(tls);
    const ask = await keeping(daemon, path('ca.crt'));
    expect((await ask('/healthz')).status).toBe(200);
    expect(await shown(daemon, path('ca.crt'))).toBe(first);

    const second = await certificate();
    reload(daemon);
    await daemon.log(({ msg }) => msg === 'certificate taken over');
    expect(await shown(daemon, path('ca.crt'))).toBe(second);
    // What was connected before goes on.
    expect((await ask('/healthz')).status).toBe(200);

    write('server.crt', splitPem(await issueServerCertificate(authority, ['127.0.0.1'], NOW)).cert);
    reload(daemon);
    const { reason } = await daemon.log(({ msg }) => msg === 'certificate');
    expect(reason).toMatch(/the key in .* does not match the certificate/);
    expect(await shown(daemon, path('ca.crt'))).toBe(second);
  });

  it.each([
    ['has ended', -500, /^it ended on/],
    ['is not valid yet', 10, /^it is not valid before/],
  ])(
    'with a certificate that %s are served, with a warning, and fail the doctor',
    async (_, days, said) => {
      const { path, certificate, tls } = folderOfFiles();
      const print = await certificate(NOW + days * DAY_MS);
      const daemon = await startDaemon({ config: { server: { tls, port: 0 } } });
      cleanups.push(() => daemon.stop());
      const { reason } = await daemon.log(({ msg }) => msg === 'certificate');
      expect(reason).toMatch(said);
      const careless = await connectRaw({ url: daemon.url }, { rejectUnauthorized: false });
      const paper = (careless.socket as TLSSocket).getPeerX509Certificate();
      expect(paper?.fingerprint256).toBe(print);
      careless.socket.destroy();
      const ask = await keeping(daemon, path('ca.crt'));
      await expect(ask('/healthz')).rejects.toThrow(/certificate/);
      const told = await daemon.cli('doctor', '--json').catch(({ stdout }) => String(stdout));
      const { checks } = JSON.parse(told) as { checks: Array<{ check: string; state: string }> };
      expect(checks.find(({ check }) => check === 'tls')?.state).toBe('failed');
    },
  );
});

describe.skipIf(OUTER_ADDRESS === undefined)(
  'client certificates (needs a network address)',
  () => {
    const setUp = async () => {
      const files = folderOfFiles();
      await files.certificate();
      const clients = await issueAuthority('Invented clients', NOW);
      files.write('clients.crt', splitPem(clients).cert);
      const daemon = await started({ ...files.tls, client_ca_file: files.path('clients.crt') });
      const elsewhere = (options: AgentOptions = {}) =>
        keeping(daemon, files.path('ca.crt'), { localAddress: OUTER_ADDRESS!, ...options });
      return { ...files, clients, daemon, elsewhere };
    };

    it('are needed as well as a key, from elsewhere', async () => {
      const { clients, daemon, elsewhere } = await setUp();
      const key = await daemon.key();
      const ask = await elsewhere(await issueClientCertificate(clients, 'pacs', NOW));
      expect((await ask('/v1/risk/scores', { key })).status).toBe(200);
      expect((await ask('/v1/risk/scores')).status).toBe(401);
      expect((await ask('/healthz')).status).toBe(200);
      expect((await ask('/metrics')).status).toBe(401);
      expect((await ask('/metrics', { key })).status).toBe(200);
    });

    it('are asked for: without a good one nothing is answered, and it is recorded', async () => {
      const { path, clients, daemon, elsewhere } = await setUp();
      const key = await daemon.key();
      const strangers = await issueAuthority('Strangers', NOW);
      const bad: Record<string, AgentOptions> = {
        none: {},
        'of another authority': await issueClientCertificate(strangers, 'pacs', NOW),
        ended: await issueClientCertificate(clients, 'old', NOW - 100 * DAY_MS),
        'not valid yet': await issueClientCertificate(clients, 'new', NOW + 10 * DAY_MS),
        'of a server': splitPem(await issueServerCertificate(clients, ['127.0.0.1'], NOW)),
      };
      let asked = 0;
      for (const [what, options] of Object.entries(bad)) {
        const ask = await elsewhere(options);
        for (const open of ['/healthz', '/v1/risk/scores', '/openapi.json']) {
          const answer = await ask(open, { key }).catch(({ code }: { code?: string }) => code);
          expect([what, open, typeof answer]).toEqual([what, open, 'string']);
          asked += 1;
        }
      }
      await daemon.log(({ msg }) => msg === 'client without a certificate turned away');
      daemon.process.kill('SIGTERM');
      await daemon.exited;
      const out = path('audit.jsonl');
      await daemon.cli('audit', 'export', '--out', out);
      const refused = readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"authenticate"'))
        .map((line) => JSON.parse(line).event);
      expect(refused).toMatchObject([
        { outcome: 'refused', remote_address: OUTER_ADDRESS, count: asked },
      ]);
    });

    it('are not needed on the machine itself, for health and figures alone', async () => {
      const { path, daemon } = await setUp();
      const key = await daemon.key();
      const ask = await keeping(daemon, path('ca.crt'));
      for (const open of ['/healthz', '/readyz', '/metrics']) {
        expect([open, (await ask(open)).status]).toEqual([open, 200]);
      }
      for (const closed of ['/v1/risk/scores', '/v1/fhir/metadata', '/openapi.json', '/nothing']) {
        const { status, text } = await ask(closed, { key });
        expect([closed, status]).toEqual([closed, 401]);
        expect(text).toContain('client certificate');
      }
    });

    it('cannot be done without by resuming a session that had none', async () => {
      const { path, daemon } = await setUp();
      const key = await daemon.key();
      const ca = { url: daemon.url, caFile: path('ca.crt') };
      let session: Buffer | undefined;
      const local = await connectRaw(ca);
      local.socket.on('session', (given: Buffer) => {
        session = given;
      });
      const request = `GET /v1/risk/scores HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
      local.socket.write(request);
      await local.closed;
      expect(local.received()).toMatch(/^HTTP\/1\.1 401 /);
      expect(session).toBeDefined();

      const again = await connectRaw(ca, { session: session! });
      expect((again.socket as TLSSocket).isSessionReused()).toBe(true);
      again.socket.write(request);
      await again.closed;
      expect(again.received()).toMatch(/^HTTP\/1\.1 401 /);

      const outside = await connectRaw(ca, {
        session: session!,
        localAddress: OUTER_ADDRESS!,
      } as object);
      outside.socket.write(request);
      await outside.closed;
      expect(outside.received()).toBe('');
    });

    it('of an authority that is no longer trusted end with SIGHUP, and those of the new one begin', async () => {
      const { write, clients, daemon, elsewhere } = await setUp();
      const key = await daemon.key();
      const old = await issueClientCertificate(clients, 'pacs', NOW);
      const ask = await elsewhere(old);
      expect((await ask('/v1/risk/scores', { key })).status).toBe(200);
      const others = await issueAuthority('New clients', NOW);
      write('clients.crt', splitPem(others).cert);
      reload(daemon);
      await daemon.log(({ msg }) => msg === 'certificate taken over');
      await expect(ask('/v1/risk/scores', { key })).rejects.toThrow(
        /hang up|ECONNRESET|alert|EPIPE/,
      );
      const later = await elsewhere(await issueClientCertificate(others, 'pacs', NOW));
      expect((await later('/v1/risk/scores', { key })).status).toBe(200);
    });
  },
);
