import type { Scope } from '../calls/scopes.js';
import { AppError } from '../core/errors.js';
import { isFromThisMachine } from './client-address.js';
import { KEY_OR_SESSION } from './described-security.js';
import type { AppContext, AppMiddleware } from './environment.js';
import { reply } from './reply.js';

/** The scope a key needs to read metrics from another machine. */
const SCOPE: Scope = 'models.read';

export interface Metrics {
  /** Returns the current metrics. */
  text(): string;
  readonly type: string;
}

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Its description in the OpenAPI document. */
export const DESCRIBED_METRICS = {
  servers: [{ url: '/' }],
  get: {
    operationId: 'getMetrics',
    summary: 'Metrics for monitoring',
    description:
      'In the text format of Prometheus; no patient data. On the appliance itself without a ' +
      `key.\n\nScope from other machines: \`${SCOPE}\`.`,
    security: [{}, ...KEY_OR_SESSION],
    responses: {
      '200': { description: 'The current values', content: { 'text/plain': {} } },
      '401': refused('`invalid_api_key`'),
      '403': refused('`insufficient_scope`'),
      '429': refused('`rate_limited`; see Retry-After'),
    },
  },
};

/** Admits requests of this machine, and others with a key of the scope. */
export function guardMetrics(withKey: readonly AppMiddleware[]): AppMiddleware {
  return async function guardMetricsMiddleware(c, next) {
    if (isFromThisMachine(c)) return next();
    const checkScope = async () => {
      if (!c.get('principal').scopes.includes(SCOPE)) {
        throw new AppError('insufficient_scope', `This key lacks the scope ${SCOPE}.`);
      }
      await next();
    };
    const chain = withKey.reduceRight<() => Promise<void>>(
      (after, middleware) => async () => void (await middleware(c, after)),
      checkScope,
    );
    return chain();
  };
}

export const answerMetrics = (c: AppContext, { text, type }: Metrics): Response =>
  reply(c, 200, text(), type);
