import type { AppMiddleware } from './environment.js';

/** Told of every request that was answered. */
export type Observe = (operation: string, status: number, seconds: number) => void;

/** Pages that are no operations. A path that nobody knows must not become a figure of its own. */
const PAGES: Readonly<Record<string, string>> = {
  '/healthz': 'health',
  '/readyz': 'readiness',
  '/metrics': 'metrics',
  '/openapi.json': 'openapi',
  '/docs': 'docs',
};

const MILLISECONDS = 1_000;

/** Takes the time of each request, by what was done, never by what was asked for. */
export function measure(observe: Observe): AppMiddleware {
  return async function measureMiddleware(c, next) {
    const startedAt = performance.now();
    await next();
    const operation = c.get('operation') ?? PAGES[c.req.path] ?? 'other';
    observe(operation, c.res.status, (performance.now() - startedAt) / MILLISECONDS);
  };
}
