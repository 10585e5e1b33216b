import { randomBytes, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const KEY = '-----BEGIN PRIVATE KEY-----';

/** PEM in two texts. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

export const splitPem = (pem: string): Credentials => ({
  cert: pem.slice(0, pem.indexOf(KEY)),
  key: pem.slice(pem.indexOf(KEY)),
});

/** What a client of the hospital is given by its authority. */
export async function issueClientCertificate(
  authorityPem: string,
  commonName: string,
  now: number,
): Promise<Credentials> {
  const authority = splitPem(authorityPem);
  const issuer = new x509.X509Certificate(authority.cert);
  const [der] = x509.PemConverter.decode(authority.key);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der!, ALGORITHM, false, ['sign']);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomBytes(16).toString('hex'),
    subject: `CN=${commonName}`,
    issuer: issuer.subject,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + 30 * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  const own = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const key = x509.PemConverter.encode(own, 'PRIVATE KEY');
  return { cert: `${certificate.toString('pem')}\n`, key: `${key}\n` };
}
