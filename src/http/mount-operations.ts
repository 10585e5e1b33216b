import type { Hono } from 'hono';
import { AppError } from '../core/errors.js';
import type { AppContext, AppEnvironment } from './environment.js';
import type { Operation } from './operation.js';
import { type Course, knownOf, type OperationParts, type Outcome, perform } from './perform.js';
import { faultEvent, problemResponse } from './problem.js';
import { answerHeader } from './reply.js';

async function answer(c: AppContext, operation: Operation, course: Course, parts: OperationParts) {
  const fail = (thrown: unknown): Outcome => ({
    respond: () => problemResponse(c, thrown, parts.clock),
    event: faultEvent(thrown),
  });
  const outcome = await perform(c, operation, course, parts).catch(fail);
  const { known, claim } = course;
  const { lasting, record } = outcome;
  const event = { ...known, ...outcome.event };
  const refused = (thrown: unknown) => ({ ...known, ...faultEvent(thrown) });
  const keep = claim && lasting && (() => claim.keep(lasting, event));
  // The answer leaves only after its record is on disk; without a record there is no answer.
  if (record !== undefined) await record(event, refused, keep);
  else await parts.audit.append(event, 'synced', keep && { write: keep, refused });
  return outcome.respond();
}

async function serve(c: AppContext, operation: Operation, parts: OperationParts) {
  c.set('operation', operation.operationId);
  const course: Course = { known: knownOf(c, operation) };
  try {
    return await answer(c, operation, course, parts);
  } finally {
    course.claim?.release();
  }
}

/** `/risk/scores/{id}` as the router writes it. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Mounts operations: each answers, is guarded and is recorded in the same way. */
export function mountOperations(
  router: Hono<AppEnvironment>,
  operations: readonly Operation[],
  parts: OperationParts,
): void {
  for (const operation of operations) {
    router.on(operation.method, routePath(operation.path), (c) => serve(c, operation, parts));
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((o) => o.path === path).map(({ method }) => method);
    router.all(routePath(path), (c) => {
      answerHeader(c, 'Allow', allowed.join(', '));
      throw new AppError('method_not_allowed', `Only ${allowed.join(' and ')} is answered here.`);
    });
  }
}
