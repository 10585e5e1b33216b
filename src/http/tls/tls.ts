import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { AppError, messageOf } from '../../core/errors.js';

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** What a client needs to trust: the appliance's own authority, if it has one. */
  readonly caFile?: string;
  /** The authorities of client certificates, when clients need one. */
  readonly clientCa?: string;
}

interface ClientAuthentication {
  readonly clientCaFile?: string | undefined;
}

export type TlsChoice =
  | { readonly mode: 'off' }
  | ({ readonly mode: 'auto'; readonly names: readonly string[] } & ClientAuthentication)
  | ({
      readonly mode: 'files';
      readonly certFile: string;
      readonly keyFile: string;
    } & ClientAuthentication);

/** `server.tls` of the configuration. */
export interface TlsSettings {
  readonly mode: TlsChoice['mode'];
  readonly names: readonly string[];
  readonly cert_file?: string | undefined;
  readonly key_file?: string | undefined;
  readonly client_ca_file?: string | undefined;
}

export function tlsChoice(settings: TlsSettings): TlsChoice {
  const { mode, names, cert_file, key_file, client_ca_file: clientCaFile } = settings;
  if (mode === 'off') return { mode };
  if (mode === 'auto') return { mode, names, clientCaFile };
  return { mode, certFile: cert_file ?? '', keyFile: key_file ?? '', clientCaFile };
}

const DAY_MS = 86_400_000;
const RENEW_BEFORE_DAYS = 30;

/** The names and addresses under which this machine can be reached. */
export function hostNames(extra: readonly string[]): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address.replace(/%.*$/, '')),
  );
  // Certificates and clients write an internationalized name in its ASCII form.
  const names = [hostname(), ...extra].map((name) =>
    /\P{ASCII}/u.test(name) ? domainToASCII(name) || name : name,
  );
  return [...new Set(['localhost', '127.0.0.1', '::1', ...addresses, ...names])];
}

/**
 * Certificate and key are in one file, which is replaced atomically: a crash leaves neither half a
 * file nor a pair that does not match.
 */
function writeWhole(path: string, text: string): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** False also for a file without a certificate: it is made again rather than preventing every start. */
function stillGood(
  certPem: string,
  authorityPem: string,
  names: readonly string[],
  now: number,
): boolean {
  const cert = readCertificate(certPem);
  if (cert === undefined) return false;
  const isOurs = cert.verify(new X509Certificate(authorityPem).publicKey);
  const covers = (name: string) =>
    isIP(name) === 0 ? cert.checkHost(name) !== undefined : cert.checkIP(name) !== undefined;
  const expiresIn = Date.parse(cert.validTo) - now;
  return isOurs && expiresIn > RENEW_BEFORE_DAYS * DAY_MS && names.every(covers);
}

async function automatic(dataDir: string, names: readonly string[], now: number) {
  const folder = join(dataDir, 'tls');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');

  // The library that makes certificates is loaded only in the rare start that needs one.
  if (!existsSync(path('ca.pem'))) {
    const { issueAuthority } = await import('./certificates.js');
    writeWhole(path('ca.pem'), await issueAuthority(`Wardbox authority of ${hostname()}`, now));
  }
  const authority = read('ca.pem');
  if (!existsSync(path('server.pem')) || !stillGood(read('server.pem'), authority, names, now)) {
    const { issueServerCertificate } = await import('./certificates.js');
    writeWhole(path('server.pem'), await issueServerCertificate(authority, names, now));
  }
  if (!existsSync(path('ca.crt')) || !authority.startsWith(read('ca.crt'))) {
    writeWhole(path('ca.crt'), authority.replace(/-----BEGIN PRIVATE KEY-----.*$/s, ''));
  }
  const server = read('server.pem');
  return { cert: server, key: server, caFile: path('ca.crt') };
}

/** @throws Error when one of them is invalid, or the key does not match the certificate */
function fromFiles(certFile: string, keyFile: string): TlsMaterial {
  const cert = readFileSync(certFile, 'utf8');
  const key = readFileSync(keyFile, 'utf8');
  const certificate = readCertificate(cert);
  if (certificate === undefined) throw new Error(`${certFile} holds no certificate in PEM`);
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    throw new Error(`${keyFile} holds no private key in PEM, or one with a passphrase`);
  }
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new Error(`the key in ${keyFile} does not match the certificate in ${certFile}`);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * Reads the authorities of a file.
 *
 * @throws Error when there is none, or an unreadable one: a wrong file must not admit all clients
 */
export function readAuthorities(path: string): { text: string; papers: X509Certificate[] } {
  const text = readFileSync(path, 'utf8');
  const certificates = text.match(CERTIFICATE) ?? [];
  const papers = certificates.flatMap((one) => readCertificate(one) ?? []).filter(({ ca }) => ca);
  if (papers.length > 0 && papers.length === certificates.length) return { text, papers };
  throw new Error(`${path} must hold certificates of authorities in PEM`);
}

/**
 * Returns the certificate and key to serve with; undefined when TLS is off. `auto` keeps a small
 * authority in the data folder, so that clients trust it once and accept renewed server
 * certificates (a month before it expires, or when the machine has a new name or address).
 *
 * @throws AppError `internal_error` when files cannot be read or written or do not hold what they
 *   should.
 */
export async function prepareTls(
  choice: TlsChoice,
  dataDir: string,
  now: number,
): Promise<TlsMaterial | undefined> {
  try {
    if (choice.mode === 'off') return undefined;
    const material =
      choice.mode === 'auto'
        ? await automatic(dataDir, hostNames(choice.names), now)
        : fromFiles(choice.certFile, choice.keyFile);
    if (choice.clientCaFile === undefined) return material;
    return { ...material, clientCa: readAuthorities(choice.clientCaFile).text };
  } catch (cause) {
    throw new AppError('internal_error', `TLS cannot be set up: ${messageOf(cause)}.`, { cause });
  }
}
