import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import type { LoadedConfig } from '../../config/load.js';
import { messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { healthSchema, type Readiness, readinessSchema } from '../../http/schema.js';
import { codeOf } from '../../packages/refusal.js';

/** What the address of the configuration gives back. */
export type DaemonAnswer =
  | { readonly state: 'up'; readonly version: string; readonly readiness: Readiness }
  | { readonly state: 'down' }
  /** Something is there, and not as it should be. */
  | { readonly state: 'strange'; readonly reason: string }
  /** The configuration leaves the port to chance. */
  | { readonly state: 'unknown' };

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1_000_000;
const NOT_THERE = ['ECONNREFUSED', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Unspecified addresses are listened on, not called. */
const CALLED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

interface Trust {
  readonly options: RequestOptions;
  /** Throws when the other side is not this appliance. */
  verify(answer: IncomingMessage): void;
}

/**
 * An automatic certificate is held against the appliance's own authority. One of the hospital's
 * may hang on an authority that nobody told this machine of: it must be the one of the file.
 */
function trustOf({ server: { tls }, data_dir }: LoadedConfig): Trust {
  if (tls.mode === 'off') return { options: {}, verify: () => undefined };
  if (tls.mode === 'auto') {
    const ca = readFileSync(join(data_dir, 'tls', 'ca.crt'), 'utf8');
    return { options: { ca }, verify: () => undefined };
  }
  const own = new X509Certificate(readFileSync(tls.cert_file ?? ''));
  return {
    options: { rejectUnauthorized: false },
    verify({ socket }) {
      const shown = (socket as TLSSocket).getPeerX509Certificate();
      if (shown?.fingerprint256 === own.fingerprint256) return;
      throw new Error('it shows another certificate than that of server.tls.cert_file');
    },
  };
}

function get(config: LoadedConfig, path: string, trust: Trust): Promise<string> {
  const { host: configured, port, tls } = config.server;
  const host = CALLED[configured] ?? configured;
  const request = tls.mode === 'off' ? requestHttp : requestHttps;
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const options = { host, port, path, agent: false, ...servername, ...trust.options };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      try {
        trust.verify(answer);
      } catch (error) {
        outgoing.destroy();
        reject(error);
        return;
      }
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) answer.destroy(new Error('it says more than the appliance would'));
      });
      text(answer).then(resolve, reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

function read<S extends Parameters<typeof check>[0]>(schema: S, answer: string) {
  let content: unknown;
  try {
    content = JSON.parse(answer);
  } catch {
    throw new Error('it does not answer as Wardbox does');
  }
  const result = check(schema, content);
  if (!result.ok) throw new Error('it answers as another version of Wardbox, or as none');
  return result.value;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'it does not answer in time';
  return messageOf(error);
}

/** Asks health and readiness at the address of the configuration, over the appliance's own TLS. */
export async function askDaemon(config: LoadedConfig): Promise<DaemonAnswer> {
  if (config.server.port === 0) return { state: 'unknown' };
  try {
    const trust = trustOf(config);
    const { version } = read(healthSchema, await get(config, '/healthz', trust));
    const readiness = read(readinessSchema, await get(config, '/readyz', trust));
    return { state: 'up', version, readiness };
  } catch (error) {
    // Without a certificate to trust no daemon was ever started here.
    if (codeOf(error) === 'ENOENT' && config.server.tls.mode === 'auto') return { state: 'down' };
    if (NOT_THERE.includes(codeOf(error))) return { state: 'down' };
    return { state: 'strange', reason: reasonOf(error) };
  }
}
