/**
 * Draws the lists of clinical language that rest on public data anew:
 *
 *     npx tsx scripts/knowledge/refresh-language.ts --data DIR
 *
 * `symptom-ontology.txt` from `knowledge/symp.obo.gz` (Symptom Ontology, CC0), `literature.txt` and `chemicals.txt`
 * from the names that the training halves of NCBI Disease and BC5CDR (CC BY 4.0) annotate in
 * `clinical-text/<corpus>/train.tsv.gz`. Only what no list of our own has is taken over. Nothing else needs the
 * data: the lists are sources like the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { byText } from '../../src/core/by-text.js';
import { isAbbreviation } from './build/language/concepts.js';
import { TERMS } from './build/language/language.js';
import { joinSymptomOntology, knownNames, readOwnConcepts } from './build/language/read-tables.js';
import { readTermLists, type TermLine } from './build/language/term-lists.js';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) {
  console.error('usage: tsx scripts/knowledge/refresh-language.ts --data DIR');
  process.exit(2);
}

const textOf = (...path: string[]): string =>
  gunzipSync(readFileSync(join(values.data ?? '', ...path))).toString('utf8');

/** Replaces what a list holds, but not the comment at its head. */
function writeList(list: string, lines: readonly string[]): void {
  const path = join(TERMS, `${list}.txt`);
  const head = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'));
  writeFileSync(path, `${[...head, ...lines].join('\n')}\n`);
  console.log(`${list}: ${lines.length} lines`);
}

/** Terms of animals, and those that are no complaint by themselves. */
const NOT_TAKEN =
  /symptom$|feather|wheelbarrow|hind limb|hopping|dropping|recumben|hemistand|hemiwalk|ears$|(?:un)?coordination$|proprioception|multiple sites|lateroventral|dyspneic ent|crinkle|^wobble|keratotic capsule|alteration$|^(?:discharge|hematogenous|caseation|blood pressure|symptom)$/;

/** Terms of the ontology in force, as lines of its list: `name; exact synonyms | identifier`. */
function symptomTerms(): TermLine[] {
  const [, ...blocks] = textOf('knowledge', 'symp.obo.gz').split('[Term]');
  return blocks.flatMap((block) => {
    const [, id = ''] = /^id: (\S+)/m.exec(block) ?? [];
    const [, name] = /^name: (.*)$/m.exec(block) ?? [];
    const isInForce = !block.includes('is_obsolete: true') && block.includes('\nis_a:');
    if (!isInForce || name === undefined || NOT_TAKEN.test(name)) return [];
    const synonyms = [...block.matchAll(/^synonym: "(.*?)" EXACT/gm)].map(([, one = '']) => one);
    return [{ text: `${[name, ...synonyms].join('; ')} | ${id}`, at: id }];
  });
}

/** Names of a kind that a corpus in IOB annotates, as written. */
function annotated(corpus: string, kind: string): Set<string> {
  const names = new Set<string>();
  let words: string[] = [];
  for (const line of [...textOf('clinical-text', corpus, 'train.tsv.gz').split('\n'), '']) {
    const [word = '', ...rest] = line.split('\t');
    const tag = rest.at(-1) ?? 'O';
    if (words.length > 0 && tag !== `I-${kind}`) {
      names.add(words.join(' '));
      words = [];
    }
    if (tag === `B-${kind}`) words = [word];
    else if (tag === `I-${kind}` && words.length > 0) words.push(word);
  }
  return names;
}

/** A name of the corpora as it would be written: `Parkinson ' s disease`. */
const tidy = (name: string): string =>
  name
    .replace(/ ' s\b/g, "'s")
    .replace(/ ([-/]) /g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const MIN_LETTERS = 4;
const MAX_LENGTH = 60;

/** Whole names of at least four letters; texts define their abbreviations themselves. */
const isUsable = (name: string): boolean =>
  name.replace(/[^A-Za-z]/g, '').length >= MIN_LETTERS &&
  name.length <= MAX_LENGTH &&
  !isAbbreviation(name) &&
  !name.includes('(') &&
  !/\b(?:or|and|of the|without|with|due to)\b/.test(name) &&
  !/-(?:induced|associated|related)\b/.test(name) &&
  !/^[A-Z0-9 -]{1,8}$/.test(name);

/** Names that no list of our own has, in small letters where only the first is large. */
function newNames(corpora: readonly string[], kind: string, known: ReadonlySet<string>): string[] {
  const found = new Map<string, string>();
  for (const name of corpora.flatMap((corpus) => [...annotated(corpus, kind)])) {
    const written = tidy(name);
    const key = written.toLowerCase();
    if (!isUsable(written) || known.has(key) || found.has(key)) continue;
    found.set(key, written.slice(1) === key.slice(1) ? key : written);
  }
  return [...found].sort(([a], [b]) => byText(a, b)).map(([, name]) => name);
}

const lists = readTermLists(TERMS);
const own = readOwnConcepts(lists);
const count = own.symptoms.length;
joinSymptomOntology(symptomTerms(), own.symptoms, [...own.findings, ...own.conditions]);
const named = [...own.findings, ...own.conditions, ...own.symptoms.slice(0, count)].flatMap(
  ({ entry: { name, symp } }) => (symp === undefined ? [] : [`${name} | ${symp}`]),
);
const further = own.symptoms
  .slice(count)
  .map(({ entry: { name, synonyms = [], symp } }) => `${[name, ...synonyms].join('; ')} | ${symp}`);
writeList('symptom-ontology', [...named.sort(byText), ...further]);

const notNames = (lists.get('not-names') ?? []).map(({ text }) => text);
const known = new Set([...knownNames(own), ...notNames]);
writeList('literature', newNames(['ncbi-disease-iob', 'bc5cdr-iob'], 'Disease', known));
writeList('chemicals', newNames(['bc5cdr-iob'], 'Chemical', known));
