import type { ShareTable } from './share-table.js';
import { clip, logOfStep, type Step } from './steps.js';
import type { Tuning } from './tuning.js';

/** The weights of a step for the diseases in which it differs from all patients. */
export interface StepColumn {
  /** Numbers of the diseases, ascending. */
  readonly diseases: Int32Array;
  /** One per disease. */
  readonly weights: Float64Array;
}

function columnOf(table: ShareTable, step: Step, tuning: Tuning): StepColumn {
  const { starts, diseases, usual } = table;
  const { finding, given, absent } = step;
  const kind = absent ? tuning.absent : tuning.present;
  const usually = logOfStep(step, table, usual + finding, usual + given);
  const ownEnd = starts[finding + 1] ?? 0;
  const aboveEnd = given === -1 ? 0 : (starts[given + 1] ?? 0);
  let own = starts[finding] ?? 0;
  let above = given === -1 ? 0 : (starts[given] ?? 0);
  const most = ownEnd - own + aboveEnd - above;
  const column = { diseases: new Int32Array(most), weights: new Float64Array(most) };
  let size = 0;
  for (; own < ownEnd || above < aboveEnd; size += 1) {
    const ofOwn = own < ownEnd ? (diseases[own] ?? 0) : Number.POSITIVE_INFINITY;
    const ofAbove = above < aboveEnd ? (diseases[above] ?? 0) : Number.POSITIVE_INFINITY;
    const disease = Math.min(ofOwn, ofAbove);
    const ownEntry = ofOwn === disease ? own : usual + finding;
    const aboveEntry = ofAbove === disease ? above : usual + given;
    const ratio = logOfStep(step, table, ownEntry, aboveEntry) - usually;
    column.diseases[size] = disease;
    column.weights[size] = clip(ratio, tuning.least, tuning.most) * kind;
    if (ofOwn === disease) own += 1;
    if (ofAbove === disease) above += 1;
  }
  return {
    diseases: column.diseases.subarray(0, size),
    weights: column.weights.subarray(0, size),
  };
}

/**
 * The weights of steps, independent of the patient. A finding can be a step in four ways: present
 * or absent, with its more general finding present or absent; each is computed at its first use.
 */
export function createStepColumns(table: ShareTable, tuning: Tuning): (step: Step) => StepColumn {
  const made: (StepColumn | undefined)[] = [];
  return (step) => {
    const place = step.finding * 4 + (step.given === -1 ? 0 : 2) + (step.absent ? 1 : 0);
    const known = made[place];
    if (known !== undefined) return known;
    const column = columnOf(table, step, tuning);
    made[place] = column;
    return column;
  };
}
