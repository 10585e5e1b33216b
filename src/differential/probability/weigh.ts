import type { FindingTree } from '../knowledge/finding-tree.js';
import type { Evidence } from './evidence.js';
import type { StepColumn } from './step-columns.js';
import {
  chargeUnexplained,
  damp,
  dampHistory,
  groupsOf,
  log,
  type Step,
  stepsOf,
  type Weights,
} from './steps.js';
import type { Tuning } from './tuning.js';

/** Evidence with its weights for every disease. */
export interface EvidenceScores {
  readonly steps: readonly Step[];
  readonly weights: Weights;
}

function put({ diseases, weights }: StepColumn, values: Float64Array, start: number): void {
  for (let n = 0; n < diseases.length; n += 1) values[start + (diseases[n] ?? 0)] = weights[n] ?? 0;
}

/**
 * Computes the weights of evidence for every disease, damped and charged as described in {@link
 * Tuning}.
 *
 * @param columnOf the weights of a single step
 * @param count of diseases
 */
export function weighEvidence(
  columnOf: (step: Step) => StepColumn,
  tree: FindingTree,
  evidence: Evidence,
  tuning: Tuning,
  count: number,
): EvidenceScores {
  const steps = stepsOf(tree, evidence);
  const groups = groupsOf(steps, tree, evidence);
  const weights = { values: new Float64Array(steps.length * count), count };
  for (const [at, step] of steps.entries()) put(columnOf(step), weights.values, at * count);
  chargeUnexplained(weights, groups, log(tuning.unexplained));
  dampHistory(weights, steps, tree);
  damp(weights, groups.all, tuning.repeated);
  return { steps, weights };
}
