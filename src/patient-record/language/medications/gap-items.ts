import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { goesOn, SENTENCE_END, type Word } from '../text/words.js';
import { bareDoseAt, type Dose, doseAt, isStrength } from './doses.js';
import { frequencyAt } from './frequencies.js';
import { type Attribute, type Item, isChange, isSeparated, wordItem } from './items.js';

/** The words between two names. */
export interface Gap {
  readonly text: string;
  readonly words: readonly Word[];
  /** The names in the text, by the word where each begins. */
  readonly spans: ReadonlyMap<number, Span>;
  readonly from: number;
  readonly to: number;
  /** A medicine ends right before it. */
  readonly isAfterName: boolean;
}

/** The routes and frequencies of the tables, by their words. */
export function createAttributeTree(
  tables: Pick<LanguageTables, 'attributes'>,
): PhraseTree<Attribute> {
  const tree = createPhraseTree<Attribute>();
  for (const { kind, value, words } of tables.attributes) {
    if (kind !== 'route' && kind !== 'frequency') continue;
    for (const word of words) tree.add(word, { kind, value });
  }
  return tree;
}

/** Reads the words of a gap in their order: what begins at each, and where that ends. */
class GapReader {
  readonly #attributes: PhraseTree<Attribute>;
  readonly #gap: Gap;
  readonly #items: Item[] = [];
  #isChanging = false;

  constructor(attributes: PhraseTree<Attribute>, gap: Gap) {
    this.#attributes = attributes;
    this.#gap = gap;
  }

  read(): readonly Item[] {
    const { text, words, from, to, isAfterName } = this.#gap;
    for (let at = from; at < to; ) {
      const word = words[at];
      if (word === undefined) break;
      if ((at > from || isAfterName) && (word.gap & SENTENCE_END) !== 0) break;
      if (isSeparated(text, words, at)) this.#items.push({ kind: 'separator', at, word: false });
      at =
        this.#skipSpan(at) ??
        this.#readFrequency(at) ??
        this.#readDose(at) ??
        this.#readAttribute(at) ??
        this.#readBareDose(at) ??
        this.#readWord(at);
    }
    return this.#items;
  }

  /** Names that are neither a part of the body nor a medicine, with all their words. */
  #skipSpan(at: number): number | undefined {
    const span = this.#gap.spans.get(at);
    if (span === undefined || span.type === 'anatomy' || span.type === 'medication') {
      return undefined;
    }
    this.#items.push({ kind: span.type === 'measurement' ? 'wall' : 'other', at });
    return span.to;
  }

  /** A frequency with a number, unless the tables have a longer phrase. */
  #readFrequency(at: number): number | undefined {
    const { words, to } = this.#gap;
    const frequency = frequencyAt(words, at);
    if (frequency === undefined || frequency.to > to) return undefined;
    if (frequency.to <= (this.#attributes.longestAt(words, at)?.to ?? 0)) return undefined;
    const attributes: readonly Attribute[] = [{ kind: 'frequency', value: frequency.value }];
    this.#items.push({ kind: 'attribute', at, attributes });
    return frequency.to;
  }

  #readDose(at: number): number | undefined {
    const { text, words, to } = this.#gap;
    const dose = doseAt(text, words, at, this.#isChanging);
    if (dose === undefined || dose.to > to) return undefined;
    // `from 5 to 10 mg`
    if (dose.from > at) this.#items.push({ kind: 'lead', at, word: 'to' });
    this.#items.push({ kind: 'dose', at: dose.from, dose });
    return dose.to;
  }

  #readAttribute(at: number): number | undefined {
    const { words, to } = this.#gap;
    const match = this.#attributes.longestAt(words, at);
    if (match === undefined || match.to > to) return undefined;
    this.#items.push({ kind: 'attribute', at, attributes: match.values });
    return match.to;
  }

  /** A number without a unit, with only words of dose forms between it and the name. */
  #readBareDose(at: number): number | undefined {
    const { text, words, isAfterName } = this.#gap;
    if (!isAfterName || !this.#items.every(({ kind }) => kind === 'filler')) return undefined;
    const dose = bareDoseAt(text, words, at);
    if (dose === undefined || !this.#isMeant(dose)) return undefined;
    this.#items.push({ kind: 'dose', at, dose });
    return dose.to;
  }

  /** A frequency or an amount follows, or neither does and it is a strength or in a list of such. */
  #isMeant(dose: Dose): boolean {
    const { text, words } = this.#gap;
    if (!goesOn(words[dose.to])) return isStrength(dose);
    if (this.#attributes.longestAt(words, dose.to) !== undefined) return true;
    if (frequencyAt(words, dose.to) !== undefined) return true;
    return isStrength(dose) && doseAt(text, words, dose.to, false) !== undefined;
  }

  #readWord(at: number): number {
    const item = wordItem(this.#gap.words, at);
    this.#isChanging ||= isChange(item);
    this.#items.push(item);
    return at + 1;
  }
}

/** The doses, routes and frequencies in a gap and what separates them, up to the end of a sentence. */
export const readGap = (attributes: PhraseTree<Attribute>, gap: Gap): readonly Item[] =>
  new GapReader(attributes, gap).read();
