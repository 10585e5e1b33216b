/**
 * Makes the probabilities of the differential true on vignettes for building: prints the loss by
 * temperature, which is written into `tuning.ts` by hand. The confidence has `confidence.ts`.
 *
 *     npx tsx scripts/knowledge/measure/calibrate.ts FILE…
 */

import { TUNING } from '../../../src/differential/probability/tuning.js';
import { readTables } from '../build/diseases/read-tables.js';
import { type Case, openTables, readCases, tuned } from './cases.js';

const TEMPERATURES = [0.7, 0.85, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.3, 2.6, 3];

const knowledge = await openTables(readTables().tables);
const cases = process.argv
  .slice(2)
  .flatMap((file) => readCases(knowledge, file))
  .filter(({ right }) => right.size > 0);

const probabilityOf = ({ right, read }: Case, model: ReturnType<typeof tuned>) =>
  model
    .diagnose(read)
    .ranked.filter(({ disease }) => right.has(disease.id))
    .reduce((sum, { probability }) => sum + probability, 0);

for (const temperature of TEMPERATURES) {
  const model = tuned(knowledge, { ...TUNING, temperature });
  const losses = cases.map((one) => -Math.log(Math.max(1e-3, probabilityOf(one, model))));
  const loss = losses.reduce((sum, one) => sum + one, 0) / losses.length;
  console.log(`temperature ${temperature}: ${loss.toFixed(4)}`);
}
