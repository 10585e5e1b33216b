import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';
import { bareListDoses } from './bare-lists.js';
import { createItemReader, type Item } from './gap-items.js';

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

/** `Tylenol (acetaminophen) 500 mg`: a second name of the first, and no medicine of its own. */
function isSecondName(words: readonly Word[], before: Mention | undefined, span: Span): boolean {
  if (before === undefined || before.to !== span.from) return false;
  return (
    ((words[span.from]?.gap ?? 0) & GAP.open) !== 0 &&
    ((words[span.to]?.gap ?? 0) & GAP.close) !== 0
  );
}

function take(draft: Draft, item: Item): void {
  if (item.kind !== 'saying') return;
  for (const { kind, value } of item.said) {
    if (kind === 'route') draft.route ??= value;
    else draft.frequency ??= value;
  }
}

const isChain = ({ kind }: Item) => kind === 'dose' || kind === 'saying' || kind === 'filler';

/** Where the words that lead without a break to the next name begin. */
function chainStart(items: readonly Item[]): number {
  let start = items.length;
  while (start > 0) {
    const item = items[start - 1];
    if (item === undefined || !isChain(item)) break;
    start -= 1;
  }
  return start;
}

/**
 * Returns where between two names the directions of the second begin. What a comma, `and` or a verb sets off
 * and what leads to the next name without a break belongs to that name, and so does what `of` binds to
 * it; where nothing separates them a dose belongs to the name before, unless that has one.
 */
function cutOf(items: readonly Item[], dosed: boolean, setOff: boolean): number {
  // `A (200 mg), B`: nothing leads to a name behind a comma or a bracket.
  if (setOff) return items.length;
  const start = chainStart(items);
  const chain = items.slice(start);
  const of = chain.findLastIndex((item) => item.kind === 'filler' && item.of);
  const before = items[start - 1];
  const led = before?.kind === 'lead';
  const set = items.slice(0, start).some(({ kind }) => kind === 'separator' || kind === 'wall');
  if (set && !led) return start;
  const doses = chain.flatMap(({ kind }, n) => (kind === 'dose' ? [n] : []));
  if (of >= 0) {
    const bound = doses.findLast((n) => n < of);
    if (bound !== undefined && chain.slice(bound + 1, of).every(({ kind }) => kind !== 'dose')) {
      const route = chain[bound - 1];
      const own = route?.kind === 'saying' && route.said.every(({ kind }) => kind === 'route');
      return start + (own && bound > 1 ? bound - 1 : bound);
    }
  }
  const next = dosed ? doses[0] : doses[1];
  return next === undefined ? items.length : start + next;
}

/** Returns the dose of one name: `40 mg`, then what it was changed to; with the item that states it. */
function doseOf(items: readonly Item[]): { readonly dose: string; readonly n: number } | undefined {
  let found: { readonly dose: string; readonly n: number } | undefined;
  let changed = false;
  for (const [n, item] of items.entries()) {
    if (item.kind === 'wall') break;
    if (item.kind === 'lead' && item.word !== 'to' && item.word !== 'at') changed = true;
    if (item.kind !== 'dose') continue;
    const [before, next] = [items[n - 1], items[n + 1]];
    // `two units of blood`: of something else.
    if (next?.kind === 'filler' && next.of && !isShare(items[n + 2])) continue;
    if (found === undefined && before?.kind === 'separator' && before.word) continue;
    const lead = before?.kind === 'lead' ? before.word : '';
    const was = lead === 'from' && items.slice(n + 1).every(({ kind }) => kind !== 'dose');
    if (was) continue;
    const replaces = changed && /^(?:to|now|currently)$/.test(lead);
    if (found === undefined || replaces) found = { dose: item.dose.text, n };
  }
  return found;
}

/** `10 ml of 10 %`: how strong it is. */
const isShare = (item: Item | undefined): boolean =>
  item?.kind === 'dose' && item.dose.text.endsWith('%');

/** `two tablets` of something: their strength is the dose, where it is stated. */
const isCount = (dose: string): boolean =>
  /\b(?:tablet|tab|capsule|cap|pill|puff|patch|vial|ampoule|sachet)e?s?$/i.test(dose);

/** Whether a comma or a bracket precedes a word. */
const isSetOff = (word: Word | undefined): boolean =>
  ((word?.gap ?? 0) & (GAP.comma | GAP.close)) !== 0;

