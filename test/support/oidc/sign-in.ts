import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { IdentityProvider } from '../../../src/http/oidc/identity-provider.js';
import type { OidcSettings } from '../../../src/http/oidc/settings.js';
import type { Transaction } from '../../../src/http/oidc/transactions.js';
import { type Answer, TestBrowser } from './browser.js';
import type { TestProvider } from './provider.js';

export const REDIRECT_URI = 'http://localhost:8443/console/oidc/callback';

export const TRANSACTION: Transaction = {
  state: 'state-of-this-sign-in',
  nonce: 'nonce-of-this-sign-in',
  codeVerifier: 'v'.repeat(43),
  redirectUri: REDIRECT_URI,
  returnPath: '/console/',
};

const folder = mkdtempSync(join(tmpdir(), 'wardbox-oidc-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A file with the secret of the client. */
export function secretFile({ clientSecret }: TestProvider): string {
  const path = join(folder, 'secret');
  writeFileSync(path, `${clientSecret}\n`);
  return path;
}

export const oidcSettings = (
  provider: TestProvider,
  changes: Partial<OidcSettings> = {},
): OidcSettings => ({
  name: 'the hospital',
  issuer: provider.issuer,
  client_id: provider.clientId,
  client_secret_file: secretFile(provider),
  scopes: ['openid', 'profile'],
  further_origins: [],
  groups_claim: 'groups',
  groups: {},
  required_acr: [],
  required_amr: [],
  clock_skew_s: 30,
  timeout_s: 5,
  ...changes,
});

/** A browser's request to a server whose authority it trusts. */
const secureAnswer =
  (caFile: string): Answer =>
  (url, { headers }) =>
    new Promise((resolve, reject) => {
      const options = {
        ca: readFileSync(caFile),
        agent: false,
        headers: Object.fromEntries(new Headers(headers)),
      };
      const sent = requestHttps(url, options, (incoming) => {
        const received = new Headers();
        for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
          received.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
        }
        const status = incoming.statusCode ?? 0;
        buffer(incoming).then(
          (body) => resolve(new Response(body, { status, headers: received })),
          reject,
        );
      });
      sent.once('error', reject).end();
    });

/** What comes back to the appliance when a person has signed in at the provider. */
export async function respondTo(
  identity: IdentityProvider,
  caFile?: string,
): Promise<URLSearchParams> {
  const start = await identity.authorizationUrl(TRANSACTION);
  const sites = caFile === undefined ? {} : { [start.origin]: secureAnswer(caFile) };
  const browser = new TestBrowser(sites);
  const { url } = await browser.visit(start.href, (to) => to.startsWith(REDIRECT_URI));
  return new URL(url).searchParams;
}
