/**
 * Measures the urgency of analyses on cases with the level that a triage nurse assigns.
 *
 *     npx tsx scripts/knowledge/measure/triage.ts FILE… [--cases]
 *
 * A line is a JSON object: `symptoms`, `age`, `gender`, `vitals` as in a request, and `level`, 1
 * (resuscitation) to 5 (non-urgent) as in the Emergency Severity Index.
 */
import { parseArgs } from 'node:util';
import { URGENCIES, type Urgency } from '../../../src/differential/knowledge/schema.js';
import type { Triage } from '../../../src/differential/urgency/triage.js';
import { readTables } from '../build/diseases/read-tables.js';
import { openTables } from './cases.js';
import { readJsonLines } from './json-lines.js';
import { shareText } from './share.js';
import { assessAtTriage, levelOf, type TriageCase, triageFigures } from './triage-cases.js';

function describe(one: TriageCase, { level, fired }: Triage): string {
  const reasons = fired
    .filter((match) => match.level === level)
    .map(({ rule, firedBy }) => `${rule} (${firedBy.join(', ')})`);
  const vitals = JSON.stringify(one.vitals ?? {}).replaceAll('"', '');
  return `${one.level} ${level} ${one.id} ${one.age ?? '?'} ${one.symptoms.join(' ')} ${vitals} <- ${reasons.slice(0, 3).join('; ')}`;
}

function report(file: string, pairs: readonly (readonly [number, Urgency | undefined])[]): void {
  console.log(file);
  for (const nurse of URGENCIES.map((_, at) => at + 1)) {
    const row = [...URGENCIES.toReversed(), undefined].map((one) => {
      const n = pairs.filter(([level, given]) => level === nurse && given === one).length;
      return `${one ?? 'not_assessed'} ${n}`;
    });
    console.log(`  ${nurse}: ${row.join(', ')}`);
  }
  const figures = triageFigures(pairs.map(([nurse, given]) => [nurse, levelOf(given)]));
  console.log(`  weighted kappa ${figures.kappa.toFixed(3)}`);
  console.log(`  1-2 at least high ${shareText(figures.emergenciesAtLeastHigh)}`);
  console.log(`  4-5 at most moderate ${shareText(figures.minorAtMostModerate)}`);
  console.log(
    `  under-triage ${shareText(figures.underTriage)}, over-triage ${shareText(figures.overTriage)}`,
  );
  console.log(
    `  two levels under ${shareText(figures.twoLevelsUnder)}, exact ${shareText(figures.exact)}`,
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cases: { type: 'boolean' } },
  });
  const knowledge = await openTables(readTables().tables);
  for (const file of positionals) {
    const rated = readJsonLines<TriageCase>(file).map((one) => {
      const { urgency } = assessAtTriage(knowledge, one);
      if (values.cases) console.log(describe(one, urgency));
      return [one.level, urgency.level] as const;
    });
    report(file, rated);
  }
}

await main();
