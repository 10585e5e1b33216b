import type { PhraseTree } from '../dictionary/phrase-tree.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';
import { bareListDoses } from './bare-lists.js';
import { createAttributeTree, readGap } from './gap-items.js';
import type { Attribute, Item } from './items.js';
import { chainStart, nextNameStart } from './own-items.js';
import { doseOf, isCount, listedDoses } from './stated-dose.js';

export interface Directions {
  readonly dose?: string;
  readonly route?: string;
  readonly frequency?: string;
}

interface Draft {
  dose?: string;
  route?: string;
  frequency?: string;
}

/** The name of a medicine in its clause. */
interface Mention {
  readonly from: number;
  readonly to: number;
  /** Index among all spans. */
  readonly n: number;
  readonly draft: Draft;
}

/** Maximum number of words after a name that may contain its directions. */
const MAX_AFTER = 14;
/** Maximum number of words before a name that may contain its directions. */
const MAX_BEFORE = 12;
/** Maximum number of names of one list. */
const MAX_LISTED = 8;
/** Maximum number of words between two names of one list. */
const MAX_JOINTS = 3;

/** `Tylenol (acetaminophen) 500 mg`: a second name of the first, and no medicine of its own. */
function isSecondName(words: readonly Word[], before: Mention | undefined, span: Span): boolean {
  if (before === undefined || before.to !== span.from) return false;
  return (
    ((words[span.from]?.gap ?? 0) & GAP.open) !== 0 &&
    ((words[span.to]?.gap ?? 0) & GAP.close) !== 0
  );
}

function addAttributes(draft: Draft, item: Item): void {
  if (item.kind !== 'attribute') return;
  for (const { kind, value } of item.attributes) {
    if (kind === 'route') draft.route ??= value;
    else draft.frequency ??= value;
  }
}

/** Takes all that items state, the last of several doses. */
function addAll(draft: Draft, items: readonly Item[]): void {
  for (const item of items) {
    if (item.kind === 'dose') draft.dose = item.dose.text;
    else addAttributes(draft, item);
  }
}

/** Whether a comma or a bracket precedes a word. */
const isSetOff = (word: Word | undefined): boolean =>
  ((word?.gap ?? 0) & (GAP.comma | GAP.close)) !== 0;

/** Gives each name of a list its dose where there are as many doses: `A and B, 300 mg and 600 mg`. */
function takeListed(list: readonly Mention[], doses: readonly string[]): boolean {
  const group = list.slice(-doses.length);
  const isFree = group.every(({ draft }) => draft.dose === undefined);
  if (doses.length < 2 || group.length !== doses.length || !isFree) return false;
  for (const [n, { draft }] of group.entries()) {
    const dose = doses[n];
    if (dose !== undefined) draft.dose = dose;
  }
  return true;
}

/** No sentence ends between two words. */
function isOneSentence(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) {
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return false;
  }
  return true;
}

/** Names that follow one another with a comma or `and` between them alone. */
function goesInList(words: readonly Word[], before: Mention, next: Mention): boolean {
  if (next.from - before.to > MAX_JOINTS) return false;
  for (let at = before.to; at < next.from; at += 1) {
    if (words[at]?.folded !== 'and') return false;
  }
  return (
    isOneSentence(words, before.to, next.from) &&
    (next.from > before.to || !goesOn(words[next.from]))
  );
}

/** Where the words before a name begin that may contain its directions: after a sentence or the name before. */
function clauseStart(words: readonly Word[], from: number, least: number): number {
  let start = from;
  while (start > least && start > from - MAX_BEFORE) {
    if (((words[start]?.gap ?? 0) & SENTENCE_END) !== 0) break;
    start -= 1;
  }
  return start;
}

/** The medicines of a text, without names that repeat the one before. */
function mentionsOf(words: readonly Word[], spans: readonly Span[]): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const [n, span] of spans.entries()) {
    if (span.type !== 'medication' || isSecondName(words, mentions.at(-1), span)) continue;
    mentions.push({ n, from: span.from, to: span.to, draft: {} });
  }
  return mentions;
}

