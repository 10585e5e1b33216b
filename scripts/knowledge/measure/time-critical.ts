/**
 * Lists the wordings of time-critical conditions that come out below their level, or whose first
 * recommendation is not what must come first.
 *
 *     npx tsx scripts/knowledge/measure/time-critical.ts FILE…
 *
 * Printed as JSON, as `test/time-critical/shortfalls.json` holds them.
 */
import { readTables } from '../build/diseases/read-tables.js';
import { openTables } from './cases.js';
import { readJsonLines } from './json-lines.js';
import { shortfallsOf, type TimeCriticalCondition } from './triage-cases.js';

const knowledge = await openTables(readTables().tables);
const shortfalls = process.argv
  .slice(2)
  .flatMap((file) => readJsonLines<TimeCriticalCondition>(file))
  .flatMap((one) => shortfallsOf(knowledge, one));
console.log(JSON.stringify(shortfalls, null, 2));
