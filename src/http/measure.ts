import type { AppMiddleware } from './environment.js';

/** Is called for every answered request. */
export type Observe = (operation: string, status: number, seconds: number) => void;

/** Pages that are not operations. Unknown paths share one label. */
const PAGES: Readonly<Record<string, string>> = {
  '/healthz': 'health',
  '/readyz': 'readiness',
  '/metrics': 'metrics',
  '/openapi.json': 'openapi',
  '/docs': 'docs',
};

const MILLISECONDS = 1_000;

/** Measures the duration of each request, labelled by its operation, never by its URL. */
export function measure(observe: Observe): AppMiddleware {
  return async function measureMiddleware(c, next) {
    const startedAt = performance.now();
    await next();
    const operation = c.get('operation') ?? PAGES[c.req.path] ?? 'other';
    observe(operation, c.res.status, (performance.now() - startedAt) / MILLISECONDS);
  };
}