/** Reads a text from one name to the next; the words between them are split between both. */
class MentionReader {
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #spans: ReadonlyMap<number, Span>;
  readonly #attributes: PhraseTree<Attribute>;
  /** Names that follow one another in a list, up to the current one. */
  #list: readonly Mention[] = [];

  constructor(
    attributes: PhraseTree<Attribute>,
    text: string,
    words: readonly Word[],
    spans: readonly Span[],
  ) {
    this.#attributes = attributes;
    this.#text = text;
    this.#words = words;
    this.#spans = new Map(spans.map((span) => [span.from, span]));
  }

  read(before: Mention | undefined, mention: Mention, next: Mention | undefined): void {
    const start = clauseStart(this.#words, mention.from, before?.to ?? 0);
    const isApart = ((this.#words[start]?.gap ?? 0) & SENTENCE_END) !== 0;
    const isOwnClause = start !== before?.to || isApart;
    if (isOwnClause && !isSetOff(this.#words[mention.from])) this.#readBefore(mention, start);
    const isListed =
      before !== undefined && start === before.to && goesInList(this.#words, before, mention);
    this.#list = isListed ? [...this.#list.slice(1 - MAX_LISTED), mention] : [mention];
    this.#readAfter(mention, next);
  }

  /** Words of a clause of its own, or far from the name before. */
  #readBefore({ from, draft }: Mention, start: number): void {
    const items = this.#items(start, from, false);
    addAll(draft, items.slice(chainStart(items)));
  }

  #readAfter({ to, draft }: Mention, next: Mention | undefined): void {
    const most = Math.min(next?.from ?? this.#words.length, to + MAX_AFTER);
    const items = this.#items(to, most, true);
    if (next === undefined || most < next.from || !isOneSentence(this.#words, to, most)) {
      this.#readOwn(draft, items);
      return;
    }
    // `A (200 mg), B`: directions do not lead to a name after a comma or a bracket.
    const cut = isSetOff(this.#words[next.from])
      ? items.length
      : nextNameStart(items, draft.dose !== undefined);
    this.#readOwn(draft, items.slice(0, cut));
    addAll(next.draft, items.slice(cut));
  }

  #readOwn(draft: Draft, items: readonly Item[]): void {
    const isFree = draft.dose === undefined || isCount(draft.dose);
    const isListed = isFree && takeListed(this.#list, listedDoses(items));
    const stated = isFree && !isListed ? doseOf(items) : undefined;
    if (stated !== undefined) draft.dose = stated.dose;
    // Directions of the current dose take precedence over those of an earlier one.
    for (const item of items.slice(stated?.n ?? 0)) addAttributes(draft, item);
    for (const item of items) addAttributes(draft, item);
  }

  #items(from: number, to: number, isAfterName: boolean): readonly Item[] {
    const [text, words, spans] = [this.#text, this.#words, this.#spans];
    return readGap(this.#attributes, { text, words, spans, from, to, isAfterName });
  }
}

/** Reads dose, route and frequency of every medicine of a text, before its name or after it. */
export class DirectionsReader {
  readonly #attributes: PhraseTree<Attribute>;

  constructor(tables: Pick<LanguageTables, 'attributes'>) {
    this.#attributes = createAttributeTree(tables);
  }

  /** @returns the directions by the index of each medicine among the spans */
  read(
    text: string,
    words: readonly Word[],
    spans: readonly Span[],
  ): ReadonlyMap<number, Directions> {
    const mentions = mentionsOf(words, spans);
    const reader = new MentionReader(this.#attributes, text, words, spans);
    for (const [n, mention] of mentions.entries()) {
      reader.read(mentions[n - 1], mention, mentions[n + 1]);
    }
    for (const [n, dose] of bareListDoses(text, words, mentions)) {
      const draft = mentions[n]?.draft;
      if (draft !== undefined) draft.dose ??= dose;
    }
    return new Map(mentions.map(({ n, draft }) => [n, draft]));
  }
}
