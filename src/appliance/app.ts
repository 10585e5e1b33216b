import { Hono } from 'hono';
import type { Operation } from '../calls/operation.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { accessLog } from '../http/access-log.js';
import { type Authenticator, authenticate } from '../http/authenticate.js';
import { clientAddress } from '../http/client-address.js';
import { requireCertificate } from '../http/client-certificate.js';
import { faultResponse } from '../http/codec.js';
import { type ConsoleParts, mountConsole } from '../http/console/mount-console.js';
import { allowOrigins } from '../http/cors.js';
import { mountDicomWeb } from '../http/dicom-web-endpoint.js';
import type { App, AppContext, AppEnvironment, AppMiddleware } from '../http/environment.js';
import type { ExchangeEndpointParts } from '../http/exchange-endpoint.js';
import { isFhirPath, mountFhir } from '../http/fhir-endpoint.js';
import { mountKeyless } from '../http/fhir-keyless.js';
import { measure, type Observe } from '../http/measure.js';
import { answerMetrics, guardMetrics, type Metrics } from '../http/metrics-endpoint.js';
import { mountOperations, type OperationParts } from '../http/mount-operations.js';
import { mountOidc } from '../http/oidc/mount-oidc.js';
import type { OidcParts } from '../http/oidc/oidc-parts.js';
import { type DescribedPaths, openApiDocument } from '../http/openapi.js';
import { fhirCodec } from '../http/outcome.js';
import { problemCodec } from '../http/problem-codec.js';
import { rateLimit, rateLimitByAddress } from '../http/rate-limit.js';
import { reply } from '../http/reply.js';
import { requestId } from '../http/request-id.js';
import type { Readiness } from '../http/schema.js';
import { securityHeaders } from '../http/security-headers.js';
import { createTokenCallers } from '../http/smart/bearer-tokens.js';
import { createIssuedTokens } from '../http/smart/issued-tokens.js';
import { mountDiscovery, mountTokenEndpoint } from '../http/smart/mount-smart.js';
import type { OpenedSmart } from '../http/smart/open.js';

/** A part of the interface that has HTTP rules of its own. */
type DescribedExchange = Omit<ExchangeEndpointParts, 'bodyBudget' | 'spool'> & {
  readonly paths: DescribedPaths;
};

