import { Describer, type Description, isDescribed } from './attributes/describe.js';
import type { PhraseTree } from './dictionary/phrase-tree.js';
import type { Normalized } from './entity.js';
import { DirectionsReader } from './medications/directions.js';
import type { Span } from './span.js';
import type { LanguageTables } from './tables/schema.js';
import type { Word } from './text/words.js';

/** Maximum number of body parts after a name that belong to its description: `radiating to arm and jaw`. */
const MAX_PARTS = 4;

function joined(
  { name, coding, site, normalized }: Span,
  more: Normalized | undefined,
): Normalized | undefined {
  const all: { -readonly [K in keyof Normalized]: Normalized[K] } = {};
  if (name !== undefined) all.name = name;
  if (coding !== undefined && coding.length > 0) all.coding = coding;
  if (site !== undefined) all.site = site;
  if (normalized !== undefined) Object.assign(all, normalized);
  if (more !== undefined) Object.assign(all, more);
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Reads the words around names: the nature of a symptom, the directions of a medicine. */
export class DetailsReader {
  readonly #describer: Describer;
  readonly #directions: DirectionsReader;

  constructor(tables: LanguageTables, descriptions: PhraseTree<Description>) {
    this.#describer = new Describer(descriptions);
    this.#directions = new DirectionsReader(tables);
  }

  /** The details of each name of a text; directions are read of all its medicines at once. */
  read(
    text: string,
    words: readonly Word[],
    spans: readonly Span[],
  ): readonly (Normalized | undefined)[] {
    const medicated = spans.some(({ type }) => type === 'medication');
    const directions = medicated ? this.#directions.read(text, words, spans) : undefined;
    return spans.map((span, n) => {
      if (span.type === 'medication') return joined(span, directions?.get(n));
      if (!isDescribed(span.type)) return joined(span, undefined);
      let next = n + 1;
      while (next <= n + MAX_PARTS && spans[next]?.type === 'anatomy') next += 1;
      const most = spans[next]?.from ?? words.length;
      const least = spans[n - 1]?.to ?? 0;
      return joined(span, this.#describer.describe(text, words, span, least, most));
    });
  }
}
