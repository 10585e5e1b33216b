/**
 * How well clinical texts are read: `npx tsx scripts/language/measure.ts [--data DIR] [--models DIR]
 * [--snippets FILE] [--split devel|train] [--errors]`. Diseases on NCBI Disease and BC5CDR, chemicals on BC5CDR, drugs and
 * effects of the ADE corpus (its sentences do not mark everything: recall alone counts), vignettes
 * (findings that are named as absent), a set of one's own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import type { Entity, EntityType } from '../../src/patient-record/language/entity.js';
import { type Agreement, agreement, inWords, NONE, sum } from './agreement.js';
import { type MarkedText, readIob } from './iob.js';
import { openLanguage } from './open-language.js';
import { measureSnippets } from './snippets.js';
import { measureVignettes } from './vignettes.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    models: { type: 'string', default: 'models' },
    snippets: { type: 'string' },
    split: { type: 'string', default: 'devel' },
    errors: { type: 'boolean', default: false },
  },
});

const AILS: ReadonlySet<EntityType> = new Set(['condition', 'symptom', 'finding']);
const DRUGS: ReadonlySet<EntityType> = new Set(['medication']);

/** Names that were missed or invented, most frequent first. */
function tell(what: string, counts: ReadonlyMap<string, number>): void {
  const worst = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 150);
  console.log(`  ${what}: ${worst.map(([name, n]) => `${name} ${n}`).join(' | ')}`);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function onIob(
  language: ClinicalLanguage,
  texts: readonly MarkedText[],
  type: string,
  types: ReadonlySet<EntityType>,
): Agreement {
  let total = NONE;
  const missed = new Map<string, number>();
  const invented = new Map<string, number>();
  for (const { text, marked } of texts) {
    const right = marked.filter((one) => one.type === type);
    const found = language.read(text).entities.filter((one) => types.has(one.type));
    total = sum(total, agreement(right, found));
    const same = (a: { start: number; end: number }, b: { start: number; end: number }) =>
      a.start === b.start && a.end === b.end;
    for (const one of right) {
      if (!found.some((other) => same(one, other))) count(missed, text.slice(one.start, one.end));
    }
    for (const one of found)
      if (!right.some((other) => same(one, other))) count(invented, one.text);
  }
  if (values.errors) {
    tell('missed', missed);
    tell('invented', invented);
  }
  return total;
}

/** Share of the drugs and effects of ADE sentences that are found. */
function onAde(language: ClinicalLanguage, path: string): string {
  const rows = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const texts = new Map<string, { effects: Set<string>; drugs: Set<string> }>();
  for (const row of rows) {
    const [, sentence = '', effect = '', , , drug = ''] = row.split('|');
    const entry = texts.get(sentence) ?? { effects: new Set(), drugs: new Set() };
    entry.effects.add(effect);
    entry.drugs.add(drug);
    texts.set(sentence, entry);
  }
  const counts = { effects: 0, effect: 0, effectExact: 0, drugs: 0, drug: 0, drugExact: 0 };
  const hit = (entities: readonly Entity[], sentence: string, name: string) => {
    const start = sentence.indexOf(name);
    const end = start + name.length;
    return {
      overlaps: entities.some((one) => one.start < end && start < one.end),
      exact: entities.some((one) => one.start === start && one.end === end),
    };
  };
  for (const [sentence, { effects, drugs }] of texts) {
    const { entities } = language.read(sentence);
    for (const effect of effects) {
      const { overlaps, exact } = hit(
        entities.filter(({ type }) => AILS.has(type)),
        sentence,
        effect,
      );
      counts.effects += 1;
      counts.effect += Number(overlaps);
      counts.effectExact += Number(exact);
    }
    for (const drug of drugs) {
      const { overlaps, exact } = hit(
        entities.filter(({ type }) => DRUGS.has(type)),
        sentence,
        drug,
      );
      counts.drugs += 1;
      counts.drug += Number(overlaps);
      counts.drugExact += Number(exact);
    }
  }
  const share = (n: number, of: number) => (n / of).toFixed(3);
  return (
    `effects found ${share(counts.effect, counts.effects)} (exact ${share(counts.effectExact, counts.effects)}), n = ${counts.effects}; ` +
    `drugs found ${share(counts.drug, counts.drugs)} (exact ${share(counts.drugExact, counts.drugs)}), n = ${counts.drugs}`
  );
}

const language = await openLanguage(values.models);
const corpus = (name: string) => join(values.data, 'clinical-text', name);
const ncbi = readIob(corpus(`ncbi-disease-iob/${values.split}.tsv.gz`));
const bc5 = readIob(corpus(`bc5cdr-iob/${values.split}.tsv.gz`));
console.log(`NCBI diseases: ${inWords(onIob(language, ncbi, 'Disease', AILS))}`);
console.log(`BC5CDR diseases: ${inWords(onIob(language, bc5, 'Disease', AILS))}`);
console.log(`BC5CDR chemicals: ${inWords(onIob(language, bc5, 'Chemical', DRUGS))}`);
console.log(`ADE: ${onAde(language, corpus('ade-corpus-v2/DRUG-AE.rel.gz'))}`);
for (const line of measureVignettes(
  language,
  join(values.data, 'vignettes/dev.jsonl'),
  values.errors,
)) {
  console.log(line);
}
if (values.snippets !== undefined) {
  for (const line of measureSnippets(language, values.snippets, values.errors)) console.log(line);
}
