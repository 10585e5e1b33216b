import type { SectionSpan } from '../sections/find-sections.js';
import type { Span } from '../span.js';
import type { Word } from '../text/words.js';
import { type ClauseLimits, LIMIT } from './clause-text.js';
import { lower } from './grammar.js';

/** Where a clause of a text that was spoken begins, and the mark that writing would put there. */
export interface SpokenLimit {
  /** Index of the first spoken word of the new clause. */
  readonly at: number;
  readonly mark: '.' | ',';
  /** The evidence is good enough to write the mark. */
  readonly certain: boolean;
  /** The words before it are the heading of a section. */
  readonly heading?: true;
}

/** A text whose words were spoken, as it was read. */
export interface SpokenText {
  readonly words: readonly Word[];
  /** By word, which of the spoken words it belongs to. */
  readonly spoken: readonly number[];
  readonly spans: readonly Span[];
  readonly sections: readonly SectionSpan[];
  readonly limits: ClauseLimits;
}

const JOINS = /^(?:and|or|nor|so|then|plus|yet)$/;
const LISTED: ReadonlySet<string> = new Set([
  'symptom',
  'finding',
  'condition',
  'medication',
  'procedure',
]);

/** Adjacent names are a list: `fever chills and cough`. */
function listMarks({ words, spans, limits }: SpokenText): number[] {
  return spans.flatMap((span, n) => {
    const before = spans[n - 1];
    if (before === undefined || before.to !== span.from || limits[span.from] !== LIMIT.none)
      return [];
    const gap = words[span.from]?.gap ?? 0;
    return gap === 0 && LISTED.has(span.type) && LISTED.has(before.type) ? [span.from] : [];
  });
}

/** The limits of a spoken text in the order of its words, each once. */
export function spokenLimits(text: SpokenText): readonly SpokenLimit[] {
  const { words, spoken, sections, limits } = text;
  const found = new Map<number, SpokenLimit>();
  const put = (word: number, limit: Omit<SpokenLimit, 'at'>) => {
    const at = spoken[word];
    if (at !== undefined && at > 0 && spoken[word - 1] !== at) found.set(at, { at, ...limit });
  };
  for (const word of listMarks(text)) put(word, { mark: ',', certain: true });
  for (let word = 1; word < limits.length; word += 1) {
    const limit = limits[word] ?? LIMIT.none;
    if (limit === LIMIT.none) continue;
    const joined = JOINS.test(lower(words[word]));
    const same = (limit & LIMIT.sameSubject) !== 0;
    // `denies fever and reports cough` needs no mark.
    if (joined && same) continue;
    put(word, {
      mark: joined || lower(words[word]) === 'but' ? ',' : '.',
      certain: (limit & LIMIT.sure) !== 0,
    });
  }
  for (const section of sections) {
    put(section.at, { mark: '.', certain: true });
    put(section.from, { mark: '.', certain: true, heading: true });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}
