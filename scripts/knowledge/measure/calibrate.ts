/**
 * Makes the probabilities true on vignettes for building: the temperature of the differential, and
 * the coefficients of the confidence. Prints both; they are written into `tuning.ts` and
 * `confidence.ts` by hand.
 *
 *     npx tsx scripts/knowledge/measure/calibrate.ts FILE…
 */

import { leadOf } from '../../../src/differential/assessment/confidence.js';
import { TUNING } from '../../../src/differential/probability/tuning.js';
import { readTables } from '../build/diseases/read-tables.js';
import { type Case, openTables, readCases, tuned } from './cases.js';

const TEMPERATURES = [0.7, 0.85, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.3, 2.6, 3];
const MAX_FINDINGS = 12;
const STEPS = 20_000;
const RATE = 0.05;
const SHRINK = 0.02;

const knowledge = await openTables(readTables().tables);
const files = process.argv.slice(2);
const cases = files
  .flatMap((file) => readCases(knowledge, file))
  .filter(({ right }) => right.size > 0);
/** Whoever says little is to be believed little: each case once more, told in its first words. */
const thin = files.flatMap((file) => readCases(knowledge, file, true));

const probabilityOf = ({ right, read }: Case, model: ReturnType<typeof tuned>) =>
  model
    .diagnose(read)
    .ranked.filter(({ disease }) => right.has(disease.id))
    .reduce((sum, { probability }) => sum + probability, 0);

function lossAt(temperature: number): number {
  const model = tuned(knowledge, { ...TUNING, temperature });
  const losses = cases.map((one) => -Math.log(Math.max(1e-3, probabilityOf(one, model))));
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

const losses = TEMPERATURES.map((temperature) => [temperature, lossAt(temperature)] as const);
for (const [temperature, loss] of losses)
  console.log(`temperature ${temperature}: ${loss.toFixed(4)}`);
const [best] = losses.toSorted((a, b) => a[1] - b[1]);
const temperature = best?.[0] ?? 1;

const diagnostician = tuned(knowledge, { ...TUNING, temperature });
const rows = [...cases, ...thin].map(({ read, right }) => {
  const differential = diagnostician.diagnose(read);
  const [first] = differential.ranked;
  const lead = leadOf(differential);
  const known = Math.min(MAX_FINDINGS, read.present.size + read.absent.size);
  const signs = [1, lead.first, lead.first - lead.second, Math.log(1 + known)];
  return { signs, hit: first !== undefined && right.has(first.disease.id) ? 1 : 0 };
});

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0);
let weights = [0, 0, 0, 0];
for (let step = 0; step < STEPS; step += 1) {
  const slope = weights.map((weight, n) => (n === 0 ? 0 : SHRINK * weight));
  for (const { signs, hit } of rows) {
    const error = sigmoid(dot(signs, weights)) - hit;
    for (const [n, sign] of signs.entries())
      slope[n] = (slope[n] ?? 0) + (error * sign) / rows.length;
  }
  weights = weights.map((weight, n) => weight - RATE * (slope[n] ?? 0));
}
const told = rows.map(({ signs, hit }) => ({ p: sigmoid(dot(signs, weights)), hit }));
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
console.log('intercept, first, lead, findings:', weights.map((w) => w.toFixed(2)).join(', '));
console.log(`Brier ${mean(told.map(({ p, hit }) => (p - hit) ** 2)).toFixed(4)} of ${rows.length}`);
for (let from = 0; from < 1; from += 0.2) {
  const bin = told.filter(({ p }) => p >= from && p < from + 0.2);
  const [said, was] = [mean(bin.map(({ p }) => p)), mean(bin.map(({ hit }) => hit))];
  console.log(
    `  ${from.toFixed(1)}: said ${said.toFixed(2)}, was ${was.toFixed(2)}, ${bin.length} cases`,
  );
}
