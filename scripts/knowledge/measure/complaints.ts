/**
 * How many complaints, as they are written at triage, are understood.
 *
 *     npx tsx scripts/knowledge/measure/complaints.ts FILE… [--cases]
 *
 * A line is `complaint | words of what it names`: `a|b` for either, `&` for both, `-` for no symptom.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readEvidence } from '../../../src/differential/evidence/read-evidence.js';
import type { DiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import { readWords } from '../../../src/patient-record/written-patient.js';
import { readTables } from '../build/diseases/read-tables.js';
import { openTables } from './cases.js';
import { shareText } from './share.js';

/** What was understood of one complaint: findings, and names that are no findings. */
function understand({ reader }: DiseaseKnowledge, text: string) {
  const lines = [{ text, field: 'symptoms.0', kind: 'complaint' as const }];
  const read = readEvidence(reader, readWords(lines, new Map(), reader.language), 'emergency');
  const findings = read.understood
    .filter(({ counts }) => counts === 'present')
    .map(({ finding }) => `${finding.id} ${finding.name}`.toLowerCase());
  const entities = reader.language
    .read(text)
    .entities.map((one) => `${one.text} ${one.normalized?.name ?? ''}`.toLowerCase());
  return { unread: read.unread.some((one) => one.names === undefined), findings, entities };
}

/** Whether every thing that a complaint names is among what was understood. */
function names(expected: string, said: readonly string[]): boolean {
  return expected
    .split('&')
    .every((one) => said.some((text) => new RegExp(one.trim(), 'u').test(text)));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'boolean', default: false } },
});
const knowledge = await openTables(readTables().tables);
for (const file of positionals) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/ \| (.*)/));
  const symptoms = rows.filter(([, expected]) => expected !== '-').length;
  let unread = 0;
  let found = 0;
  let named = 0;
  let invented = 0;
  for (const [text = '', expected = ''] of rows) {
    const one = understand(knowledge, text);
    const byFinding = expected !== '-' && names(expected, one.findings);
    const byEither = expected !== '-' && names(expected, [...one.findings, ...one.entities]);
    unread += Number(one.unread);
    found += Number(byFinding);
    named += Number(byEither);
    invented += Number(expected === '-' && one.findings.length > 0);
    if (values.cases && (one.unread || !byFinding)) {
      const state = one.unread ? 'NOT UNDERSTOOD' : byEither ? 'entity alone' : 'OTHER';
      console.log(`${state}: ${text} [${one.findings.join('; ')}] {${one.entities.join('; ')}}`);
    }
  }
  console.log(
    `${file}: not understood ${shareText({ hits: unread, all: rows.length })}; as a finding ${shareText({ hits: found, all: symptoms })}; as a finding or a name ${shareText({ hits: named, all: symptoms })}; findings where there are none ${shareText({ hits: invented, all: rows.length - symptoms })}`,
  );
}
