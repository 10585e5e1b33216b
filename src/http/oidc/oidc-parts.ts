import type { Logger } from '../../core/logger.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { AccountEndpointParts } from '../console/account-endpoint.js';
import { type AppContext, remoteAddress } from '../environment.js';
import type { IdentityProvider } from './identity-provider.js';
import type { Refusal } from './refusal.js';
import type { OidcSettings } from './settings.js';
import type { RequestFacts } from './sign-in.js';
import type { Transactions } from './transactions.js';

/** What the endpoints of sign-in at a provider need. */
export interface OidcParts extends AccountEndpointParts {
  readonly provider: IdentityProvider;
  readonly settings: OidcSettings;
  readonly transactions: Transactions;
  readonly users: UserRepository;
  /** The beginning of links to this server, from the `Host` of a request. */
  readonly address: (host: string | undefined) => string;
  readonly logger: Logger;
}

export const OIDC_PREFIX = '/console/oidc';

/** Of a request, for its audit record. */
export function factsOf(c: AppContext): RequestFacts {
  const remote = remoteAddress(c);
  return {
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
  };
}

/** Sentences of the libraries and our own: no token, no claim, and nothing that a client sent. */
export function noteInLog(c: AppContext, { reason, detail }: Refusal, { logger }: OidcParts): void {
  const why = { reason, ...(detail !== undefined && { detail }) };
  logger.info({ request_id: c.get('requestId'), ...why }, 'sign-in refused');
}
