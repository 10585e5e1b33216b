import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
// The library's dependency injection needs this polyfill to be loaded first.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** The longest that browsers accept is 398 days. */
const SERVER_DAYS = 397;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const serialNumber = () => randomBytes(16).toString('hex');

/** A day of tolerance for the clocks of clients. */
const validity = (days: number, now: number) => ({
  notBefore: new Date(now - DAY_MS),
  notAfter: new Date(now + days * DAY_MS),
});

async function toPem(certificate: x509.X509Certificate, key: webcrypto.CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return `${certificate.toString('pem')}\n${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`;
}

/** Creates a new authority: its certificate and private key as PEM, in one text. */
export async function issueAuthority(commonName: string, now: number): Promise<string> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${commonName}, O=Wardbox`,
    ...validity(AUTHORITY_DAYS, now),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys.privateKey);
}

async function readAuthority(pem: string) {
  const [der] = x509.PemConverter.decode(pem.slice(pem.indexOf('-----BEGIN PRIVATE KEY-----')));
  if (der === undefined) throw new Error('the authority has no private key');
  return {
    certificate: new x509.X509Certificate(pem.slice(0, pem.indexOf('-----BEGIN PRIVATE KEY-----'))),
    key: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']),
  };
}

/**
 * Creates a server certificate for these names and addresses, signed by the authority: certificate
 * and private key as PEM, in one text.
 */
export async function issueServerCertificate(
  authorityPem: string,
  names: readonly string[],
  now: number,
): Promise<string> {
  const authority = await readAuthority(authorityPem);
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${names.find((name) => isIP(name) === 0) ?? 'wardbox'}, O=Wardbox`,
    issuer: authority.certificate.subject,
    ...validity(SERVER_DAYS, now),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  return toPem(certificate, keys.privateKey);
}
