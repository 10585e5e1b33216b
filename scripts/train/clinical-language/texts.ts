import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { stylisticWords } from '../../../src/patient-record/language/tagger/style.js';
import { sentencesOf } from '../../../src/patient-record/language/tagger/tag.js';
import { wordsOf } from '../../../src/patient-record/language/text/words.js';
import { type Corpus, readCorpus } from './corpora.js';
import type { DictionaryReader } from './dictionary.js';

const UNLABELLED = [
  'mts-dialog/MTS-Dialog-TrainingSet.csv.gz',
  'aci-bench/train.csv.gz',
  'simulated-consultations.tsv.gz',
];

/** Texts of a corpus for training. */
export const textsOf = (data: string, corpora: readonly Corpus[]): readonly string[] =>
  corpora.flatMap((corpus) => readCorpus(data, corpus, 'train').texts.map(({ text }) => text));

/** Notes and talks in which no name is marked. */
export const notesAndTalks = (data: string): readonly string[] =>
  UNLABELLED.map((path) => gunzipSync(readFileSync(join(data, 'clinical-text', path))).toString('utf8'));

/** The folded words of texts, one sentence a line; numbers as `0`. */
export const sentenceLines = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const words = wordsOf(text);
    return sentencesOf(words).map(({ from, to }) =>
      words
        .slice(from, to)
        .map(({ number, folded }) => (number ? '0' : folded))
        .join(' '),
    );
  });

/** The words of each sentence that say how a text is written and not what it is about. */
export const styleOf = (texts: readonly string[], read: DictionaryReader): readonly (readonly string[])[] =>
  texts.flatMap((text) => {
    const { words, spans } = read(text);
    const kept = new Set(stylisticWords(words, spans));
    return sentencesOf(words).map(({ from, to }) =>
      words
        .slice(from, to)
        .filter((word) => kept.has(word))
        .map(({ folded }) => folded),
    );
  });
