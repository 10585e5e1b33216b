import { AppError } from '../../core/errors.js';
import type { AppContext } from '../environment.js';

const refused = (): AppError =>
  new AppError('cross_site_request', 'The request comes from another site.');

/** The host of an origin, with its port; `null`, which sandboxed pages send, has none. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** `example.org:443` and `example.org` are one host over HTTPS. */
const withoutUsualPort = (host: string): string => host.toLowerCase().replace(/:(80|443)$/, '');

/**
 * Refuses a request that another site makes through the browser of a person. Browsers say where a
 * request comes from, and no page can change that; programs do not, and have no cookie to abuse.
 *
 * @throws AppError `cross_site_request`
 */
export function requireSameOrigin(c: AppContext): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') throw refused();
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const from = hostOf(origin);
  const to = c.req.header('host');
  if (from === undefined || to === undefined) throw refused();
  if (withoutUsualPort(from) !== withoutUsualPort(to)) throw refused();
}