export interface AppParts extends OperationParts {
  readonly operations: readonly Operation[];
  readonly fhir?: DescribedExchange;
  readonly dicomWeb?: DescribedExchange;
  readonly authenticator: Authenticator;
  /** Absent where no people sign in. */
  readonly console?: ConsoleParts;
  /** Absent without an identity provider. */
  readonly oidc?: Omit<OidcParts, 'commit' | 'bodyBudget' | 'admit'>;
  /** Absent where no tokens are accepted. */
  readonly smart?: OpenedSmart;
  /** Whose pages may call the interface from a browser. */
  readonly corsOrigins?: readonly string[];
  readonly ratePerMinute: number;
  readonly readiness: () => Readiness;
  /** Called for every fault that is not the client's. */
  readonly noteFailure?: (failure: unknown) => void;
  /** The requirements of its network; absent where it is called without one. */
  readonly network?: NetworkParts;
  readonly secure: boolean;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface NetworkParts {
  readonly trustedProxies: readonly string[];
  /** Clients need a certificate as well as a key. */
  readonly certified: boolean;
  readonly metrics: Metrics;
  readonly observe: Observe;
}

/** Mounts what programs with tokens need, and finds who has one. */
function mountSmart(
  router: Hono<AppEnvironment>,
  limit: AppMiddleware,
  { address }: DescribedExchange,
  { smart, authenticator, ...parts }: AppParts,
): Authenticator['findTokenCaller'] {
  mountDiscovery(router, limit, { settings: smart?.settings, address });
  if (smart === undefined) return undefined;
  const { clock, logger, commit, bodyBudget } = parts;
  const { settings, clients, issuers } = smart;
  const issued = createIssuedTokens(clock);
  const shared = { issued, clock, logger, limit };
  if (clients.size > 0) {
    mountTokenEndpoint(router, {
      ...shared,
      settings,
      clients,
      address,
      commit,
      bodyBudget,
      noteRefusal: authenticator.noteRefusal,
      admit: () => parts.admit(),
    });
  }
  return createTokenCallers({ ...shared, issuers });
}

const PREFIXES = ['/v1', '/api/v1'] as const;

/** The HTTP application: the middleware in order, then the operations of each capability. */
export function createApp(parts: AppParts): App {
  const app = new Hono<AppEnvironment>();
  const envelope = problemCodec(parts.clock);
  const problem = (error: unknown, c: AppContext) =>
    faultResponse(c, isFhirPath(c.req.path) ? fhirCodec : envelope, error);
  const notFound = (c: AppContext) =>
    problem(new AppError('not_found', 'There is nothing at this path.'), c);
  app.onError(problem);
  app.notFound(notFound);

  const { network } = parts;
  app.use(securityHeaders(parts.secure), requestId());
  if (network !== undefined) app.use(clientAddress(network.trustedProxies));
  app.use(accessLog(parts.logger, parts.noteFailure));
  if (network !== undefined) app.use(measure(network.observe));

  const health = JSON.stringify({ status: 'ok', version: parts.version });
  app.get('/healthz', (c) => reply(c, 200, health));
  app.get('/readyz', (c) => {
    const readiness = parts.readiness();
    return reply(c, readiness.status === 'not_ready' ? 503 : 200, JSON.stringify(readiness));
  });
  const limitByCaller = rateLimit(parts.ratePerMinute);
  const withKey = [authenticate(parts.authenticator), limitByCaller] as const;
  if (network !== undefined) {
    app.get('/metrics', guardMetrics(withKey), (c) => answerMetrics(c, network.metrics));
  }
  // Without a certificate, this machine itself may request only health, readiness and metrics.
  if (network?.certified) app.use(requireCertificate(parts.authenticator.noteRefusal));
  const document = Buffer.from(JSON.stringify(openApiDocument(parts)));
  app.get('/openapi.json', (c) => reply(c, 200, document));

  if (parts.console !== undefined) {
    const { commit, bodyBudget } = parts;
    const { noteRefusal } = parts.authenticator;
    const shared = { commit, bodyBudget, noteRefusal, admit: () => parts.admit() };
    const limit = rateLimitByAddress(parts.ratePerMinute);
    // Every other path below /console/ is a page.
    if (parts.oidc !== undefined) mountOidc(app, limit, { ...parts.oidc, ...shared });
    mountConsole(app, limit, { ...parts.console, ...shared });
  }
  const interfaceV1 = new Hono<AppEnvironment>();
  const { corsOrigins = [] } = parts;
  if (corsOrigins.length > 0) interfaceV1.use(allowOrigins(corsOrigins));
  const limitByAddress = rateLimitByAddress(parts.ratePerMinute);
  let authenticator: Authenticator = parts.authenticator;
  if (parts.fhir !== undefined) {
    const keyless = { ...parts.fhir, admit: () => parts.admit() };
    mountKeyless(interfaceV1, limitByAddress, keyless);
    const findTokenCaller = mountSmart(interfaceV1, limitByAddress, parts.fhir, parts);
    authenticator = { ...authenticator, ...(findTokenCaller && { findTokenCaller }) };
  }
  interfaceV1.use(authenticate(authenticator), limitByCaller);
  mountOperations(interfaceV1, parts.operations, parts);
  const { commit, bodyBudget, spool, idempotency } = parts;
  const shared = { commit, bodyBudget, spool, idempotency, admit: () => parts.admit() };
  if (parts.fhir !== undefined) mountFhir(interfaceV1, { ...parts.fhir, ...shared });
  if (parts.dicomWeb !== undefined) {
    mountDicomWeb(interfaceV1, { ...parts.dicomWeb, ...shared, clock: parts.clock });
  }
  for (const prefix of PREFIXES) app.route(prefix, interfaceV1);
  return app;
}
