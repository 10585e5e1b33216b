import type { EntityType } from '../../../src/patient-record/language/entity.js';
import type { Span } from '../../../src/patient-record/language/span.js';
import { joinTagged } from '../../../src/patient-record/language/tagger/join.js';
import { createTagger } from '../../../src/patient-record/language/tagger/tag.js';
import { readWeights } from '../../../src/patient-record/language/tagger/weights.js';
import type { Word } from '../../../src/patient-record/language/text/words.js';
import { type Agreement, agreement, inWords, NONE, sum } from '../../language/agreement.js';
import { type Corpus, readCorpus } from './corpora.js';
import { createDictionaryReader, type Sources } from './dictionary.js';
import type { Tagger } from './train.js';

const PROBLEMS: ReadonlySet<EntityType> = new Set(['condition', 'symptom', 'finding']);
const SUBSTANCES: ReadonlySet<EntityType> = new Set(['medication']);

const rangesOf = (words: readonly Word[], spans: readonly Span[], types: ReadonlySet<EntityType>) =>
  spans
    .filter(({ type }) => types.has(type))
    .map(({ from, to }) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 }));

/** Agreement of the dictionary, of the tagger alone and of both together with the marks of a corpus. */
export function evaluateOn(
  sources: Sources,
  tagger: Tagger,
  { data, corpus }: { readonly data: string; readonly corpus: Corpus },
): readonly string[] {
  const read = createDictionaryReader(sources);
  const tag = createTagger(readWeights(tagger));
  const { texts, noSubstances } = readCorpus(data, corpus, 'devel');
  const kinds = noSubstances ? (['Disease'] as const) : (['Disease', 'Chemical'] as const);
  const totals = new Map<string, Agreement>();
  for (const { text, marked } of texts) {
    const { words, spans } = read(text);
    const tagging = tag(words, spans);
    const alone = tagging.names.map(
      ({ from, to, kind }): Span => ({ from, to, type: kind === 'problem' ? 'condition' : 'medication', confidence: 1 }),
    );
    const joined = joinTagged(words, spans, tagging, tagger.limits.literature);
    for (const kind of kinds) {
      const types = kind === 'Disease' ? PROBLEMS : SUBSTANCES;
      const right = marked.filter(({ type }) => type === kind);
      for (const [name, found] of [['dictionary', spans], ['tagger', alone], ['both', joined]] as const) {
        const key = `${corpus} ${kind}, ${name}`;
        totals.set(key, sum(totals.get(key) ?? NONE, agreement(right, rangesOf(words, found, types))));
      }
    }
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, total]) => `${key}: ${inWords(total)}`);
}
