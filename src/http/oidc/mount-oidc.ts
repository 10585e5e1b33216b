import type { Hono } from 'hono';
import { serveAccount } from '../console/account-endpoint.js';
import type { AppEnvironment, AppMiddleware } from '../environment.js';
import { asPage, CALLBACK, finishSignIn, startSignIn } from './browser-endpoints.js';
import { OIDC_PREFIX, type OidcParts } from './oidc-parts.js';
import { endByProvider, signOutEndpoint } from './sign-out-endpoints.js';

/** Mounts sign-in and sign-out of people at the hospital's OpenID Connect provider. */
export function mountOidc(app: Hono<AppEnvironment>, limit: AppMiddleware, parts: OidcParts): void {
  app.use(`${OIDC_PREFIX}/*`, limit);
  app.get(`${OIDC_PREFIX}/start`, asPage(startSignIn, parts));
  app.get(CALLBACK, asPage(finishSignIn, parts));
  app.post(`${OIDC_PREFIX}/sign-out`, (c) => serveAccount(c, signOutEndpoint(c, parts), parts));
  app.post(`${OIDC_PREFIX}/back-channel-sign-out`, (c) => endByProvider(c, parts));
}
