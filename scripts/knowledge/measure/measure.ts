/**
 * Measures the differential on files of vignettes, with the sources as they are written now.
 *
 *     npx tsx scripts/knowledge/measure/measure.ts FILE… [--cases] [--unread] [--case ID]
 *     npx tsx scripts/knowledge/measure/measure.ts --text "Breathless when she bends forward"
 */
import { parseArgs } from 'node:util';
import { mustNotMiss } from '../../../src/differential/danger/must-not-miss.js';
import type { ReadPatient } from '../../../src/differential/evidence/read-evidence.js';
import type { DiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import { BOUNDED_SCORES, firedScores } from '../../../src/differential/urgency/early-warning.js';
import { firedRules, triage } from '../../../src/differential/urgency/triage.js';
import { scoresOf } from '../../../src/scores/assess-chart.js';
import { readTables } from '../build/diseases/read-tables.js';
import { openTables, readCases, readVignette } from './cases.js';
import { shareText } from './share.js';

/** Findings that were understood, the first diseases with what speaks for each, dangers and red flags. */
function printReasoning(
  { rules, presentations, reader, diagnostician }: DiseaseKnowledge,
  read: ReadPatient,
  right: ReadonlySet<string>,
): void {
  const differential = diagnostician.diagnose(read);
  const red = firedRules(rules, reader.tree, read);
  for (const { finding, text, counts } of read.understood)
    console.log(`  ${counts} ${finding.id} «${text}»`);
  for (const { disease, probability } of differential.ranked
    .filter(({ disease }, n) => n < 4 || right.has(disease.id))
    .slice(0, 6)) {
    console.log(disease.id, probability.toFixed(3));
    for (const { finding, absent, weight } of differential
      .contributionsOf(disease)
      .filter(({ weight }) => Math.abs(weight) > 0.15)
      .toSorted((a, b) => b.weight - a.weight)) {
      console.log(
        `    ${weight.toFixed(2)} ${absent ? 'no ' : ''}${reader.tree.findings[finding]?.id ?? 'course'}`,
      );
    }
  }
  console.log(
    mustNotMiss(presentations, reader.tree, read, differential)
      .map(({ disease }) => disease.id)
      .join(', '),
  );
  console.log(red.map(({ rule, by }) => `${rule.id}: ${by.join(', ')}`));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'boolean' },
      unread: { type: 'boolean' },
      case: { type: 'string' },
      text: { type: 'string' },
    },
  });
  const knowledge = await openTables(readTables().tables);
  const { rules, reader, diagnostician } = knowledge;
  if (values.text !== undefined) {
    const read = readVignette(knowledge, { id: 'text', symptoms: [values.text], diagnosis: [] });
    printReasoning(knowledge, read, new Set());
  }
  for (const file of positionals) {
    let top1 = 0;
    let top3 = 0;
    let top5 = 0;
    let unnamed = 0;
    const levels = new Map<string, number>();
    const cases = readCases(knowledge, file);
    for (const { vignette: one, read, right } of cases) {
      const differential = diagnostician.diagnose(read);
      const place = differential.ranked.findIndex(({ disease }) => right.has(disease.id));
      if (right.size === 0) unnamed += 1;
      else if (place === 0) top1 += 1;
      if (place >= 0 && place < 3) top3 += 1;
      if (place >= 0 && place < 5) top5 += 1;
      const red = firedRules(rules, reader.tree, read);
      const { level } = triage(
        red,
        firedScores(scoresOf(read.chart, BOUNDED_SCORES)),
        differential,
      );
      const key = `${one.care ?? differential.ranked[place]?.disease.care ?? '?'} → ${level}`;
      levels.set(key, (levels.get(key) ?? 0) + 1);
      const names = (n: number) =>
        differential.ranked
          .slice(0, n)
          .map(({ disease, probability }) => `${disease.id} ${probability.toFixed(2)}`)
          .join(', ');
      if (values.cases && place !== 0) {
        console.log(
          `${one.id} ${one.diagnosis[0]} [${right.size === 0 ? 'NO SUCH DISEASE' : place + 1}] ${names(5)}`,
        );
      }
      if (values.unread) for (const { text } of read.unread) console.log(`${one.id}: ${text}`);
      if (values.case === one.id) {
        console.log(one, read.person, read.courses);
        printReasoning(knowledge, read, right);
      }
    }
    console.log(
      `${file}: first ${shareText({ hits: top1, all: cases.length })}, three ${shareText({ hits: top3, all: cases.length })}, five ${shareText({ hits: top5, all: cases.length })}, without a name ${unnamed}`,
    );
    console.log(
      [...levels]
        .sort()
        .map(([key, n]) => `${key} ${n}`)
        .join('; '),
    );
  }
}

await main();
