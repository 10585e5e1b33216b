import type { Coding, EntityType, Normalized } from './entity.js';

/** A candidate: words `from` to `to` (not included). */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly type: EntityType;
  readonly confidence: number;
  readonly name?: string | undefined;
  readonly coding?: readonly Coding[] | undefined;
  readonly site?: string | undefined;
  /** Words that carry the meaning, where the span contains more. */
  readonly head?: number | undefined;
  readonly normalized?: Normalized | undefined;
  /** Offset in the text where it ends, where a sign such as `%` follows its last word. */
  readonly end?: number | undefined;
}

/**
 * Returns the same span in the one shape of all spans that are processed further. Its type comes
 * first: V8 keeps the numbers of objects that begin with `from` as fractions, since scores have some.
 */
export const makeSpan = (span: Span): Span => ({
  type: span.type,
  from: span.from,
  to: span.to,
  confidence: span.confidence,
  name: span.name,
  coding: span.coding,
  site: span.site,
  head: span.head,
  normalized: span.normalized,
  end: span.end,
});

/** Of things of the same words, what says more. */
const RANK: Readonly<Record<EntityType, number>> = {
  measurement: 7,
  finding: 5,
  condition: 6,
  symptom: 5,
  medication: 4,
  procedure: 3,
  lab_test: 2,
  anatomy: 1,
};

const before = (a: Span, b: Span): number =>
  b.to - b.from - (a.to - a.from) ||
  b.confidence - a.confidence ||
  RANK[b.type] - RANK[a.type] ||
  a.from - b.from;

/**
 * Candidates that overlap are resolved by one rule: the one of more words stays; of equals the surer,
 * then by type (measurement, condition, symptom and finding, medication, procedure, test, part of
 * the body), then the earlier. What is left is in the order of the text.
 */
export function resolveOverlaps(spans: readonly Span[], words: number): readonly Span[] {
  if (spans.length < 2) return spans;
  const taken = new Uint8Array(words);
  const kept: Span[] = [];
  for (const span of [...spans].sort(before)) {
    let free = true;
    for (let i = span.from; i < span.to && free; i += 1) free = taken[i] === 0;
    if (!free) continue;
    taken.fill(1, span.from, span.to);
    kept.push(span);
  }
  return kept.sort((a, b) => a.from - b.from);
}
