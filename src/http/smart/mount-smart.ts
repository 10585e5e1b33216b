import type { Hono } from 'hono';
import { AppError } from '../../core/errors.js';
import type { AppContext, AppEnvironment, AppMiddleware } from '../environment.js';
import { answerHeader, reply } from '../reply.js';
import { publicBase, smartConfiguration } from './discovery.js';
import type { SmartSettings } from './settings.js';
import { serveTokenRequest, type TokenEndpointParts } from './token-endpoint.js';

export interface DiscoveryParts {
  /** Absent where there is nothing to discover. */
  readonly settings?: SmartSettings | undefined;
  /** `https://host:port` by the request's `Host`. */
  readonly address: (host: string | undefined) => string;
}

const DISCOVERY = '/fhir/.well-known/smart-configuration';
const TOKEN = '/fhir/token';
/** Clients may keep what is the same for all of them. */
const CACHE = 'public, max-age=300';

const basePath = (c: AppContext, end: string): string => c.req.path.slice(0, -end.length);

/** Mounts what clients read before they have a token, without a key and whatever key they send. */
export function mountDiscovery(
  router: Hono<AppEnvironment>,
  limit: AppMiddleware,
  { settings, address }: DiscoveryParts,
): void {
  router.get(DISCOVERY, limit, (c) => {
    const base = `${address(c.req.header('host'))}${basePath(c, DISCOVERY)}/fhir`;
    const described = settings && smartConfiguration(base, settings);
    if (described === undefined) {
      throw new AppError('not_found', 'SMART on FHIR is not configured here.');
    }
    answerHeader(c, 'Cache-Control', CACHE);
    return reply(c, 200, JSON.stringify(described));
  });
}

export interface MountTokenParts extends Omit<TokenEndpointParts, 'addressOf'>, DiscoveryParts {
  readonly settings: SmartSettings;
}

/** Mounts the token endpoint of the configured clients. */
export function mountTokenEndpoint(router: Hono<AppEnvironment>, parts: MountTokenParts): void {
  const { settings, address } = parts;
  const addressOf = (c: AppContext) => {
    const base = `${address(c.req.header('host'))}${basePath(c, TOKEN)}/fhir`;
    return `${publicBase(base, settings)}/token`;
  };
  router.all(TOKEN, (c) => serveTokenRequest(c, { ...parts, addressOf }));
}
