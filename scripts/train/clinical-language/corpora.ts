import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Marked, type MarkedText, readIob } from '../../language/iob.js';

export const CORPORA = ['bc5cdr', 'ncbi', 'ade'] as const;
export type Corpus = (typeof CORPORA)[number];

/** Texts of a corpus, and what its annotations leave undecided. */
export interface Marks {
  readonly corpus: Corpus;
  readonly texts: readonly MarkedText[];
  /** Substances are not marked. */
  readonly noSubstances: boolean;
  /** Not every substance is marked, and problems by another convention. */
  readonly partial: boolean;
}

/** The first position of each name in a sentence. */
function placesOf(text: string, rows: readonly (readonly [string, string])[]): Marked[] {
  const marked: Marked[] = [];
  for (const [name, type] of rows) {
    const start = text.indexOf(name);
    const end = start + name.length;
    if (start < 0 || marked.some((one) => one.start < end && start < one.end)) continue;
    marked.push({ start, end, type });
  }
  return marked.sort((a, b) => a.start - b.start);
}

/** The sentences of the ADE corpus with the effects and drugs that are part of a relation. */
export function readAde(path: string): readonly MarkedText[] {
  const rows = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const names = new Map<string, [string, string][]>();
  for (const row of rows) {
    const [, sentence = '', effect = '', , , drug = ''] = row.split('|');
    const list = names.get(sentence) ?? [];
    list.push([effect, 'Disease'], [drug, 'Chemical']);
    names.set(sentence, list);
  }
  return [...names].map(([text, list]) => {
    const longest = [...list].sort((a, b) => b[0].length - a[0].length);
    return { text, marked: placesOf(text, longest) };
  });
}

export function readCorpus(data: string, corpus: Corpus, split: 'train' | 'devel'): Marks {
  const at = (name: string) => join(data, 'clinical-text', name);
  if (corpus === 'ade') {
    const texts = readAde(at('ade-corpus-v2/DRUG-AE.rel.gz'));
    return { corpus, texts, noSubstances: false, partial: true };
  }
  const folder = corpus === 'ncbi' ? 'ncbi-disease-iob' : 'bc5cdr-iob';
  const texts = readIob(at(`${folder}/${split}.tsv.gz`));
  return { corpus, texts, noSubstances: corpus === 'ncbi', partial: false };
}
