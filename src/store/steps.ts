import type { Decision, OutcomeOf, Step } from './unit-of-work.js';

/** Runs one step of a decision with the engine and returns its result. */
export function* perform<S extends Step>(step: S): Generator<S, OutcomeOf<S>, unknown> {
  return (yield step) as OutcomeOf<S>;
}

/** Runs a part of a decision: when it throws, only its own writes are undone. */
export function* attempt<T>(part: () => Decision<T>): Decision<T> {
  return (yield { kind: 'attempt', part }) as T;
}
