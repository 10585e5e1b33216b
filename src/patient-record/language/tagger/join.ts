import type { EntityType } from '../entity.js';
import { makeSpan, type Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import type { TaggedKind } from './labels.js';
import type { Tagged, Tagging } from './tag.js';

/** How sure the tagger must be, 0..1, chosen on documents of corpora that it was not trained on. */
export interface JoinLimits {
  /** To name what no list has. */
  readonly add: Readonly<Record<TaggedKind, number>>;
  /** To name what the dictionary assigns to another kind. */
  readonly replace: number;
  /** To say where a name of the dictionary begins and ends. */
  readonly bound: number;
  /** That none of the words of a name of the dictionary belongs to any. */
  readonly veto: Readonly<Record<TaggedKind, number>>;
}

const KIND: Readonly<Partial<Record<EntityType, TaggedKind>>> = {
  symptom: 'problem',
  finding: 'problem',
  condition: 'problem',
  medication: 'substance',
};
const TYPE: Readonly<Record<TaggedKind, EntityType>> = {
  problem: 'condition',
  substance: 'medication',
};
/** The tagger is never as sure as a list. */
const MAX_SURE = 0.85;
/** The dictionary is as sure of names that a list has outright. */
const LISTED = 0.9;

function rebound({ from, to }: Tagged, own: Span): Span {
  const { head, end, ...rest } = own;
  const inside = head !== undefined && head >= from && head < to;
  return makeSpan({ ...rest, from, to, ...(inside && { head }) });
}

const added = ({ from, to, kind, probability }: Tagged): Span =>
  makeSpan({ type: TYPE[kind], from, to, confidence: Math.min(MAX_SURE, probability) });

const CAUSED = new Set(['induced', 'associated', 'related', 'mediated', 'both']);

/**
 * Whether the tagger may move the ends of a name. Corpora differ in whether `acute` or `hereditary`
 * belongs to a name; they agree on these: what comes after the name of a substance, the first half of
 * a hyphenated word, and that `heparin-induced` does not belong to what it induces.
 */
function mayMove(words: readonly Word[], own: Span, { from, to, kind }: Tagged): boolean {
  if (to < own.to) return false;
  if (from > own.from) return to === own.to && CAUSED.has(words[from - 1]?.folded ?? '');
  if (kind === 'substance') return true;
  if (from < own.from) return ((words[own.from]?.gap ?? 0) & GAP.hyphen) !== 0;
  return true;
}

function keeps(span: Span, outside: Float64Array, limits: JoinLimits): boolean {
  const kind = KIND[span.type];
  // What counts as a problem differs between corpora: a name that a list has stays.
  if (kind === undefined || (kind === 'problem' && span.confidence >= LISTED)) return true;
  // So do single medicines; words for groups of them may mean no substance.
  if (span.confidence >= LISTED && span.coding?.some(({ system }) => system === 'RxNorm'))
    return true;
  for (let at = span.from; at < span.to; at += 1) {
    if ((outside[at] ?? 0) < limits.veto[kind]) return true;
  }
  return false;
}

/**
 * The names of the dictionary, and where the tagger is sure enough its own: it adds names, moves their
 * ends, and leaves out what is none. `spans` do not overlap and are in the order of the text, and so
 * are those that come back.
 */
export function joinTagged(
  words: readonly Word[],
  spans: readonly Span[],
  { names, outside }: Tagging,
  limits: JoinLimits,
): readonly Span[] {
  const kept: Span[] = [];
  const gone = new Set<Span>();
  let first = 0;
  for (const name of names) {
    while (first < spans.length && (spans[first]?.to ?? 0) <= name.from) first += 1;
    const over: Span[] = [];
    for (let n = first; n < spans.length && (spans[n]?.from ?? Infinity) < name.to; n += 1) {
      const span = spans[n];
      if (span !== undefined && !gone.has(span)) over.push(span);
    }
    const joined = joinOne(words, over, name, limits);
    if (joined === undefined) continue;
    for (const one of over) gone.add(one);
    kept.push(joined);
  }
  for (const span of spans) if (!gone.has(span) && keeps(span, outside, limits)) kept.push(span);
  return kept.sort((a, b) => a.from - b.from);
}

/** The name that takes the place of those of the dictionary that it overlaps, if it may. */
function joinOne(
  words: readonly Word[],
  over: readonly Span[],
  name: Tagged,
  limits: JoinLimits,
): Span | undefined {
  const { probability, kind } = name;
  const same = over.filter(({ type }) => KIND[type] === kind);
  const others = over.filter(({ type }) => KIND[type] !== kind && type !== 'anatomy');
  if (others.length > 0 && probability < limits.replace) return undefined;
  // `methicillin` is no name of its own in that of a disease.
  if (
    others.some(({ type, from, to }) => type === 'condition' && (from < name.from || to > name.to))
  )
    return undefined;
  const [own] = same;
  if (own === undefined) return probability < limits.add[kind] ? undefined : added(name);
  const moved = own.from !== name.from || own.to !== name.to;
  if (!moved || same.length > 1 || probability < limits.bound) return undefined;
  return mayMove(words, own, name) ? rebound(name, own) : undefined;
}
