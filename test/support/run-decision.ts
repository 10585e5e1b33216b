import type { Decision, Step } from '../../src/store/unit-of-work.js';

/** What a decision comes to when its steps, by their kind, have these outcomes. */
export function runDecision<T>(
  decision: Decision<T>,
  outcomes: Partial<Record<Step['kind'], (step: Step) => unknown>> = {},
): T {
  let next = decision.next();
  while (!next.done) {
    const { [next.value.kind]: outcomeOf } = outcomes;
    if (outcomeOf === undefined) throw new Error(`No outcome of ${next.value.kind}`);
    next = decision.next(outcomeOf(next.value));
  }
  return next.value;
}