/** As many doses in a list as names before it: `A and B, 300 mg and 600 mg`. */
function paired(mentions: readonly Mention[], items: readonly Item[]): boolean {
  const first = items.findIndex(({ kind }) => kind === 'dose');
  if (first < 0) return false;
  const doses: string[] = [];
  for (const item of items.slice(first)) {
    if (item.kind === 'dose') doses.push(item.dose.text);
    else if (item.kind !== 'separator') break;
  }
  const group = mentions.slice(-doses.length);
  const free = group.every(({ draft }) => draft.dose === undefined);
  if (doses.length < 2 || group.length !== doses.length || !free) return false;
  for (const [n, { draft }] of group.entries()) {
    const dose = doses[n];
    if (dose !== undefined) draft.dose = dose;
  }
  return true;
}

/** Reads dose, route and frequency of every medicine of a text, before its name or after it. */
export function createDirectionsReader(tables: LanguageTables) {
  const itemsOf = createItemReader(tables);

  function clauseStart(words: readonly Word[], from: number, least: number): number {
    let start = from;
    while (start > least && start > from - MAX_BEFORE) {
      if (((words[start]?.gap ?? 0) & SENTENCE_END) !== 0) break;
      start -= 1;
    }
    return start;
  }

  /** @returns the directions by the index of each medicine among the spans */
  return (
    text: string,
    words: readonly Word[],
    spans: readonly Span[],
  ): ReadonlyMap<number, Directions> => {
    const byStart = new Map(spans.map((span) => [span.from, span] as const));
    const mentions: Mention[] = [];
    for (const [n, span] of spans.entries()) {
      if (span.type !== 'medication' || isSecondName(words, mentions.at(-1), span)) continue;
      mentions.push({ n, from: span.from, to: span.to, draft: {} });
    }
    let list: Mention[] = [];
    for (const [n, mention] of mentions.entries()) {
      const { from, to, draft } = mention;
      const before = mentions[n - 1];
      const next = mentions[n + 1];
      const start = clauseStart(words, from, before?.to ?? 0);
      const apart = ((words[start]?.gap ?? 0) & SENTENCE_END) !== 0;
      if ((start !== before?.to || apart) && !isSetOff(words[from])) {
        // A clause of its own, or far from the name before.
        const items = itemsOf(text, words, start, from, byStart, false);
        for (const item of items.slice(chainStart(items))) {
          take(draft, item);
          if (item.kind === 'dose') draft.dose = item.dose.text;
        }
      }
      const adjacent = before !== undefined && from - before.to <= 3 && start === before.to;
      list =
        adjacent && goesInList(words, before, mention) ? [...list.slice(-7), mention] : [mention];
      const most = Math.min(next?.from ?? words.length, to + MAX_AFTER);
      const items = itemsOf(text, words, to, most, byStart, true);
      const leads = next !== undefined && most === next.from && ends(words, to, next.from);
      const setOff = next !== undefined && isSetOff(words[next.from]);
      const cut = leads ? cutOf(items, draft.dose !== undefined, setOff) : items.length;
      const own = items.slice(0, cut);
      const free = draft.dose === undefined || isCount(draft.dose);
      const told = free && !paired(list, own) ? doseOf(own) : undefined;
      if (told !== undefined) draft.dose = told.dose;
      // Directions of the current dose take precedence over those of an earlier one.
      for (const item of own.slice(told?.n ?? 0)) take(draft, item);
      for (const item of own) take(draft, item);
      if (leads) {
        for (const item of items.slice(cut)) {
          take(next.draft, item);
          if (item.kind === 'dose') next.draft.dose = item.dose.text;
        }
      }
    }
    for (const [n, dose] of bareListDoses(text, words, mentions)) {
      const draft = mentions[n]?.draft;
      if (draft !== undefined) draft.dose ??= dose;
    }
    return new Map(mentions.map(({ n, draft }) => [n, draft]));
  };
}

/** No sentence ends between two words. */
function ends(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) {
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return false;
  }
  return true;
}

/** Names that follow one another with a comma or `and` between them alone. */
function goesInList(words: readonly Word[], before: Mention, next: Mention): boolean {
  for (let at = before.to; at < next.from; at += 1) {
    if (words[at]?.folded !== 'and') return false;
  }
  return ends(words, before.to, next.from) && (next.from > before.to || !goesOn(words[next.from]));
}
