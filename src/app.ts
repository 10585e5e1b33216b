import { Hono } from 'hono';
import type { Clock } from './core/clock.js';
import { AppError } from './core/errors.js';
import type { Logger } from './core/logger.js';
import { accessLog } from './http/access-log.js';
import { type Authenticator, authenticate } from './http/authenticate.js';
import { DOCS_POLICY, docsPage } from './http/docs-page.js';
import type { App, AppContext, AppEnvironment } from './http/environment.js';
import { type FhirEndpointParts, isFhirPath, mountFhir } from './http/fhir-endpoint.js';
import { mountOperations, type OperationParts } from './http/mount-operations.js';
import { type DescribedPaths, openApiDocument } from './http/openapi.js';
import type { Operation } from './http/operation.js';
import { outcomeResponse } from './http/outcome.js';
import { problemResponse } from './http/problem.js';
import { rateLimit } from './http/rate-limit.js';
import { answerHeader, reply } from './http/reply.js';
import { requestId } from './http/request-id.js';
import type { Readiness } from './http/schema.js';
import { securityHeaders } from './http/security-headers.js';

export interface AppParts extends OperationParts {
  readonly operations: readonly Operation[];
  readonly fhir?: Omit<FhirEndpointParts, 'audit' | 'bodyBudget' | 'idempotency' | 'admit'> & {
    readonly paths: DescribedPaths;
  };
  readonly authenticator: Authenticator;
  readonly ratePerMinute: number;
  readonly readiness: () => Readiness;
  readonly secure: boolean;
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PREFIXES = ['/v1', '/api/v1'] as const;

/** The whole HTTP side: the middleware in order, then what each capability offers. */
export function createApp(parts: AppParts): App {
  const app = new Hono<AppEnvironment>();
  const problem = (error: unknown, c: AppContext) =>
    isFhirPath(c.req.path) ? outcomeResponse(c, error) : problemResponse(c, error, parts.clock);
  const notFound = (c: AppContext) =>
    problem(new AppError('not_found', 'There is nothing at this path.'), c);
  app.onError(problem);
  app.notFound(notFound);

  app.use(securityHeaders(parts.secure), requestId(), accessLog(parts.logger));

  const health = JSON.stringify({ status: 'ok', version: parts.version });
  app.get('/healthz', (c) => reply(c, 200, health));
  app.get('/readyz', (c) => {
    const readiness = parts.readiness();
    return reply(c, readiness.status === 'not_ready' ? 503 : 200, JSON.stringify(readiness));
  });
  const description = openApiDocument(parts.operations, parts.version, parts.fhir?.paths);
  const document = JSON.stringify(description);
  app.get('/openapi.json', (c) => reply(c, 200, document));
  const page = docsPage(description);
  app.get('/docs', (c) => {
    answerHeader(c, 'Content-Security-Policy', DOCS_POLICY);
    return reply(c, 200, page, 'text/html; charset=utf-8');
  });

  const interfaceV1 = new Hono<AppEnvironment>();
  interfaceV1.use(authenticate(parts.authenticator), rateLimit(parts.ratePerMinute));
  mountOperations(interfaceV1, parts.operations, parts);
  if (parts.fhir !== undefined) {
    const { audit, bodyBudget, idempotency } = parts;
    const shared = { audit, bodyBudget, idempotency, admit: () => parts.admit() };
    mountFhir(interfaceV1, { ...parts.fhir, ...shared });
  }
  for (const prefix of PREFIXES) app.route(prefix, interfaceV1);
  return app;
}
