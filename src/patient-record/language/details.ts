import { createDescriber, type Description, isDescribed } from './attributes/describe.js';
import type { PhraseTree } from './dictionary/phrase-tree.js';
import type { Normalized } from './entity.js';
import { type Directions, DirectionsReader } from './medications/directions.js';
import type { Span } from './span.js';
import type { LanguageTables } from './tables/schema.js';
import type { Word } from './text/words.js';

/** Maximum number of body parts after a name that belong to its description: `radiating to arm and jaw`. */
const MAX_PARTS = 4;

function joined({ name, coding, site, normalized }: Span, more: Normalized) {
  const all: { -readonly [K in keyof Normalized]: Normalized[K] } = {};
  if (name !== undefined) all.name = name;
  if (coding !== undefined && coding.length > 0) all.coding = coding;
  if (site !== undefined) all.site = site;
  Object.assign(all, normalized, more);
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Reads the words around a name: the nature of a symptom, the directions of a medicine. */
export function createDetailsReader(tables: LanguageTables, descriptions: PhraseTree<Description>) {
  const describe = createDescriber(descriptions);
  const directions = new DirectionsReader(tables);
  /** Directions are read of all medicines of a text at once; its spans are one array. */
  const read = new WeakMap<readonly Span[], ReadonlyMap<number, Directions>>();
  const directionsOf = (text: string, words: readonly Word[], spans: readonly Span[]) => {
    const known = read.get(spans);
    if (known !== undefined) return known;
    const found = directions.read(text, words, spans);
    read.set(spans, found);
    return found;
  };
  return (
    text: string,
    words: readonly Word[],
    spans: readonly Span[],
    n: number,
  ): Normalized | undefined => {
    const span = spans[n];
    if (span === undefined) return undefined;
    let next = n + 1;
    while (next <= n + MAX_PARTS && spans[next]?.type === 'anatomy') next += 1;
    const most = spans[next]?.from ?? words.length;
    const least = spans[n - 1]?.to ?? 0;
    if (span.type === 'medication') {
      return joined(span, directionsOf(text, words, spans).get(n) ?? {});
    }
    const described = isDescribed(span.type) ? describe(text, words, span, least, most) : {};
    return joined(span, described);
  };
}
