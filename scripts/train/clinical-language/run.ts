/**
 * The tagger of models/clinical-language: `npx tsx scripts/train/clinical-language/run.ts COMMAND [--data DIR]
 * [--cache DIR] [--models DIR] [--python PYTHON] [--smoke]`; see README.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clusters } from '../../../src/patient-record/language/tagger/features.js';
import { CORPORA, type Corpus, readCorpus } from './corpora.js';
import { createDictionaryReader, openSources, type Sources } from './dictionary.js';
import { evaluateOn } from './evaluate.js';
import type { Settings } from './learn.js';
import { learnStyle } from './style.js';
import { notesAndTalks, sentenceLines, styleOf, textsOf } from './texts.js';
import { sourcesKnowing, type Tagger, trainTagger } from './train.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '../shared/data' },
    cache: { type: 'string', default: '.cache/train/clinical-language' },
    models: { type: 'string', default: 'models' },
    python: { type: 'string', default: 'python3' },
    smoke: { type: 'boolean', default: false },
  },
});
const { data, cache, models, python, smoke } = values;

const SETTINGS: Settings = {
  bits: smoke ? 12 : 17,
  epochs: smoke ? 2 : 12,
  rate: 0.1,
  decay: 1e-3,
  dropout: 0.2,
  seed: 1,
};
const MAX = smoke ? 150 : Infinity;
/** The shipped one; ADE is always left out. */
const SHIPPED: readonly Corpus[] = ['bc5cdr', 'ncbi'];
/** What is learned from, and what it is tried on. */
const LEFT_OUT: readonly (readonly [readonly Corpus[], readonly Corpus[]])[] = [
  [['bc5cdr'], ['ncbi', 'ade']],
  [['ncbi'], ['bc5cdr']],
  [SHIPPED, ['ade', 'bc5cdr', 'ncbi']],
];

const say = (line: string) => console.log(line);

function prepare(sources: Sources): void {
  mkdirSync(cache, { recursive: true });
  const notes = notesAndTalks(data);
  const lines = sentenceLines([...textsOf(data, CORPORA), ...notes]);
  writeFileSync(join(cache, 'words.txt'), (smoke ? lines.slice(0, 2_000) : lines).join('\n'));
  const read = createDictionaryReader(sources);
  const style = learnStyle(styleOf(textsOf(data, SHIPPED), read), styleOf(notes, read));
  writeFileSync(join(cache, 'style.json'), JSON.stringify([...style]));
  const script = join(import.meta.dirname, 'clusters.py');
  const given = [script, join(cache, 'words.txt'), join(cache, 'clusters.json')];
  const { status } = spawnSync(python, given, {
    stdio: 'inherit',
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

const styleWords = () =>
  new Map(JSON.parse(readFileSync(join(cache, 'style.json'), 'utf8')) as [string, number][]);
const clustersOf = (): Clusters =>
  new Map(Object.entries(JSON.parse(readFileSync(join(cache, 'clusters.json'), 'utf8')) as Record<string, number[]>));

const learnFrom = (sources: Sources, corpora: readonly Corpus[]): Tagger =>
  trainTagger(sources, { data, corpora, most: MAX }, { clusters: clustersOf(), style: styleWords() }, SETTINGS, say);

function train(sources: Sources): void {
  writeFileSync(join(cache, 'tagger.json'), JSON.stringify(learnFrom(sources, SHIPPED)));
}

function evaluate(sources: Sources): void {
  for (const [corpora, others] of LEFT_OUT) {
    const tagger = learnFrom(sources, corpora);
    const known = sourcesKnowing(sources, corpora.map((corpus) => readCorpus(data, corpus, 'train')));
    for (const corpus of others) {
      for (const line of evaluateOn(known, tagger, { data, corpus })) say(`learned from ${corpora.join('+')}; ${line}`);
    }
  }
}

/** One cluster a line. */
function exportTagger(): void {
  const { clusters, ...tagger } = JSON.parse(readFileSync(join(cache, 'tagger.json'), 'utf8')) as Tagger;
  const head = JSON.stringify(tagger).slice(0, -1);
  const lines = clusters.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(join(models, 'clinical-language', 'tagger.json'), `${head},"clusters":[\n${lines}\n]}\n`);
}

const [command] = positionals;
if (command === 'prepare') prepare(await openSources(models));
else if (command === 'export') exportTagger();
else if (command === 'train') train(await openSources(models));
else if (command === 'evaluate') evaluate(await openSources(models));
else if (command === 'all') {
  const sources = await openSources(models);
  prepare(sources);
  train(sources);
  evaluate(sources);
  if (!smoke) exportTagger();
} else {
  console.error('usage: run.ts prepare | train | evaluate | export | all [--smoke]');
  process.exitCode = 2;
}
