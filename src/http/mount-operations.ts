import type { Hono } from 'hono';
import type { Operation } from '../calls/operation.js';
import { AppError } from '../core/errors.js';
import type { AppEnvironment } from './environment.js';
import { type OperationEndpointParts, operationRoute } from './operation-endpoint.js';
import { type PipelineParts, serve } from './pipeline.js';
import { answerHeader } from './reply.js';

export type OperationParts = OperationEndpointParts & PipelineParts;

/** `/risk/scores/{id}` as the router writes it. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Mounts operations on the one pipeline. */
export function mountOperations(
  router: Hono<AppEnvironment>,
  operations: readonly Operation[],
  parts: OperationParts,
): void {
  for (const operation of operations) {
    const route = operationRoute(operation, parts);
    router.on(operation.method, routePath(operation.path), (c) => serve(c, route, parts));
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((o) => o.path === path).map(({ method }) => method);
    router.all(routePath(path), (c) => {
      answerHeader(c, 'Allow', allowed.join(', '));
      throw new AppError('method_not_allowed', `Only ${allowed.join(' and ')} is answered here.`);
    });
  }
}
