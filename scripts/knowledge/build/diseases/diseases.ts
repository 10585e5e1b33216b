import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiseaseKnowledge } from '../../../../src/differential/knowledge/knowledge.js';
import {
  DISEASE_TABLES,
  type DiseaseTables,
} from '../../../../src/differential/knowledge/schema.js';
import { firedRules, triage } from '../../../../src/differential/urgency/triage.js';
import { ROOT } from '../../../shared/revision.js';
import { type Case, openTables, readCases } from '../../measure/cases.js';
import type { Answers, KnowledgeKind } from '../kind.js';
import { checkMeaning } from './check-meaning.js';
import { checkDangers } from './danger-matrix.js';
import { readTables } from './read-tables.js';

const PACKAGE = 'disease-knowledge';
const VIGNETTES = join(ROOT, 'test', 'vignettes');
const NAMED = 3;

/** One entry a line. */
function textOf(table: unknown): string {
  const rows = Array.isArray(table)
    ? `[\n${table.map((row) => JSON.stringify(row)).join(',\n')}\n]`
    : JSON.stringify(table, undefined, 1);
  return `${rows}\n`;
}

function shippedTables(models: string): DiseaseTables {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(models, PACKAGE, `${name}.json`), 'utf8'));
  return Object.fromEntries(
    Object.keys(DISEASE_TABLES).map((name) => [name, read(name)]),
  ) as unknown as DiseaseTables;
}

/** The head of the differential and the urgency of a case, and the place of the right disease. */
function answerOf({ diagnostician, rules, reader }: DiseaseKnowledge, { read, right }: Case) {
  const differential = diagnostician.diagnose(read);
  const { level } = triage(firedRules(rules, reader.tree, read), [], differential);
  const first = differential.ranked
    .slice(0, NAMED)
    .map(({ disease, probability }) => `${disease.id} ${probability.toFixed(2)}`);
  const place = differential.ranked.findIndex(({ disease }) => right.has(disease.id));
  return { text: `${first.join(', ')}; ${level}`, place };
}

async function answers(models: string): Promise<Answers> {
  const knowledge = await openTables(shippedTables(models), models);
  const cases = new Map<string, string>();
  const figures = new Map<string, string>();
  for (const file of ['building', 'measuring']) {
    const all = readCases(knowledge, join(VIGNETTES, `${file}.jsonl`));
    const given = all.map((one) => ({ id: one.vignette.id, ...answerOf(knowledge, one) }));
    // Nothing may be chosen on cases for measuring: of them the figures alone are shown.
    if (file === 'building') for (const { id, text } of given) cases.set(id, text);
    const within = (n: number) => given.filter(({ place }) => place >= 0 && place < n).length;
    figures.set(
      `test/vignettes/${file}.jsonl`,
      `first ${within(1)}, among three ${within(3)}, among five ${within(5)} of ${given.length}`,
    );
  }
  return { cases, figures };
}

/** Diseases, the findings that speak for them, red flags, ranges. */
export const DISEASES: KnowledgeKind = {
  name: 'diseases',
  packageId: PACKAGE,
  build() {
    const { tables, faults, places, notes } = readTables();
    const entries = Object.entries(tables);
    return {
      files: new Map(entries.map(([name, table]) => [`${name}.json`, textOf(table)])),
      tables: Object.fromEntries(entries.map(([name]) => [name, [`${name}.json`]])),
      faults: [...faults, ...checkMeaning(tables, places), ...checkDangers(tables, notes, places)],
    };
  },
  answers,
};
