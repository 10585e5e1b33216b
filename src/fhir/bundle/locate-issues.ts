import { AppError, type Issue, MAX_ISSUES } from '../../core/errors.js';
import type { Decision } from '../../store/unit-of-work.js';

/** The members of an entry's `request` that correspond to headers. */
const HEADERS: Readonly<Record<string, string>> = {
  'http.if-match': 'request.ifMatch',
  'http.if-none-match': 'request.ifNoneMatch',
  'http.if-none-exist': 'request.ifNoneExist',
  'http.if-modified-since': 'request.ifModifiedSince',
};

function fieldWithin(place: string, field: string): string {
  if (field.startsWith('Bundle.entry[')) return field;
  if (field.startsWith('http.')) return `${place}.${HEADERS[field] ?? 'request'}`;
  const inside = /^[A-Z][A-Za-z]*(?=[.[]|$)/.exec(field);
  return inside === null ? place : `${place}.resource${field.slice(inside[0].length)}`;
}

/**
 * Returns the same refusal with paths inside the bundle: `Patient.name[0]` becomes
 * `Bundle.entry[3].resource.name[0]`.
 *
 * @param place `Bundle.entry[3]`
 */
export function within(place: string, error: AppError): AppError {
  const issues: readonly Issue[] =
    error.issues.length > 0 ? error.issues : [{ field: '', issue: error.message }];
  const { retryAfterSeconds, cause } = error;
  return new AppError(error.code, error.message, {
    issues: issues.map((one) => ({ ...one, field: fieldWithin(place, one.field) })),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(cause !== undefined && { cause }),
  });
}

/** Runs `work`; refusals get the path of the entry. */
export function at<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? within(place, error) : error;
  }
}

/** The same for a part of a decision. */
export function* atDecision<T>(place: string, decide: () => Decision<T>): Decision<T> {
  try {
    return yield* decide();
  } catch (error) {
    throw error instanceof AppError ? within(place, error) : error;
  }
}

/** The same for asynchronous work. */
export async function atLater<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? within(place, error) : error;
  }
}

/** Collects refusals to report them together: at most a hundred issues. */
function createRefusals() {
  const refusals: AppError[] = [];
  return {
    keep(error: unknown): void {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
    },
    refuse(): void {
      // An overload, after which an entry was not examined, takes precedence over other errors.
      const first = refusals.find(({ code }) => code === 'overloaded') ?? refusals[0];
      if (first === undefined) return;
      const issues = refusals.flatMap((refusal) => refusal.issues).slice(0, MAX_ISSUES);
      const { retryAfterSeconds } = first;
      throw new AppError(first.code, first.message, {
        issues,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    },
  };
}

/** Runs `work` for each item, then throws all refusals together. */
export function forEachOrRefuse<T>(all: readonly T[], work: (one: T) => void): void {
  const refusals = createRefusals();
  for (const one of all) {
    try {
      work(one);
    } catch (error) {
      refusals.keep(error);
    }
  }
  refusals.refuse();
}

/** The same for parts of a decision. */
export function* decideEachOrRefuse<T>(
  all: readonly T[],
  decide: (one: T) => Decision<void>,
): Decision<void> {
  const refusals = createRefusals();
  for (const one of all) {
    try {
      yield* decide(one);
    } catch (error) {
      refusals.keep(error);
    }
  }
  refusals.refuse();
}

/** Milliseconds of work on entries before it yields to other requests. */
const TURN_MS = 10;

/** The same one after the other, yielding to other requests between items. */
export async function forEachInTurns<T>(
  all: readonly T[],
  work: (one: T) => void | Promise<void>,
): Promise<void> {
  const refusals = createRefusals();
  let begun = performance.now();
  for (const one of all) {
    if (performance.now() - begun > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      begun = performance.now();
    }
    try {
      await work(one);
    } catch (error) {
      refusals.keep(error);
    }
  }
  refusals.refuse();
}
