import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../../src/core/errors.js';
import { findingsOf, goldenFaults } from '../../../../src/medications/knowledge/golden.js';
import { MedicationKnowledge } from '../../../../src/medications/knowledge/knowledge.js';
import { openKnowledge } from '../../../../src/medications/knowledge/open.js';
import { danglingReferences } from '../../../../src/medications/knowledge/references.js';
import { goldenTable } from '../../../../src/medications/knowledge/schema.js';
import type { Tables } from '../../../../src/medications/knowledge/tables.js';
import { listKnowledge } from '../../../../src/model-packages/knowledge.js';
import type { Answers, BuiltTables, KnowledgeKind } from '../kind.js';
import { checkMeaning } from './check-meaning.js';
import { joinSources, readDrugSources, toFaults } from './sources.js';

const PACKAGE = 'medication-knowledge';
const SOURCES = join(import.meta.dirname, '..', '..', 'drugs');

/** Everything that can be wrong with tables that keep to their schemas. */
function issuesOf(tables: Tables): Issue[] {
  const dangling = danglingReferences(tables);
  if (dangling.length > 0) return dangling;
  const { interactions } = new MedicationKnowledge({ id: PACKAGE, version: '0.0.0' }, tables);
  return [...checkMeaning(tables), ...goldenFaults(tables.golden, interactions)];
}

function build(): BuiltTables {
  const { sources, faults } = readDrugSources(SOURCES);
  const { tables, issues } = joinSources(sources);
  const all = faults.length > 0 ? [] : tables === undefined ? issues : issuesOf(tables);
  const names = [...new Set(sources.map(({ table }) => table))];
  return {
    files: new Map(sources.map(({ file, text }) => [file, text])),
    tables: Object.fromEntries(
      names.map((name) => [
        name,
        sources.filter(({ table }) => table === name).map(({ file }) => file),
      ]),
    ),
    faults: [...faults, ...toFaults(sources, all)],
  };
}

/** What the golden lists of drugs are told: the severity, and by which rules. */
async function answers(models: string): Promise<Answers> {
  const { knowledge } = openKnowledge(await listKnowledge(models));
  if (knowledge === undefined) throw new Error(`${models} has no package of drug knowledge`);
  const golden = goldenTable.parse(JSON.parse(readFileSync(join(SOURCES, 'golden.json'), 'utf8')));
  const cases = golden.map(({ drugs }) => {
    const findings = findingsOf(drugs, knowledge.interactions);
    const told = findings.map(({ severity, ruleId }) => `${severity} by ${ruleId}`);
    return [`golden: ${drugs.join(' + ')}`, told.join(', ') || 'nothing'] as const;
  });
  return { cases: new Map(cases), figures: new Map() };
}

/** Drugs: names, interactions, contraindications, doses. */
export const DRUGS: KnowledgeKind = { name: 'drugs', packageId: PACKAGE, build, answers };
