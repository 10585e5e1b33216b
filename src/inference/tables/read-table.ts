import { defineTask, type TaskContext } from '../../core/task.js';
import type { Tensor } from '../backends/backend.js';
import { FEATURES } from '../manifests/tabular/tensors.js';
import { defineModels, type ModelWorker } from '../model-opener.js';
import type { OpenModel } from '../open-model.js';
import { floats, type Outputs, probabilityOf } from '../outputs.js';
import type { TabularManifest } from '../schema.js';
import type { ReadTableInput, ReadTableOutput, TableReading } from './read-table-contract.js';

/** Maximum deviation of a sum of float32 contributions from the logit that they explain. */
const SUM_TOLERANCE = 1e-3;

/**
 * The rows as one tensor.
 *
 * @returns float32 [rows, width]
 * @throws TypeError when there is no row, one has another width, or a value is infinite
 */
export function tableTensor(rows: ReadTableInput['rows'], width: number): Tensor {
  if (rows.length === 0) throw new TypeError('there is no row');
  const data = new Float32Array(rows.length * width);
  rows.forEach((row, index) => {
    if (row.length !== width) throw new TypeError(`a row has ${row.length} features, not ${width}`);
    data.set(row, index * width);
  });
  // NaN marks a missing value; an infinite one is an error.
  const infinite = data.some((value) => value === Infinity || value === -Infinity);
  if (infinite) throw new TypeError('a row holds an infinite value');
  return { dtype: 'float32', shape: [rows.length, width], data };
}

/** The rows of an output. @throws TypeError for a shape other than [rows, width] */
function rowsOf(
  outputs: Outputs,
  name: string,
  rows: number,
  width?: number,
): (row: number) => number[] {
  const { data, shape } = floats(outputs, name);
  const [rowCount, columns = 0] = shape;
  const fits = shape.length === 2 && rowCount === rows && columns === (width ?? columns);
  if (!fits || columns === 0) {
    throw new TypeError(`the model returned ${name} of the shape [${shape}]`);
  }
  return (row) => Array.from(data.subarray(row * columns, (row + 1) * columns));
}

/** @throws TypeError when the contributions do not add up to the logit */
function checkSum(logit: number, contributions: readonly number[], intercept: number): void {
  const sum = contributions.reduce((total, one) => total + one, intercept);
  // Written so that NaN is refused as well.
  if (Math.abs(sum - logit) <= SUM_TOLERANCE) return;
  throw new TypeError(`the contributions add up to ${sum}, the logit is ${logit}`);
}

/**
 * Runs a model on rows of a table. The contributions are exact: a logit that is not their sum is
 * refused.
 *
 * @throws TypeError when the rows or the outputs differ from the manifest
 */
export async function readTable(
  { rows }: ReadTableInput,
  { manifest, session, backend }: OpenModel<TabularManifest>,
): Promise<ReadTableOutput> {
  const { id, features, terms, intercept, calibration, interval } = manifest;
  const outputs = await session.run({ [FEATURES]: tableTensor(rows, features.length) });
  const logits = rowsOf(outputs, 'logits', rows.length, 1);
  const effects = rowsOf(outputs, 'contributions', rows.length, terms.length);
  const members =
    interval.method === 'members' ? rowsOf(outputs, 'members', rows.length) : undefined;
  const readings = rows.map((_, row): TableReading => {
    const [logit = Number.NaN] = logits(row);
    const contributions = effects(row);
    checkSum(logit, contributions, intercept);
    const probability = probabilityOf(logit, calibration, id);
    if (members === undefined) return { logit, probability, contributions };
    const ofMembers = members(row).map((one) => probabilityOf(one, calibration, id));
    return { logit, probability, contributions, members: ofMembers };
  });
  return { model: { id, backend }, readings };
}

const tableModels = defineModels({
  kinds: ['tabular-classifier'],
  open: ({ manifest, session, backend }): OpenModel<TabularManifest> => {
    return { manifest, session, backend };
  },
});

export const readTableTask = defineTask({
  name: 'read-table',
  lane: 'quick',
  models: tableModels,
  async run(input: ReadTableInput, _context: TaskContext, worker: ModelWorker) {
    return readTable(input, worker.model(tableModels, input.modelId));
  },
});
