import { type KeyObject, webcrypto } from 'node:crypto';
import { type ClientAuth, ClientSecretBasic, ClientSecretPost, PrivateKeyJwt } from 'openid-client';
import { readPrivateKey } from '../../core/private-key.js';

/*
 * How the appliance proves to the token endpoint which client it is. What the provider supports is
 * known after discovery: it is chosen at each request.
 */

const MIN_RSA_BITS = 2_048;

/** OpenID Connect Discovery 1.0, 3: the default where the provider names no method. */
const DEFAULT_METHODS = ['client_secret_basic'];

/** A client secret, in the header of each request if the provider supports it. */
export function authenticateBySecret(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? DEFAULT_METHODS;
    const chosen = methods.includes('client_secret_basic') ? basic : post;
    chosen(server, client, body, headers);
  };
}

/** A private key of this client that the provider has the public half of. */
export interface ClientKey {
  readonly key: KeyObject;
  readonly id?: string;
  /** As Web Crypto names them, in order of preference, by their name in a JWT. */
  readonly algorithms: Readonly<Record<string, ImportAlgorithm>>;
}

type ImportAlgorithm = webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams;

const RSA: ClientKey['algorithms'] = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
};
const EC: Readonly<Record<string, ClientKey['algorithms']>> = {
  prime256v1: { ES256: { name: 'ECDSA', namedCurve: 'P-256' } },
  secp384r1: { ES384: { name: 'ECDSA', namedCurve: 'P-384' } },
  secp521r1: { ES512: { name: 'ECDSA', namedCurve: 'P-521' } },
};

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject) {
  const { modulusLength = 0, namedCurve = '' } = details ?? {};
  if (asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS) return RSA;
  const algorithms = asymmetricKeyType === 'ec' ? EC[namedCurve] : undefined;
  if (algorithms !== undefined) return algorithms;
  throw new RangeError('must hold an RSA key of 2048 bits or more, or an EC key');
}

/**
 * Reads the private key of this client.
 *
 * @param text PEM or a JWK
 * @param keyId its `kid`; else that of the JWK
 * @throws RangeError for a key that is too weak or of another kind; Error for what is no private key
 */
export function readClientKey(text: string, keyId?: string): ClientKey {
  const { key, id } = readPrivateKey(text);
  const named = keyId ?? id;
  return { key, algorithms: algorithmsOf(key), ...(named !== undefined && { id: named }) };
}

/** `private_key_jwt` by the first algorithm of the key that the provider accepts. */
export async function authenticateByKey({ key, id, algorithms }: ClientKey): Promise<ClientAuth> {
  const bytes = key.export({ type: 'pkcs8', format: 'der' });
  const proofs = await Promise.all(
    Object.entries(algorithms).map(async ([name, algorithm]) => {
      const imported = await webcrypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
      const proof = PrivateKeyJwt({ key: imported, ...(id !== undefined && { kid: id }) });
      return { name, proof };
    }),
  );
  return (server, client, body, headers) => {
    const accepted = server.token_endpoint_auth_signing_alg_values_supported ?? [];
    const chosen = proofs.find(({ name }) => accepted.includes(name)) ?? proofs[0];
    // The library completes it before it sends the request.
    return chosen?.proof(server, client, body, headers);
  };
}
