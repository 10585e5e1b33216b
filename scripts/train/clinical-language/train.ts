import type { LanguageTables } from '../../../src/patient-record/language/tables/schema.js';
import type { Clusters } from '../../../src/patient-record/language/tagger/features.js';
import type { StyleWeights } from '../../../src/patient-record/language/tagger/style.js';
import { LABEL_COUNT } from '../../../src/patient-record/language/tagger/labels.js';
import { type Corpus, type Marks, readCorpus } from './corpora.js';
import { createDictionaryReader, keyOf, type Sources, withoutCorpora } from './dictionary.js';
import { allowedLabels, type Example, examplesOf } from './examples.js';
import { learn, type Settings } from './learn.js';

export type Tagger = LanguageTables['tagger'];

const NEVER = 2;
/** How sure the tagger must be; see the log in README.md. */
export const LIMITS: Tagger['limits'] = {
  literature: {
    add: { problem: 0.7, substance: 0.5 },
    replace: 0.8,
    bound: 0.5,
    veto: { problem: 0.97, substance: 0.95 },
  },
  note: {
    add: { problem: 0.8, substance: 0.8 },
    replace: NEVER,
    bound: NEVER,
    veto: { problem: NEVER, substance: NEVER },
  },
};
/** Of 923 sentences of abstracts 96 % lie above, of 1,380 of notes and talks 0.2 %. */
const LITERATURE_ABOVE = 4;

const FOLDS = 5;

/** Names that texts annotate, as keys; without the texts `from` to `to`. */
function namesIn({ texts }: Marks, from = 0, to = 0): string[] {
  return texts.flatMap(({ text, marked }, at) =>
    at >= from && at < to ? [] : marked.map(({ start, end }) => keyOf(text.slice(start, end))),
  );
}

/** What the dictionary would be if of all corpora only these had been seen. */
export function sourcesKnowing(sources: Sources, marks: readonly Marks[]): Sources {
  const known = new Set(marks.flatMap((one) => namesIn(one)));
  return { ...sources, tables: withoutCorpora(sources.tables, known) };
}

/**
 * Sentences to learn from. What the dictionary says of a fifth of a corpus is read without the names
 * that only this fifth annotates, as on new texts.
 */
export function collectExamples(
  sources: Sources,
  marks: readonly Marks[],
  clusters: Clusters,
  bits: number,
): readonly Example[] {
  const examples: Example[] = [];
  for (const one of marks) {
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const from = Math.floor((one.texts.length * fold) / FOLDS);
      const to = Math.floor((one.texts.length * (fold + 1)) / FOLDS);
      const known = new Set(
        marks.flatMap((other) => (other === one ? namesIn(other, from, to) : namesIn(other))),
      );
      const read = createDictionaryReader({ ...sources, tables: withoutCorpora(sources.tables, known) });
      for (const text of one.texts.slice(from, to)) {
        const { words, spans } = read(text.text);
        const allowed = allowedLabels(words, spans, text, one);
        examples.push(...examplesOf(words, spans, allowed, clusters, bits));
      }
    }
  }
  return examples;
}

/** Trains on corpora; weights as multiples of one 127th of the largest. */
export function trainTagger(
  sources: Sources,
  { data, corpora, most }: { readonly data: string; readonly corpora: readonly Corpus[]; readonly most: number },
  { clusters, style }: { readonly clusters: Clusters; readonly style: StyleWeights },
  settings: Settings,
  report: (line: string) => void,
): Tagger {
  const read = corpora.map((corpus) => readCorpus(data, corpus, 'train'));
  // Where no corpus marks substances, none is left open: nothing defines them.
  const open = read.some(({ noSubstances }) => !noSubstances);
  const marks = read.map((one) => ({
    ...one,
    noSubstances: one.noSubstances && open,
    texts: one.texts.slice(0, most),
  }));
  const examples = collectExamples(sources, marks, clusters, settings.bits);
  report(`${examples.length} sentences of ${corpora.join(' and ')}`);
  const { weights, transitions } = learn(examples, settings, (epoch, loss) => {
    report(`epoch ${epoch}: loss ${loss.toFixed(4)} a sentence`);
  });
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  const rows = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  if (rows.length !== LABEL_COUNT << settings.bits) throw new RangeError('weights do not fit');
  return {
    bits: settings.bits,
    scale,
    transitions: [...transitions].map((one) => Number(one.toFixed(4))),
    rows: Buffer.from(rows.buffer).toString('base64'),
    limits: LIMITS,
    style: { above: LITERATURE_ABOVE, words: [...style] },
    clusters: clusterRows(clusters),
  };
}

/** Words by cluster, in the order of the clusters. */
function clusterRows(clusters: Clusters): Tagger['clusters'] {
  const rows = new Map<number, { path: [number, number]; words: string[] }>();
  for (const [word, [coarse = 0, fine = 0]] of clusters) {
    const row = rows.get(fine) ?? { path: [coarse, fine], words: [] };
    row.words.push(word);
    rows.set(fine, row);
  }
  return [...rows.values()].sort((a, b) => a.path[1] - b.path[1]);
}
