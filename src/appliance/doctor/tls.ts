import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { isUnspecified } from '../../core/addresses.js';
import { messageOf } from '../../core/errors.js';
import { hostNames, readAuthorities } from '../../http/tls/tls.js';
import type { LoadedConfig } from '../config/load.js';
import {
  type CheckResult,
  failed,
  length,
  ok,
  type QuickCheck,
  warning,
  worstOf,
} from './check.js';

const SOON_MS = 30 * 86_400_000;

interface Material {
  readonly certificate: X509Certificate;
  readonly keyPem: string;
  /** The names for which it must be valid. */
  readonly names: readonly string[];
  readonly renewal: string;
  readonly authority?: X509Certificate;
}

function readMaterial({ server: { host, tls }, data_dir }: LoadedConfig): Material | undefined {
  if (tls.mode === 'files') {
    const called = isUnspecified(host) ? [] : [host];
    return {
      certificate: new X509Certificate(readFileSync(tls.cert_file ?? '')),
      keyPem: readFileSync(tls.key_file ?? '', 'utf8'),
      names: [...called, ...tls.names],
      renewal: 'put a new one at server.tls.cert_file; a running daemon reloads it by itself',
    };
  }
  const path = join(data_dir, 'tls', 'server.pem');
  if (!existsSync(path)) return undefined;
  const pem = readFileSync(path, 'utf8');
  return {
    certificate: new X509Certificate(pem),
    keyPem: pem,
    names: hostNames(tls.names),
    renewal: 'start the daemon: it makes a new one, also while it runs',
    authority: new X509Certificate(readFileSync(join(data_dir, 'tls', 'ca.crt'))),
  };
}

/** Faults of the dates of a certificate. */
export function timeFaults(
  what: string,
  paper: X509Certificate,
  now: number,
  remedy: string,
): CheckResult[] {
  const left = Date.parse(paper.validTo) - now;
  const early = Date.parse(paper.validFrom) - now;
  if (left <= 0) return [failed(`${what} expired on ${paper.validTo}.`, remedy)];
  if (early > 0) {
    return [
      failed(`${what} is valid only in ${length(early)}.`, 'check the clock of this machine'),
    ];
  }
  return left < SOON_MS ? [warning(`${what} expires in ${length(left)}.`, remedy)] : [];
}

/** The certificate of the server; undefined before the first start, and without TLS. */
export const readServerCertificate = (config: LoadedConfig): X509Certificate | undefined =>
  config.server.tls.mode === 'off' ? undefined : readMaterial(config)?.certificate;

function nameFaults({ certificate, names, renewal }: Material): CheckResult[] {
  const missing = names.filter((name) =>
    isIP(name) === 0 ? !certificate.checkHost(name) : !certificate.checkIP(name),
  );
  if (missing.length === 0) return [];
  return [warning(`The certificate does not name ${missing.join(', ')}.`, renewal)];
}

function keyFaults({ certificate, keyPem, renewal }: Material): CheckResult[] {
  try {
    if (certificate.checkPrivateKey(createPrivateKey(keyPem))) return [];
  } catch {
    return [failed('The private key cannot be read.', renewal)];
  }
  return [failed('The private key does not match the certificate.', renewal)];
}

function faultsOf(material: Material, now: number): CheckResult[] {
  const { certificate, authority, renewal } = material;
  const foreign = authority !== undefined && !certificate.verify(authority.publicKey);
  const renewAuthority = 'move tls/ away and restart; clients then trust the new tls/ca.crt';
  return [
    ...timeFaults('The certificate', certificate, now, renewal),
    ...(authority ? timeFaults('The authority', authority, now, renewAuthority) : []),
    ...(foreign
      ? [failed("The certificate is not of the appliance's own authority.", renewal)]
      : []),
    ...keyFaults(material),
    ...nameFaults(material),
  ];
}

/** Checks the authorities of client certificates: an expired one locks all clients out. */
function clientFaults({ server: { tls } }: LoadedConfig, now: number): CheckResult[] {
  const path = tls.client_ca_file;
  if (path === undefined) return [];
  return readAuthorities(path).papers.flatMap((paper) =>
    timeFaults('An authority of clients', paper, now, `put a new one into ${path}`),
  );
}

/** Checks that clients can trust the certificate, today and under every name. */
export const checkTls: QuickCheck = ({ config, now }) => {
  if (config.server.tls.mode === 'off') return ok('Off: plain HTTP, on this machine only.');
  let material: Material | undefined;
  let ofClients: CheckResult[];
  try {
    material = readMaterial(config);
    ofClients = clientFaults(config, now);
  } catch (error) {
    const message = `The certificate cannot be read: ${messageOf(error)}.`;
    return failed(message, 'check server.tls, or run as the user of the daemon');
  }
  if (material === undefined) return worstOf(ofClients, 'None yet: the first start makes one.');
  const { validTo } = material.certificate;
  const faults = [...faultsOf(material, now), ...ofClients];
  return worstOf(faults, `The certificate is valid until ${validTo}.`);
};
