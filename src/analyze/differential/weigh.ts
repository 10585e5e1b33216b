import type { FindingTree } from '../knowledge/finding-tree.js';
import type { Evidence } from './evidence.js';
import type { ShareTable } from './share-table.js';
import {
  chargeUnexplained,
  clip,
  damp,
  groupsOf,
  log,
  logOfStep,
  type Step,
  stepsOf,
  type Weights,
} from './steps.js';
import type { Tuning } from './tuning.js';

/** Evidence that was held against every disease. */
export interface Weighed {
  readonly steps: readonly Step[];
  readonly weights: Weights;
}

/** What one step says of every disease; nothing of those in which it is as in anybody. */
function weighStep(table: ShareTable, step: Step, tuning: Tuning, count: number): Float64Array {
  const { starts, diseases, usual } = table;
  const { finding, given, absent } = step;
  const kind = absent ? tuning.absent : tuning.present;
  const usually = logOfStep(step, table, usual + finding, usual + given);
  const weights = new Float64Array(count);
  const ownEnd = starts[finding + 1] ?? 0;
  const aboveEnd = given === -1 ? 0 : (starts[given + 1] ?? 0);
  let own = starts[finding] ?? 0;
  let above = given === -1 ? 0 : (starts[given] ?? 0);
  while (own < ownEnd || above < aboveEnd) {
    const ofOwn = own < ownEnd ? (diseases[own] ?? 0) : count;
    const ofAbove = above < aboveEnd ? (diseases[above] ?? 0) : count;
    const disease = Math.min(ofOwn, ofAbove);
    const ownEntry = ofOwn === disease ? own : usual + finding;
    const aboveEntry = ofAbove === disease ? above : usual + given;
    const ratio = logOfStep(step, table, ownEntry, aboveEntry) - usually;
    weights[disease] = clip(ratio, tuning.least, tuning.most) * kind;
    if (ofOwn === disease) own += 1;
    if (ofAbove === disease) above += 1;
  }
  return weights;
}

/**
 * Holds evidence against every disease. What findings that come together or complaints that are not
 * explained say is weakened or charged as {@link Tuning} tells.
 *
 * @param count of diseases
 */
export function weigh(
  table: ShareTable,
  tree: FindingTree,
  evidence: Evidence,
  tuning: Tuning,
  count: number,
): Weighed {
  const steps = stepsOf(tree, evidence);
  const groups = groupsOf(steps, tree, evidence);
  const weights = steps.map((step) => weighStep(table, step, tuning, count));
  chargeUnexplained(weights, groups, log(tuning.unexplained));
  damp(weights, groups.all, tuning.repeated);
  return { steps, weights };
}
