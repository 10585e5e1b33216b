import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import type { LoadedConfig } from '../../appliance/config/load.js';
import type { DaemonAnswer } from '../../appliance/doctor/check.js';
import { messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { healthSchema, readinessSchema } from '../../http/schema.js';
import { codeOf } from '../../model-packages/refusal.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_000_000;
const NOT_THERE = ['ECONNREFUSED', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Unspecified addresses are listened on but cannot be called. */
const CALLED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

interface Trust {
  readonly options: RequestOptions;
  /** Throws when the peer is not this appliance. */
  verify(answer: IncomingMessage): void;
}

/**
 * An automatic certificate is verified with the appliance's own authority. A hospital's certificate
 * may come from an authority that this machine does not know: it must equal the one in the file.
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
      throw new Error('its certificate is not that of server.tls.cert_file');
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
        if (bytes > MAX_BYTES)
          answer.destroy(new Error('its answer is longer than the appliance sends'));
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
    throw new Error('its answer is not that of Wardbox');
  }
  const result = check(schema, content);
  if (!result.ok) throw new Error('it is another version of Wardbox, or another program');
  return result.value;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'it does not answer in time';
  return messageOf(error);
}

/** Requests health and readiness at the configured address, over the appliance's own TLS. */
export async function askDaemon(config: LoadedConfig): Promise<DaemonAnswer> {
  if (config.server.port === 0) return { state: 'unknown' };
  try {
    const trust = trustOf(config);
    const { version } = read(healthSchema, await get(config, '/healthz', trust));
    const readiness = read(readinessSchema, await get(config, '/readyz', trust));
    return { state: 'up', version, readiness };
  } catch (error) {
    // Without a certificate no daemon was ever started here.
    if (codeOf(error) === 'ENOENT' && config.server.tls.mode === 'auto') return { state: 'down' };
    if (NOT_THERE.includes(codeOf(error))) return { state: 'down' };
    return { state: 'strange', reason: reasonOf(error) };
  }
}
