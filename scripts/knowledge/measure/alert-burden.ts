/**
 * Counts the alerts on the medication lists of generated inpatients, and what each blocking severity stops and
 * misses.
 *
 *     npx tsx scripts/knowledge/measure/alert-burden.ts [--count 1000] [--seed 1] [--list TITLE]
 *
 * `inpatients/prevalences.json` states what inpatients have and take. Misses are counted on the never events of
 * `test/never-events` and on the pairs of `scripts/knowledge/drugs/golden.json` that are major or worse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openKnowledge } from '../../../src/medications/knowledge/open.js';
import { type MedicationsResult, medicationsRequest } from '../../../src/medications/schema.js';
import { createMedicationsService } from '../../../src/medications/service.js';
import { SEVERITIES, type Severity } from '../../../src/medications/severity.js';
import { listKnowledge } from '../../../src/model-packages/knowledge.js';
import { openLanguage } from '../../../src/patient-record/language/open.js';
import { makeInpatients, requestOf } from './inpatients/make-inpatients.js';
import { readJsonLines } from './json-lines.js';
import { shareText } from './share.js';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
  },
});
const ROOT = join(import.meta.dirname, '..', '..', '..');
const MAX_TITLES = 30;

const packages = await listKnowledge(join(ROOT, 'models'));
const opened = openKnowledge(packages);
const language = openLanguage(packages, opened.knowledge?.words.names() ?? []).open;
const service = createMedicationsService({
  opened: () => opened,
  language: () => language,
  clock: () => 0,
});
const check = (request: unknown): MedicationsResult =>
  service.check(medicationsRequest.parse(request));

const print = (line = '') => void process.stdout.write(`${line}\n`);
const countBy = <T>(of: readonly T[], keyOf: (one: T) => string) => {
  const counts = new Map<string, number>();
  for (const one of of) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

const patients = makeInpatients(Number(values.count), Number(values.seed));
const answers = patients.map((patient) => ({ patient, result: check(requestOf(patient)) }));
const alerts = answers.flatMap(({ result }) => result.alerts);
const each = (count: number) => (count / answers.length).toFixed(2);

print(
  `${answers.length} inpatients, ${each(patients.flatMap((one) => one.medications).length)} medicines each`,
);
print(`alerts per patient: ${each(alerts.length)}`);
for (const severity of SEVERITIES) {
  const own = alerts.filter((alert) => alert.severity === severity);
  const kinds = countBy(own, ({ kind }) => kind).map(([kind, count]) => `${kind} ${each(count)}`);
  print(`  ${severity}: ${each(own.length)} (${kinds.join(', ')})`);
}
for (const outcome of ['blocked', 'review', 'clear'] as const) {
  const hits = answers.filter(({ result }) => result.safety.outcome === outcome).length;
  print(`${outcome}: ${shareText({ hits, all: answers.length })}`);
}
const unjudged = answers.filter(({ result }) => result.safety.not_judged.length > 0);
print(`something not judged: ${shareText({ hits: unjudged.length, all: answers.length })}`);
const reasons = unjudged.flatMap(({ result }) =>
  result.safety.not_judged.map(({ reason }) => reason),
);
for (const [reason, count] of countBy(reasons, (one) => one).slice(0, 5))
  print(`  ${count} ${reason}`);

print('\nalerts that decide, in the number of patients');
const deciding = answers.flatMap(({ result: { alerts, safety } }) =>
  safety.decided_by.map(({ alert, severity, rule_id }) => ({
    outcome: safety.outcome,
    text: `${severity} ${rule_id}: ${alerts[alert]?.title}`,
    rule: `${severity} ${rule_id}`,
  })),
);
for (const outcome of ['blocked', 'review']) {
  const own = deciding.filter((one) => one.outcome === outcome);
  print(`${outcome}:`);
  for (const [rule, count] of countBy(own, (one) => one.rule).slice(0, MAX_TITLES)) {
    print(`  ${count} ${own.find((one) => one.rule === rule)?.text}`);
  }
}
if (values.list !== undefined) {
  for (const { patient, result } of answers) {
    const found = result.alerts.find(({ title, rule_id }) =>
      `${rule_id} ${title}`.includes(values.list ?? ''),
    );
    if (found) print(`${JSON.stringify(patient)}\n  ${found.severity} ${found.title}`);
  }
}

const dangers = ['building', 'held-out'].flatMap((file) =>
  readJsonLines<{ id: string; least: Severity | null; list?: string }>(
    join(ROOT, 'test', 'never-events', `${file}.jsonl`),
  ).flatMap(({ id: _, least, list: __, ...request }) => (least === null ? [] : [request])),
);
const golden = JSON.parse(
  readFileSync(join(ROOT, 'scripts', 'knowledge', 'drugs', 'golden.json'), 'utf8'),
) as readonly { readonly drugs: readonly string[]; readonly least?: Severity }[];
const pairs = golden
  .filter(({ least }) => least === 'major' || least === 'contraindicated')
  .map(({ drugs }) => ({ medications: drugs }));
print('\nblock_at: inpatients blocked; never events stopped; serious pairs stopped');
for (const severity of SEVERITIES) {
  const blocked = (requests: readonly object[]) => ({
    hits: requests.filter(
      (request) => check({ ...request, block_at: severity }).safe_to_proceed === false,
    ).length,
    all: requests.length,
  });
  const lists = patients.map(({ medications, conditions, patient }) => ({
    medications,
    conditions,
    patient,
  }));
  const shares = [lists, dangers, pairs].map((requests) => shareText(blocked(requests)));
  print(`  ${severity}: ${shares.join('; ')}`);
}
