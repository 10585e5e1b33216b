/**
 * Searches how strongly each kind of evidence should count, on vignettes for building, by turns of
 * one value at a time. Prints the values; they are written into `tuning.ts` by hand.
 *
 *     npx tsx scripts/knowledge/measure/tune.ts FILE…
 */
import { TUNING, type Tuning } from '../../../src/differential/probability/tuning.js';
import { readTables } from '../build/diseases/read-tables.js';
import { type Case, openTables, readCases, tuned } from './cases.js';

const STEPS: Partial<Record<keyof Tuning, readonly number[]>> = {
  prior: [0.2, 0.3, 0.4, 0.5, 0.6, 0.75],
  present: [0.7, 0.8, 0.9, 1, 1.1],
  absent: [0.2, 0.35, 0.5, 0.65, 0.8],
  course: [0.3, 0.5, 0.7, 0.9, 1.1],
  unexplained: [0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1],
  likeRelatives: [0, 0.15, 0.3, 0.45, 0.6, 0.8],
  repeated: [0.3, 0.45, 0.6, 0.75, 0.9],
  unknownNeed: [0.05, 0.15, 0.3, 0.5],
  most: [2.5, 3, 3.5, 4, 4.5, 5],
  least: [-1.5, -2, -2.5, -3, -4],
};
const ROUNDS = 1;

interface Marks {
  readonly first: number;
  readonly three: number;
  readonly five: number;
  readonly score: number;
}

function mark(cases: readonly Case[], model: ReturnType<typeof tuned>): Marks {
  let [first, three, five, reward] = [0, 0, 0, 0];
  for (const { read, right } of cases) {
    const { ranked } = model.diagnose(read);
    const place = ranked.findIndex(({ disease }) => right.has(disease.id));
    if (place < 0) continue;
    if (place === 0) first += 1;
    if (place < 3) three += 1;
    if (place < 5) five += 1;
    // Ranks beyond the fifth still tell a better setting from a worse one.
    reward += 1 / (1 + place) ** 0.7;
  }
  const n = cases.length;
  return { first: first / n, three: three / n, five: five / n, score: reward / n };
}

const knowledge = await openTables(readTables().tables);
const cases = process.argv.slice(2).flatMap((file) => readCases(knowledge, file));
const told = ({ first, three, five, score }: Marks) =>
  `first ${first.toFixed(3)} three ${three.toFixed(3)} five ${five.toFixed(3)} score ${score.toFixed(4)}`;

let best: Tuning = TUNING;
let marks = mark(cases, tuned(knowledge, best));
console.log(
  `${cases.length} cases, ${cases.filter(({ right }) => right.size === 0).length} without a name`,
);
console.log('now:', told(marks));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, values] of Object.entries(STEPS)) {
    for (const value of values) {
      const tuning = { ...best, [name]: value };
      const other = mark(cases, tuned(knowledge, tuning));
      if (other.score > marks.score + 1e-4) {
        best = tuning;
        marks = other;
        console.log(name, value, told(marks));
      }
    }
  }
}
console.log(best);
